package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/mutation"
	"github.com/stealproof/stealproof/internal/mutation/lab"
)

// matrix reads the file of results.
func (m *mutating) matrix() (lab.Matrix, error) {
	cells, err := lab.Read(m.to)
	if err == nil && len(cells) == 0 {
		err = fmt.Errorf("%s has no results", m.to)
	}
	return lab.Matrix{Mutants: m.every, Cells: cells, Source: filepath.Base(m.to)}, err
}

func (m *mutating) writeDocument() error {
	x, err := m.matrix()
	if err != nil {
		return err
	}
	file := filepath.Join(m.root, "docs", "kill-matrix.md")
	if err := os.WriteFile(file, []byte(x.Document()), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.stdout, "Wrote %s. Look at the difference before you commit it.\n", file)
	return err
}

// cellTask is something that is to be done about a cell.
type cellTask struct {
	mutation.Mutant
	cell lab.Cell
}

// replayAll repeats a schedule of each mutant.
func (m *mutating) replayAll(ctx context.Context) error {
	x, err := m.matrix()
	if err != nil {
		return err
	}
	var tasks []cellTask
	for _, one := range m.mutants {
		if c, is := x.Token(one.Name); is && slices.Contains(m.detectors, c.Detector) {
			tasks = append(tasks, cellTask{one, c})
		}
	}
	return m.each(ctx, tasks, "schedule", replayed)
}

// runAgain repeats each deterministic kill: its schedule, or, where there is none to
// repeat, the search.
func (m *mutating) runAgain(ctx context.Context) error {
	x, err := m.matrix()
	if err != nil {
		return err
	}
	var tasks []cellTask
	for _, one := range m.mutants {
		row := x.Row(one.Name)
		for _, d := range m.detectors {
			if c := row[d]; c.Verdict == lab.Killed && d.Deterministic() && d != lab.TLC {
				tasks = append(tasks, cellTask{one, c})
			}
		}
	}
	return m.each(ctx, tasks, "kill", func(ctx context.Context, l *lab.Lab, t cellTask) (string, error) {
		if t.cell.Repeatable() {
			return replayed(ctx, l, t)
		}
		c, err := l.Run(ctx, t.Mutant, t.cell.Detector)
		if err == nil && c.Verdict != lab.Killed {
			return fmt.Sprintf("%s does not notice it any more", t.cell.Detector), nil
		}
		return "", err
	})
}

// replayed repeats the schedule of a cell.
func replayed(ctx context.Context, l *lab.Lab, t cellTask) (problem string, err error) {
	rule, err := l.Replay(ctx, t.Mutant, t.cell)
	if err == nil && rule != t.cell.Rule {
		problem = fmt.Sprintf("its schedule breaks %q, and broke %q for %s; if the code has changed, fill the cell anew", rule, t.cell.Rule, t.cell.Detector)
	}
	return problem, err
}

// each does something about cells, which says what is wrong, or nothing.
func (m *mutating) each(ctx context.Context, tasks []cellTask, what string, do func(context.Context, *lab.Lab, cellTask) (string, error)) error {
	if len(tasks) == 0 {
		return fmt.Errorf("%s has no %s of these mutants", m.to, what)
	}
	l, show := m.open(m.mutants)
	if l == nil {
		return nil
	}
	defer l.Close()
	start := time.Now()
	show.total = len(tasks)
	wrong, done := 0, 0
	said := start
	for _, t := range tasks {
		show.begin(t.Name)
		show.beginRule(string(t.cell.Detector))
		show.tick()
		if !show.live && time.Since(said) > often {
			said = time.Now()
			show.say("%s so far", plural(done, what))
		}
		problem, err := do(ctx, l, t)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			show.clear()
			m.fails(fmt.Errorf("%s: %w", t.Name, err))
			return nil
		}
		done++
		if problem != "" {
			wrong++
			show.clear()
			fmt.Fprintf(m.stdout, "%s: %s\n", t.Name, problem)
		}
	}
	show.clear()
	if wrong > 0 {
		m.code = exitBroken
	}
	cut := ""
	if ctx.Err() != nil {
		m.code = exitCut
		cut = fmt.Sprintf(" Cut short: %v.", context.Cause(ctx))
	}
	_, err := fmt.Fprintf(m.stdout, "%s of %d again, %d not as before, in %s.%s\n", plural(done, what), len(tasks), wrong, seconds(time.Since(start)), cut)
	return err
}
