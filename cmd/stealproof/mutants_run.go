package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/mutation"
	"github.com/stealproof/stealproof/internal/mutation/lab"
)

// mutantRow is a mutant and its cells.
type mutantRow struct {
	mutation.Mutant
	cells map[lab.Detector]lab.Cell
}

// open makes a lab of the mutants, and progress that is told what it builds. With a
// mutant that is stale it says so, and there is no lab.
func (m *mutating) open(mutants []mutation.Mutant) (*lab.Lab, *progress) {
	l, err := lab.New(m.root, mutants)
	if err != nil {
		m.fails(err)
		return nil, nil
	}
	l.Budget = m.budget
	show := newProgress(m.stderr, len(mutants))
	l.Built = func(what string, took time.Duration) {
		show.clear()
		fmt.Fprintf(m.stderr, "built %s, %s\n", what, seconds(took))
	}
	return l, show
}

func (m *mutating) fails(err error) {
	m.code = exitBroken
	fmt.Fprintf(m.stderr, "stealproof: %v\n", err)
}

// run fills the cells that are not known yet.
func (m *mutating) run(ctx context.Context) error {
	var known []lab.Cell
	var err error
	if m.to != "" {
		if known, err = lab.Read(m.to); err != nil {
			return err
		}
	}
	l, show := m.open(m.mutants)
	if l == nil {
		return nil
	}
	defer l.Close()
	if err := m.available(ctx, l); err != nil {
		return err
	}
	start := time.Now()
	on := onMachine()
	var rows []mutantRow
	for _, one := range m.mutants {
		row := mutantRow{one, map[lab.Detector]lab.Cell{}}
		rows = append(rows, row)
		show.begin(one.Name)
		for _, d := range m.detectors {
			if c, is := lab.Find(known, l.Blank(one, d)); is && !m.anew {
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
				m.fails(err)
				return nil
			}
			if c.Verdict == lab.Inapplicable {
				continue
			}
			c.Machine = on
			row.cells[d] = c
			if !show.live {
				show.say("%s: %s", one.Name, tell(c))
			}
			if m.to == "" {
				continue
			}
			if err := lab.Append(m.to, c); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	show.clear()
	return m.print(ctx, rows, time.Since(start))
}

// available leaves out the detectors that this machine has not, and says so. It is an
// error if one of them was asked for.
func (m *mutating) available(ctx context.Context, l *lab.Lab) error {
	var there []lab.Detector
	for _, d := range m.detectors {
		err := l.Available(ctx, d)
		switch {
		case err == nil:
			there = append(there, d)
		case m.detector != "":
			return fmt.Errorf("-detector %s: %w", d, err)
		default:
			fmt.Fprintf(m.stderr, "SKIPPED %s: %v\n", d, err)
		}
	}
	m.detectors = there
	return nil
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

// fewRows is of how many mutants the schedules are printed, too.
const fewRows = 3

// print prints the table, and sets the exit code.
func (m *mutating) print(ctx context.Context, rows []mutantRow, took time.Duration) error {
	header := []string{"mutant"}
	for _, d := range m.detectors {
		header = append(header, string(d))
	}
	var lines [][]string
	killed, equivalent, survived, elsewhere := 0, 0, 0, 0
	known := m.published()
	more := ""
	for _, r := range rows {
		verdict := "SURVIVED"
		line := []string{r.Name}
		for _, d := range m.detectors {
			c := r.cells[d]
			line = append(line, lab.Short(r.Mutant, d, r.cells))
			if c.Verdict == lab.Killed {
				verdict = "killed"
			}
			if len(rows) <= fewRows && c.Verdict == lab.Killed {
				more += fmt.Sprintf("%s, %s: %s %s\n", r.Name, d, c.Rule, c.Test)
			}
			if len(rows) <= fewRows && c.Token != "" {
				more += "  token: " + c.Token + "\n"
			}
		}
		switch {
		case verdict == "killed":
			killed++
		case mutation.Equivalent()[r.Name] != "":
			verdict = "equivalent"
			equivalent++
		case len(r.cells) == 0:
			verdict = "not run"
		case known != nil && known.Killed(r.Name):
			verdict = "survived these"
			elsewhere++
		default:
			survived++
		}
		lines = append(lines, append(line, verdict))
	}
	var b strings.Builder
	b.WriteString(plainTable(append(header, "verdict"), len(m.detectors), lines))
	b.WriteString(more)
	if elsewhere > 0 {
		b.WriteString(wrap(fmt.Sprintf("Of %s that survived these detectors docs/kill-matrix.md has others that noticed it.", plural(elsewhere, "mutant"))))
	}
	b.WriteString(wrap(fmt.Sprintf("Of %s, %d were noticed, %d are equivalent, %d survived, in %s on %s. A number is of executions until then, or of seconds where nobody counts; "+
		"with a dot it survived that many; - is of a detector that does not look at such code, ? was not run.", plural(len(rows), "mutant"), killed, equivalent, survived, seconds(took), plural(runtime.NumCPU(), "core"))))
	m.code = exitHeld
	if survived > 0 {
		m.code = exitBroken
	}
	if ctx.Err() != nil {
		b.WriteString(wrap(fmt.Sprintf("Cut short: %v.", context.Cause(ctx))))
		m.code = exitCut
	}
	_, err := io.WriteString(m.stdout, b.String())
	return err
}

// published is the matrix that is committed, or nil. Where all detectors are put to mutants
// nothing else counts.
func (m *mutating) published() *lab.Matrix {
	if m.all {
		return nil
	}
	names, err := committedResults(m.root)
	if err != nil || len(names) == 0 {
		return nil
	}
	x, err := m.matrixOf(slices.Max(names))
	if err != nil {
		return nil
	}
	return x
}
