package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/mutation"
	"github.com/stealproof/stealproof/internal/mutation/lab"
)

// mutating is the verb mutants.
type mutating struct {
	*command
	only     string
	detector string
	all      bool
	list     bool
	verbose  bool
	budget   time.Duration
	to       string

	root      string
	mutants   []mutation.Mutant
	detectors []lab.Detector
	took      time.Duration
	cut       string
}

func (c *command) mutants() *ffcli.Command {
	m := &mutating{command: c}
	fs := c.flagSet("mutants")
	fs.StringVar(&m.only, "run", "", "only the mutants whose names match this `regexp`")
	fs.StringVar(&m.detector, "detector", "", "only these `detectors`, with commas: "+joined(lab.Detectors, ", "))
	fs.BoolVar(&m.all, "all", false, "all mutants and all detectors, as far as -run and -detector say nothing else")
	fs.BoolVar(&m.list, "list", false, "list the mutants and what is wrong with them, and run nothing")
	fs.BoolVar(&m.verbose, "v", false, "print a line for each cell, also of those that survive")
	fs.DurationVar(&m.budget, "budget", 3*time.Second, "how long a detector goes on that would go on for ever")
	fs.StringVar(&m.to, "to", "", "add the cells to this `file`, and leave out those that are there")
	return &ffcli.Command{
		Name:       "mutants",
		ShortUsage: "stealproof mutants [flags]",
		ShortHelp:  "put faults into the deques and the pool, and see who notices",
		LongHelp: `  Builds the production code with faults, which an overlay puts in, and puts each to the
  detectors: the scheduler, the tests, random and fuzzed programs, real cores with and without
  the race detector, and specifications with the same fault. The sources are not changed, and
  the unchanged code is put to each detector first. docs/kill-matrix.md has what came of it.

EXIT CODES
  0  all that was run was noticed by some detector, or is known to be equivalent
  1  a mutant survived, or the unchanged code did not pass, or a mutant is stale
  2  wrong use: flags, files
  3  cut short by a signal; what was done until then is in the file`,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := noArguments("mutants", args); err != nil {
				return err
			}
			if err := m.choose(ctx); err != nil {
				return err
			}
			if m.list {
				return m.printList()
			}
			return m.run(ctx)
		},
	}
}

func joined[T ~string](list []T, with string) string {
	var all []string
	for _, s := range list {
		all = append(all, string(s))
	}
	return strings.Join(all, with)
}

