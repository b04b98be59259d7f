package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/campaign"
	"github.com/stealproof/stealproof/internal/lab/results"
	"github.com/stealproof/stealproof/internal/mutation"
)

// matrix reads the file of results. If a mutant is stale, it reports that and returns nil.
func (m *mutating) matrix() (*campaign.Matrix, error) {
	return m.matrixOf(m.to)
}

func (m *mutating) matrixOf(file string) (*campaign.Matrix, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, fmt.Errorf("-to: %w", err)
	}
	cells, err := campaign.Read(file)
	if err == nil && len(cells) == 0 {
		err = fmt.Errorf("%s has no results", file)
	}
	if err != nil {
		return nil, err
	}
	digests, err := campaign.Digests(m.root, m.every)
	if err != nil {
		m.fails(err)
		return nil, nil
	}
	return &campaign.Matrix{Mutants: m.every, Digests: digests, Cells: cells, Source: campaign.SourceOf(file)}, nil
}

func (m *mutating) writeDocument() error {
	x, err := m.matrix()
	if x == nil {
		return err
	}
	docs := filepath.Join(m.root, "docs")
	if m.lines {
		return m.writeLines(x, docs)
	}
	for name, text := range map[string]string{campaign.Page: x.Document(), campaign.RowsPage: x.Rows()} {
		if err := results.Write(filepath.Join(docs, name), []byte(text)); err != nil {
			return err
		}
	}
	return m.printGaps(x, docs)
}

// writeLines writes the page of lines without a label. The mutants of the kill matrix count as changes of their lines.
func (m *mutating) writeLines(x *campaign.Matrix, docs string) error {
	labelled, err := mutation.All(m.root)
	if err != nil {
		return err
	}
	lines, before, err := mutation.Touched(m.root, labelled, campaign.Operated...)
	if err != nil {
		return err
	}
	_, touched, err := mutation.Touched(m.root, slices.Concat(labelled, m.every), campaign.Operated...)
	if err != nil {
		return err
	}
	file := filepath.Join(docs, campaign.LinesPage)
	if err := results.Write(file, []byte(x.Lines(campaign.Count{Lines: lines, Labelled: before, Touched: touched}))); err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.Stdout, "Wrote %s. Look at the difference before you commit it.\n", file)
	return err
}

// printGaps reports the gaps in the matrix, after the page was written.
func (m *mutating) printGaps(x *campaign.Matrix, docs string) error {
	fmt.Fprintf(m.Stdout, "Wrote %s and %s in %s. Look at the difference before you commit it.\n", campaign.Page, campaign.RowsPage, docs)
	if stale := x.Stale(); len(stale) > 0 {
		fmt.Fprintf(m.Stdout, "%s of older code, and left out: %s.\n", are(len(stale), "cell"), mutantsOf(stale))
	}
	if shorter := x.Shorter(m.budget); len(shorter) > 0 {
		fmt.Fprintf(m.Stdout, "%s of survivors that had a smaller budget than today: %s.\n", are(len(shorter), "cell"), mutantsOf(shorter))
	}
	missing := x.Missing()
	if len(missing) > 0 {
		fmt.Fprintf(m.Stderr, "lab: %s missing, which mutants -all fills: %s\n", are(len(missing), "cell"), strings.Join(missing, ", "))
		m.Code = console.ExitBroken
	}
	unexplained := x.Unexplained()
	for _, name := range unexplained {
		fmt.Fprintf(m.Stderr, "lab: only one kind of detector notices %s, and internal/mutation/enough.go gives no reason why that is enough\n", name)
	}
	if len(unexplained) > 0 {
		m.Code = console.ExitBroken
	}
	return nil
}

func are(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return console.Plural(n, thing) + " are"
}

func them(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

func have(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " has"
	}
	return console.Plural(n, thing) + " have"
}

// mutantsOf names the first few mutants of the cells, and counts the others.
func mutantsOf(cells []campaign.Cell) string {
	var names []string
	for _, c := range cells {
		if !slices.Contains(names, c.Mutant) {
			names = append(names, c.Mutant)
		}
	}
	const few = 3
	if len(names) > few {
		return strings.Join(names[:few], ", ") + fmt.Sprintf(" and %d more", len(names)-few)
	}
	return strings.Join(names, ", ")
}

// cellTask is a cell that is to be repeated.
type cellTask struct {
	mutation.Mutant
	cell campaign.Cell
}

// replayAll repeats a schedule of each mutant.
func (m *mutating) replayAll(ctx context.Context) error {
	x, err := m.matrix()
	if x == nil {
		return err
	}
	var tasks []cellTask
	without := 0
	for _, one := range m.mutants {
		c, is := x.Token(one.Name)
		switch {
		case is && slices.Contains(m.detectors, c.Detector):
			tasks = append(tasks, cellTask{one, c})
		case !is && x.Killed(one.Name):
			without++
		}
	}
	if without > 0 {
		fmt.Fprintf(m.Stdout, "%s no schedule.\n", have(without, "killed mutant"))
	}
	m.printStale(x)
	return m.each(ctx, tasks, "schedule", replayed)
}

