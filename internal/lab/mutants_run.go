package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/campaign"
	"github.com/stealproof/stealproof/internal/lab/results"
	"github.com/stealproof/stealproof/internal/mutation"
)

// mutantRow is a mutant and its cells.
type mutantRow struct {
	mutation.Mutant
	cells map[campaign.Detector]campaign.Cell
}

// open returns a lab of the mutants, and the progress that reports its builds. If a mutant is
// stale, it reports that and returns no lab.
func (m *mutating) open(mutants []mutation.Mutant) (*campaign.Lab, *console.Progress) {
	l, err := campaign.New(m.root, mutants)
	if err != nil {
		m.fails(err)
		return nil, nil
	}
	l.Budget = m.budget
	show := console.NewProgress(m.Stderr, len(mutants))
	l.Built = func(what string, took time.Duration) {
		m.mu.Lock()
		defer m.mu.Unlock()
		show.Clear()
		fmt.Fprintf(m.Stderr, "built %s, %s\n", what, console.Seconds(took))
	}
	return l, show
}

func (m *mutating) fails(err error) {
	m.Code = console.ExitBroken
	fmt.Fprintf(m.Stderr, "lab: %v\n", err)
}

// run fills the missing cells. A packed file of results is unpacked while cells are added.
func (m *mutating) run(ctx context.Context) error {
	if !results.IsPacked(m.to) {
		return m.fill(ctx)
	}
	digests, err := campaign.Digests(m.root, m.every)
	if err != nil {
		m.fails(err)
		return nil
	}
	if m.to, err = campaign.Unpack(m.to); err != nil {
		return err
	}
	filled := m.fill(ctx)
	return errors.Join(filled, campaign.Matrix{Mutants: m.every, Digests: digests}.Pack(m.to))
}

// fill fills cells, and adds them to a plain file of results.
func (m *mutating) fill(ctx context.Context) error {
	var known []campaign.Cell
	var err error
	if m.to != "" {
		if known, err = campaign.Read(m.to); err != nil {
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
	var rows []mutantRow
	all, within := errgroup.WithContext(ctx)
	all.SetLimit(m.parallel)
	for _, one := range m.mutants {
		row := mutantRow{one, map[campaign.Detector]campaign.Cell{}}
		all.Go(func() error {
			if within.Err() != nil {
				return nil
			}
			m.mu.Lock()
			rows = append(rows, row)
			show.Begin(one.Name)
			m.mu.Unlock()
			return m.cells(within, l, show, row, known)
		})
	}
	err = all.Wait()
	show.Clear()
	var broken *brokenError
	switch {
	case errors.As(err, &broken):
		m.fails(broken.error)
		return nil
	case err != nil:
		return err
	}
	return m.print(ctx, rows, time.Since(start))
}

// brokenError says why a detector could not run. The command reports it as a fault, and not as wrong use.
type brokenError struct{ error }

// cells fills the cells of one mutant.
func (m *mutating) cells(ctx context.Context, l *campaign.Lab, show *console.Progress, row mutantRow, known []campaign.Cell) error {
	for _, d := range m.detectors {
		if m.lines && killed(row.cells) {
			break // one detector is enough
		}
		if c, is := campaign.Find(known, l.Blank(row.Mutant, d)); is && !m.anew {
			row.cells[d] = c
			continue
		}
		m.mu.Lock()
		show.BeginRule(string(d))
		show.Tick()
		m.mu.Unlock()
		c, err := l.Run(ctx, row.Mutant, d)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return &brokenError{err}
		case c.Verdict == campaign.Inapplicable:
			continue
		}
		c.Machine = onMachine()
		row.cells[d] = c
		if err := m.save(show, row.Mutant, c); err != nil {
			return err
		}
	}
	return nil
}

// save prints a new cell, and adds it to the file of results.
func (m *mutating) save(show *console.Progress, of mutation.Mutant, c campaign.Cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !show.Live {
		show.Say("%s: %s", of.Name, tell(c))
	}
	if m.to == "" {
		return nil
	}
	return campaign.Append(m.to, c)
}

func killed(cells map[campaign.Detector]campaign.Cell) bool {
	for _, c := range cells {
		if c.Verdict == campaign.Killed {
			return true
		}
	}
	return false
}

// available removes the detectors that this machine lacks, and names them. It returns an error if
// the user asked for one of them.
func (m *mutating) available(ctx context.Context, l *campaign.Lab) error {
	var there []campaign.Detector
	for _, d := range m.detectors {
		err := l.Available(ctx, d)
		switch {
		case err == nil:
			there = append(there, d)
		case m.detector != "":
			return fmt.Errorf("-detector %s: %w", d, err)
		default:
			fmt.Fprintf(m.Stderr, "SKIPPED %s: %v\n", d, err)
		}
	}
	m.detectors = there
	return nil
}

// onMachine describes the machine that fills the cells.
func onMachine() string {
	text := fmt.Sprintf("%s, %s %s/%s", console.Plural(runtime.NumCPU(), "core"), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if name := processor(proc); name != "" {
		text = name + ", " + text
	}
	if load := loadAverage(proc); load != "" {
		text += ", load average " + load
	}
	return text
}

// tell describes the result of a detector.
func tell(c campaign.Cell) string {
	text := fmt.Sprintf("%s: %s", c.Detector, c.Verdict)
	if c.Rule != "" {
		text += " (" + c.Rule + ")"
	}
	if c.Executions > 0 {
		text += fmt.Sprintf(", %s executions", console.Count(c.Executions))
	}
	return text + fmt.Sprintf(", %.2f s", c.Seconds)
}

// fewRows is the largest number of mutants for which schedules are printed.
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
			line = append(line, campaign.Short(r.Mutant, d, r.cells))
			if c.Verdict == campaign.Killed {
				verdict = "killed"
			}
			if len(rows) <= fewRows && c.Verdict == campaign.Killed {
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
	b.WriteString(console.Table{Header: append(header, "verdict"), First: 1, Last: len(m.detectors), Lines: lines}.String() + more)
	others := ""
	if elsewhere > 0 {
		others = fmt.Sprintf(", %d noticed by other detectors only (docs/kill-matrix-rows.md)", elsewhere)
	}
	b.WriteString(console.Wrap(fmt.Sprintf("%s: %d noticed%s, %d equivalent, %d survived, in %s on %s. A number counts executions until the failure, or seconds if the detector does not count. "+
		"A number with a dot is what the mutant survived. A dash means that the detector does not look at such code, and ? that it did not run.", console.Plural(len(rows), "mutant"), killed, others, equivalent, survived, console.Seconds(took), console.Plural(runtime.NumCPU(), "core"))))
	m.Code = console.ExitHeld
	if survived > 0 {
		m.Code = console.ExitBroken
	}
	if ctx.Err() != nil {
		b.WriteString(console.Wrap(fmt.Sprintf("Cut short: %v.", context.Cause(ctx))))
		m.Code = console.ExitCut
	}
	_, err := io.WriteString(m.Stdout, b.String())
	return err
}

// published returns the committed matrix, or nil. With -all only the results of this run count.
func (m *mutating) published() *campaign.Matrix {
	if m.all || m.lines {
		return nil
	}
	newest, err := campaign.Newest(m.root, campaign.OfMatrix)
	if err != nil || newest == "" {
		return nil
	}
	x, err := m.matrixOf(newest)
	if err != nil {
		return nil
	}
	return x
}