// choose finds the mutants and the detectors.
func (m *mutating) choose(ctx context.Context) error {
	if !m.all && !m.list && m.only == "" && m.detector == "" {
		return errors.New("mutants wants -run, -detector, -all or -list: all of it takes an hour")
	}
	if m.budget <= 0 {
		return fmt.Errorf("-budget is %v; want more than 0", m.budget)
	}
	only, err := regexp.Compile(m.only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	m.detectors = lab.Detectors
	if m.detector != "" {
		m.detectors = nil
		for _, name := range strings.Split(m.detector, ",") {
			d := lab.Detector(strings.TrimSpace(name))
			if !slices.Contains(lab.Detectors, d) {
				return fmt.Errorf("-detector: unknown detector %q; want %s", name, joined(lab.Detectors, ", "))
			}
			m.detectors = append(m.detectors, d)
		}
	}
	if err := writableFile(m.to); err != nil {
		return err
	}
	if m.root, err = check.ModuleDir(ctx); err != nil {
		return err
	}
	all, err := mutation.All(m.root)
	if err != nil {
		return err
	}
	for _, one := range all {
		if only.MatchString(one.Name) {
			m.mutants = append(m.mutants, one)
		}
	}
	if len(m.mutants) == 0 {
		return fmt.Errorf("-run %s matches none of the %d mutants", m.only, len(all))
	}
	return nil
}

func (m *mutating) printList() error {
	for _, one := range m.mutants {
		origin := one.Origin
		if origin == "" {
			origin = "generated"
		}
		if _, err := fmt.Fprintf(m.stdout, "%s\n    %s\n    %s; %s\n", one.Name, one.Mechanism, one.File, origin); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(m.stdout, plural(len(m.mutants), "mutant"))
	return err
}

// row is a mutant and its cells.
type mutantRow struct {
	mutation.Mutant
	cells map[lab.Detector]lab.Cell
}

func (m *mutating) run(ctx context.Context) error {
	known, err := knownCells(m.to)
	if err != nil {
		return err
	}
	l, err := lab.New(m.root, m.mutants)
	if err != nil {
		m.code = exitBroken
		fmt.Fprintf(m.stderr, "stealproof: %v\n", err)
		return nil
	}
	defer l.Close()
	l.Budget = m.budget
	show := newProgress(m.stderr, len(m.mutants))
	l.Built = func(what string, took time.Duration) {
		show.clear()
		fmt.Fprintf(m.stderr, "built %s, %s\n", what, seconds(took))
	}
	machine := onMachine()
	start := time.Now()
	var rows []mutantRow
	for _, one := range m.mutants {
		row := mutantRow{one, map[lab.Detector]lab.Cell{}}
		show.begin(one.Name)
		for _, d := range m.detectors {
			if ctx.Err() != nil {
				break
			}
			if c, is := lab.Find(known, l.Blank(one, d)); is {
				row.cells[d] = c
				continue
			}
			show.beginRule(string(d))
			show.tick()
			c, err := l.Run(ctx, one, d)
			if ctx.Err() != nil {
				break
			}
			if err != nil {
				show.clear()
				m.code = exitBroken
				fmt.Fprintf(m.stderr, "stealproof: %v\n", err)
				return nil
			}
			if c.Verdict == lab.Inapplicable {
				continue
			}
			c.Machine = machine
			row.cells[d] = c
			if m.verbose || !show.live {
				show.clear()
				fmt.Fprintf(m.stderr, "[%d/%d] %s: %s\n", show.number, show.total, one.Name, tell(c))
			}
			if m.to != "" {
				if err := lab.Append(m.to, c); err != nil {
					return err
				}
			}
		}
		rows = append(rows, row)
	}
	show.clear()
	m.took = time.Since(start)
	if ctx.Err() != nil {
		m.cut = context.Cause(ctx).Error()
	}
	return m.print(rows)
}

// onMachine says where cells come from.
func onMachine() string {
	text := fmt.Sprintf("%s, %s %s/%s", plural(runtime.NumCPU(), "core"), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if name := processor(proc); name != "" {
		text = name + ", " + text
	}
	if load := loadAverage(proc); load != "" {
		text += ", load average " + load
	}
	return text
}

func knownCells(file string) ([]lab.Cell, error) {
	if file == "" {
		return nil, nil
	}
	return lab.Read(file)
}

// tell says what a detector has found.
func tell(c lab.Cell) string {
	text := fmt.Sprintf("%s: %s", c.Detector, c.Verdict)
	if c.Rule != "" {
		text += " (" + c.Rule + ")"
	}
	if c.Executions > 0 {
		text += fmt.Sprintf(", %s executions", count(c.Executions))
	}
	return text + fmt.Sprintf(", %.2f s", c.Seconds)
}

// print prints the table, and sets the exit code.
func (m *mutating) print(rows []mutantRow) error {
	header := []string{"mutant"}
	for _, d := range m.detectors {
		header = append(header, string(d))
	}
	var lines [][]string
	killed, survived, tokens := 0, []string{}, ""
	for _, r := range rows {
		line, noticed := []string{r.Name}, false
		for _, d := range m.detectors {
			c, is := r.cells[d]
			line = append(line, short(c, is))
			noticed = noticed || c.Verdict == lab.Killed
			if c.Token != "" && len(rows) <= 3 {
				tokens += fmt.Sprintf("%s, %s: %s\n  the schedule: %s\n", r.Name, d, c.Test, c.Token)
			}
		}
		lines = append(lines, line)
		switch {
		case noticed:
			killed++
		case len(r.cells) > 0:
			survived = append(survived, r.Name)
		}
	}
	var b strings.Builder
	b.WriteString(plainTable(header, len(m.detectors), lines))
	b.WriteString(tokens)
	fmt.Fprintf(&b, "%s noticed, %d not, of %s, in %s on %s. A number is of executions until then, or in all with a dot.\n",
		plural(killed, "mutant"), len(survived), plural(len(m.mutants), "mutant"), seconds(m.took), plural(runtime.NumCPU(), "core"))
	if m.cut != "" {
		fmt.Fprintf(&b, "Cut short: %s.\n", m.cut)
	}
	m.code = exitHeld
	switch {
	case len(survived) > 0:
		m.code = exitBroken
	case m.cut != "":
		m.code = exitCut
	}
	_, err := io.WriteString(m.stdout, b.String())
	return err
}

// short is a cell of the table.
func short(c lab.Cell, is bool) string {
	if !is {
		return "-"
	}
	n := count(c.Executions)
	if c.Executions == 0 {
		n = fmt.Sprintf("%.1fs", c.Seconds)
	}
	switch c.Verdict {
	case lab.Killed:
		return n
	case lab.Unreached:
		return "unreached"
	}
	return "." + n
}