// runAgain repeats each deterministic kill: its schedule or, if there is none, its search.
func (m *mutating) runAgain(ctx context.Context) error {
	x, err := m.matrix()
	if x == nil {
		return err
	}
	m.printStale(x)
	var tasks []cellTask
	for _, one := range m.mutants {
		row := x.Row(one.Name)
		for _, d := range m.detectors {
			if c := row[d]; c.Verdict == campaign.Killed && d.Deterministic() && d != campaign.TLC {
				tasks = append(tasks, cellTask{one, c})
			}
		}
	}
	return m.each(ctx, tasks, "kill", func(ctx context.Context, l *campaign.Lab, t cellTask) (string, error) {
		if t.cell.Repeatable() {
			return replayed(ctx, l, t)
		}
		c, err := l.Run(ctx, t.Mutant, t.cell.Detector)
		if err == nil && c.Verdict != campaign.Killed {
			return fmt.Sprintf("%s no longer notices it", t.cell.Detector), nil
		}
		return "", err
	})
}

// printStale names the kills of older code, which cannot be repeated. They are no success, because
// nothing is shown about these mutants.
func (m *mutating) printStale(x *campaign.Matrix) {
	if m.lines {
		m.printOpen(x)
		return
	}
	chosen := map[string]bool{}
	for _, one := range m.mutants {
		chosen[one.Name] = true
	}
	stale := slices.DeleteFunc(x.Stale(), func(c campaign.Cell) bool {
		return !chosen[c.Mutant] || c.Verdict != campaign.Killed || !c.Detector.Deterministic() || !slices.Contains(m.detectors, c.Detector)
	})
	if len(stale) > 0 {
		fmt.Fprintf(m.Stdout, "%s of older code, and left out until mutants -all fills %s again: %s.\n", are(len(stale), "kill"), them(len(stale)), mutantsOf(stale))
		m.Code = console.ExitBroken
	}
}

// printOpen counts the mutants of lines without a result. Each change of a function leaves some until the next
// campaign, so they are no failure.
func (m *mutating) printOpen(x *campaign.Matrix) {
	without := 0
	for _, one := range m.mutants {
		if len(x.Row(one.Name)) == 0 {
			without++
		}
	}
	if without > 0 {
		fmt.Fprintf(m.Stdout, "%s no result for the current code, until mutants -lines -all gives %s one.\n", have(without, "mutant"), them(without))
	}
}

// replayed repeats the schedule of a cell.
func replayed(ctx context.Context, l *campaign.Lab, t cellTask) (problem string, err error) {
	rule, err := l.Replay(ctx, t.Mutant, t.cell)
	if err == nil && rule != t.cell.Rule {
		problem = fmt.Sprintf("its schedule breaks %q; for %[3]s it broke %[2]q; if the code has changed, fill the cell again", rule, t.cell.Rule, t.cell.Detector)
	}
	return problem, err
}

// each repeats cells. The function do returns the problem with a cell, or "".
func (m *mutating) each(ctx context.Context, tasks []cellTask, what string, do func(context.Context, *campaign.Lab, cellTask) (string, error)) error {
	if len(tasks) == 0 {
		return fmt.Errorf("%s has no %s of these mutants in their current code", m.to, what)
	}
	l, show := m.open(m.mutants)
	if l == nil {
		return nil
	}
	defer l.Close()
	start := time.Now()
	show.Total = len(tasks)
	wrong, done := 0, 0
	said := start
	for _, t := range tasks {
		show.Begin(t.Name)
		show.BeginRule(string(t.cell.Detector))
		show.Tick()
		if !show.Live && time.Since(said) > console.Often {
			said = time.Now()
			show.Say("%s so far", console.Plural(done, what))
		}
		problem, err := do(ctx, l, t)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			show.Clear()
			m.fails(fmt.Errorf("%s: %w", t.Name, err))
			return nil
		}
		done++
		if problem != "" {
			wrong++
			show.Clear()
			fmt.Fprintf(m.Stdout, "%s: %s\n", t.Name, problem)
		}
	}
	show.Clear()
	if wrong > 0 {
		m.Code = console.ExitBroken
	}
	cut := ""
	if ctx.Err() != nil {
		m.Code = console.ExitCut
		cut = fmt.Sprintf(" Cut short: %v.", context.Cause(ctx))
	}
	_, err := fmt.Fprintf(m.Stdout, "repeated %s of %d; %d had another result; %s.%s\n", console.Plural(done, what), len(tasks), wrong, console.Seconds(time.Since(start)), cut)
	return err
}
