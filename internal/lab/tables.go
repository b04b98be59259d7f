package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/results"
)

//go:generate go run . tables

const (
	tablesPage   = "docs/performance.md"
	resultsInDir = "internal/lab/results"
)

// tabling is the verb that writes the generated tables.
type tabling struct {
	*console.Command
	show string
}

func tablesVerb(c *console.Command) *ffcli.Command {
	t := &tabling{Command: c}
	fs := c.FlagSet("tables")
	fs.StringVar(&t.show, "show", "", "change no page: print all rows of the run that a bench has saved in this `file`")
	return &ffcli.Command{
		Name:       "tables",
		ShortUsage: "lab tables [flags]",
		ShortHelp:  "write the tables of docs/performance.md, docs/pool-or-errgroup.md and docs/corpus.md from the saved runs",
		LongHelp: `  Reads the runs in internal/lab/results, and writes each table of docs/performance.md that
  stands below a line "<!-- table NAME -->". The rest of the page stays as it is. It does the same
  for docs/pool-or-errgroup.md and docs/corpus.md.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.NoArguments("tables", args); err != nil {
				return err
			}
			if t.show != "" {
				return t.print()
			}
			return t.write(ctx)
		},
	}
}

// print prints a saved run as the benchmark printed it.
func (t *tabling) print() error {
	d, err := readRun(t.show)
	if err != nil {
		return fmt.Errorf("-show: %w", err)
	}
	counts := map[string]string{"bench": "bytes", "bench pool": "bytes", "bench sched": "executions"}
	_, err = io.WriteString(t.Stdout, d.text(counts[d.Verb]))
	return err
}

func (t *tabling) write(ctx context.Context) error {
	if _, err := checkout(ctx, "tables"); err != nil {
		return err
	}
	page, err := os.ReadFile(tablesPage)
	if err != nil {
		return err
	}
	written, err := withTables(string(page), resultsInDir)
	if err != nil {
		return fmt.Errorf("%s: %w", tablesPage, err)
	}
	if err := os.WriteFile(tablesPage, []byte(written), 0o644); err != nil {
		return err
	}
	if err := writeService(); err != nil {
		return err
	}
	return writeCorpus()
}

// readRun reads a run that a benchmark has saved.
func readRun(file string) (benchDocument, error) {
	var d benchDocument
	text, err := results.Read(file)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return d, fmt.Errorf("%s is not a file that -save writes: %w", file, err)
	}
	if len(d.Rows) == 0 {
		return d, fmt.Errorf("%s has no rows", file)
	}
	if !slices.ContainsFunc(d.Rows, func(r benchRow) bool { return r.Under }) {
		for i, r := range d.Rows {
			d.Rows[i].Under = r.Unit == "" && r.Ratio != nil || slices.Contains(underneath, r.What)
		}
	}
	return d, nil
}

// underneath names rows that stand under another one, beside those that only have a ratio. Older
// files do not say which rows do.
var underneath = []string{"allocated", "allocations", "less the ticker"}

// pageTable is a generated table of the page.
type pageTable struct {
	name string // in its marker
	runs []pageRun
	make func(runs []benchDocument) (head []string, rows [][]string, err error)
}

// pageRun is a saved run, and the command that made it.
type pageRun struct {
	file    string // without .json.gz
	command string // after "go -C internal/lab run ."
	of      string // the part of the table that it is for, or ""
}

var pageTables = []pageTable{forkTable, handOverTable, programTable, stealingTable, attemptsTable, thresholdsTable, loadTable, dequeTable, schedulerTable}

// marked matches a marker, the line below it that names the runs, and the table.
var marked = regexp.MustCompile(`(?m)^<!-- table (\S+) -->\n(?:\*.*\n\n)?(?:\|.*\n)*`)

// withTables returns the page with each of its tables written again. It fails if the page has a marker
// without a table, or lacks one of the tables.
func withTables(page, dir string) (string, error) { return tablesOf(page, dir, pageTables) }

func tablesOf(page, dir string, tables []pageTable) (string, error) {
	var fault error
	seen := map[string]bool{}
	page = marked.ReplaceAllStringFunc(page, func(section string) string {
		name := marked.FindStringSubmatch(section)[1]
		for _, t := range tables {
			if t.name != name {
				continue
			}
			text, err := t.text(dir)
			if err != nil {
				fault = fmt.Errorf("table %s: %w", name, err)
			}
			seen[name] = true
			return "<!-- table " + name + " -->\n" + text
		}
		fault = fmt.Errorf("there is no table %q to write", name)
		return section
	})
	for _, t := range tables {
		if fault == nil && !seen[t.name] {
			fault = fmt.Errorf("the page has no place for table %q", t.name)
		}
	}
	return page, fault
}

// text is the table, below a paragraph that names its runs.
func (t pageTable) text(dir string) (string, error) {
	var documents []benchDocument
	var sources []string
	for _, r := range t.runs {
		d, err := readRun(path.Join(dir, r.file+".json.gz"))
		if err != nil {
			return "", err
		}
		documents = append(documents, d)
		sources = append(sources, r.source(d))
	}
	head, rows, err := t.make(documents)
	if err != nil {
		return "", err
	}
	return strings.Join(sources, "<br>") + "\n\n" + markdown(head, rows), nil
}

// source names the command, the date and the machine of a run.
func (r pageRun) source(d benchDocument) string {
	day, _, _ := strings.Cut(d.Date, "T")
	parts := []string{day, fmt.Sprintf("%s %s", console.Plural(d.Cores, "core"), d.Processor), d.Go}
	if d.Version != "(devel)" {
		commit := "commit " + d.Version[:7]
		if strings.Contains(d.Version, "+dirty") {
			commit += " with changes"
		}
		parts = append(parts, commit)
	}
	parts = append(parts, fmt.Sprintf("%s in %s", console.Plural(d.Rounds, "round"), d.took()))
	if f, ok := summarize(d.Foreign); ok {
		parts = append(parts, fmt.Sprintf("other processes kept %.2g cores busy (median)", f.Median))
	}
	of := ""
	if r.of != "" {
		of = r.of + ": "
	}
	return fmt.Sprintf("*%s`%s`; %s ([data](../%s/%s.json.gz))*", of, r.command, strings.Join(parts, ", "), resultsInDir, r.file)
}

// versions matches the version of a library in the name of a row.
var versions = regexp.MustCompile(` \d+\.[\d.]+`)

// find returns the row with this name, with or without versions of libraries in it.
func (d benchDocument) find(group, what, scenario string) (benchRow, error) {
	for _, r := range d.Rows {
		if r.Group == group && versions.ReplaceAllString(r.What, "") == what && (scenario == "" || r.Scenario == scenario) {
			return r, nil
		}
	}
	return benchRow{}, fmt.Errorf("the run has no row %q in %q", what, group)
}

// shown is the median of a row, or "" if the run has none.
func (d benchDocument) shown(group, what, scenario string) string {
	r, err := d.find(group, what, scenario)
	if err != nil || r.Spread == nil {
		return ""
	}
	return r.Unit.show(r.Spread.Median)
}

// targets lists the targets of a row and of the rows under it. A missed one says so.
func (d benchDocument) targets(group, what string) []string {
	var all []string
	below := false
	for _, r := range d.Rows {
		if !r.Under || r.Group != group {
			below = r.Group == group && versions.ReplaceAllString(r.What, "") == what
		}
		if below && r.Goal != nil {
			all = append(all, r.target(what))
		}
	}
	return all
}

// target names what was measured, the median and the limit, as short as it goes below a row.
func (r benchRow) target(above string) string {
	name, value := "", ""
	if r.Under {
		name = strings.TrimPrefix(versions.ReplaceAllString(r.What, ""), above+" ")
		if by, is := strings.CutSuffix(name, " / "+above); is {
			name = by + " / it"
		}
		name += " "
	}
	switch {
	case r.Goal.OfRatio && r.Ratio != nil:
		value = strings.TrimSuffix(ratio(r.Ratio.Median), " x")
	case !r.Goal.OfRatio && r.Spread != nil:
		value = r.Unit.show(r.Spread.Median)
	}
	limit := strings.NewReplacer("<=", "≤", ">=", "≥").Replace(strings.TrimSuffix(r.Goal.text(r.Unit), " x"))
	if r.Verdict == "missed" {
		limit += ", **missed**"
	}
	return fmt.Sprintf("%s%s (%s)", name, value, limit)
}

// listed puts several targets into one cell.
func listed(targets ...[]string) string { return strings.Join(slices.Concat(targets...), "; ") }
