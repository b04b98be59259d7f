package main

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
)

// servicePage has the table of the pool in a service.
const servicePage = "docs/pool-or-errgroup.md"

// serviceTable has a row for each job, and a column for each library.
var serviceTable = pageTable{name: "service", runs: []pageRun{{file: "service", command: "bench service"}}, make: func(runs []benchDocument) ([]string, [][]string, error) {
	head := []string{"Job", ours}
	libraries := []string{ours}
	for _, l := range serviceLibraries {
		libraries = append(libraries, l[0])
	}
	head = append(head, libraries[1:]...)
	head = append(head, "errgroup / ours")
	var rows [][]string
	for _, job := range serviceJobs {
		cells := []string{job[1]}
		for _, l := range libraries {
			r, err := runs[0].find(job[1], l, "")
			if err != nil {
				return nil, nil, err
			}
			cells = append(cells, r.ranged())
		}
		r, err := runs[0].find(job[1], "errgroup", "")
		if err != nil {
			return nil, nil, err
		}
		cell := ""
		if r.Ratio != nil {
			cell = strings.TrimSuffix(ratio(r.Ratio.Median), " x")
		}
		rows = append(rows, append(cells, cell))
	}
	return head, rows, nil
}}

// ranged returns the median of a row in milliseconds, with its range.
func (r benchRow) ranged() string {
	if r.Spread == nil {
		return ""
	}
	return fmt.Sprintf("%s ms (%s to %s)", milliseconds(r.Spread.Median), milliseconds(r.Spread.Min), milliseconds(r.Spread.Max))
}

func milliseconds(ns float64) string {
	if v := ns / 1e6; v < 100 {
		return fmt.Sprintf("%.3g", v)
	}
	return console.Count(int(math.Round(ns / 1e6)))
}

// writeService writes the table of servicePage.
func writeService() error {
	page, err := os.ReadFile(servicePage)
	if err != nil {
		return err
	}
	written, err := tablesOf(string(page), resultsInDir, []pageTable{serviceTable})
	if err != nil {
		return fmt.Errorf("%s: %w", servicePage, err)
	}
	return os.WriteFile(servicePage, []byte(written), 0o644)
}
