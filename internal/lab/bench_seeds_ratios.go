package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// seedRatios is the file with the table of ratios. It stands beside the charts.
const seedRatios = "seeds-ratios.md"

// ratios returns a table of our time divided by that of each other scheduler: medians over the
// rounds. The last column has the time of each twin, divided by that of Go's. It returns "" if
// there are no rows.
func (s seedData) ratios() string {
	var others []string
	for _, r := range s.runs {
		if p := seedPeerOf(r.Scheduler); p.peer != "" && !isDeque(r.Kernel) && !isTwin(r.Scheduler) && !slices.Contains(others, r.Scheduler) {
			others = append(others, r.Scheduler)
		}
	}
	head := []string{"Program", "Ours"}
	head = append(head, others...)
	head = append(head, "Rust, Java, C++ / Go")
	var rows [][]string
	for _, r := range s.runs {
		if isDeque(r.Kernel) || r.Workers != judgedWith && !isLoad(r.Kernel) {
			continue
		}
		if r.Scheduler != "pool" && r.Scheduler != typed && r.Scheduler != workload.Typed {
			continue
		}
		name := fmt.Sprintf("%s: %s", r.Experiment, r.barName())
		if isLoad(r.Kernel) {
			name = fmt.Sprintf("%s: %s, N = %d", r.Experiment, r.Kernel, r.Workers)
		}
		cells := []string{name, r.Scheduler}
		for _, other := range others {
			cells = append(cells, s.ratio(r, r.beside(other)))
		}
		var twins []string
		for _, t := range []string{serialRust, serialJava, serialCpp} {
			if v := s.ratio(r.beside(t), r.beside(workload.Serial)); v != "" {
				twins = append(twins, v)
			}
		}
		rows = append(rows, append(cells, strings.Join(twins, ", ")))
	}
	if len(rows) == 0 {
		return ""
	}
	return markdown(head, rows)
}

// ratio returns the median over the rounds of the ratio of two runs, or "".
func (s seedData) ratio(of, by seedRun) string {
	v, known := s.of(of, func(round int, m workload.Measured) float64 {
		return m.Seconds / s.samples[by][round].Seconds
	})
	if !known || len(s.samples[by]) == 0 {
		return ""
	}
	if v.Median < 0.1 {
		return fmt.Sprintf("%.2g", v.Median)
	}
	return fmt.Sprintf("%.2f", v.Median)
}

// markdown returns a table in Markdown.
func markdown(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(head)
	line(slices.Repeat([]string{"---"}, len(head)))
	for _, cells := range rows {
		line(cells)
	}
	return b.String()
}
