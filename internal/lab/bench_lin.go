package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/report"
)

// broken is a broken structure, in the module examples and in Java.
type broken struct{ what, test, java string }

var brokenStructures = []broken{
	{"map with copy on write", "TestMap_Broken", "Map"},
	{"queue for one consumer", "TestQueue_Broken", "Queue"},
	{"ring for one producer and one consumer", "TestSPSC_Broken", "SPSC"},
	{"work-stealing deque", "TestDeque_Broken", "Stealing"},
	{"linked list of Harris", "TestSet_Broken", "Set"},
}

// linBench compares package lin with Lincheck.
type linBench struct {
	benchmark
	patience time.Duration // how long Lincheck may look for a fault
	ours     *check.Binary
	label    string // of Lincheck
	lincheck *peers.Program
	figures  []linFigures
}

// linFigures are the measurements of a structure.
type linFigures struct {
	ours, theirs *series
	missed       int // rounds in which Lincheck found nothing
}

const linHelp = `  Measures how many executions and how much time package lin and Lincheck take from the start
  of a check to the report of the fault, on five broken structures. Both run as they come, so
  they generate the scenarios and make the failure smaller. Building and starting are not
  counted. Without a JDK and Maven, only lin is measured.

`

func benchLin(c *console.Command) *ffcli.Command {
	b := &linBench{benchmark: benchmark{Command: c, verb: "bench lin", counts: "executions"}}
	fs := c.FlagSet(b.verb)
	b.register(fs, []string{"lincheck"})
	return b.subcommand(fs, "package lin against Lincheck, on broken structures", linHelp, b.run)
}

func (b *linBench) run(ctx context.Context) error {
	if err := b.validate([]string{"lincheck"}); err != nil {
		return err
	}
	rounds := 5
	if b.patience = 2 * time.Minute; b.quick {
		b.patience, rounds = time.Minute, 2
	}
	defer func() {
		if b.ours != nil {
			b.ours.Close()
		}
	}()
	return b.measure(ctx, rounds, b)
}

// prepare builds the examples and Lincheck.
func (b *linBench) prepare(ctx context.Context, module string) error {
	fmt.Fprintln(b.Stderr, "building the examples for the scheduler")
	var err error
	b.ours, err = check.Build(ctx, check.Source{Dir: filepath.Join(module, "examples"), Rewrite: []string{"."}, Test: ".", Tests: true})
	if err != nil && ctx.Err() == nil {
		return err
	}
	b.label = "Lincheck"
	for range b.chosen() {
		t := newTools()["lincheck"]
		b.lincheck = b.obtain(ctx, "lincheck", func() (*peers.Program, error) { return t.build(ctx, module) })
		b.label = t.label
	}
	return nil
}

func (b *linBench) tasks() []task {
	var all []*series
	b.figures = make([]linFigures, len(brokenStructures))
	for i, s := range brokenStructures {
		f := &b.figures[i]
		f.ours = &series{name: "lin, " + s.what, takes: time.Second, show: inSeconds.show, measure: func(ctx context.Context) (sample, error) {
			return findOurs(ctx, b.ours, s.test)
		}}
		all = append(all, f.ours)
		if b.lincheck == nil {
			continue
		}
		f.theirs = &series{name: b.label + ", " + s.what, takes: 20 * time.Second, show: inSeconds.show, measure: func(ctx context.Context) (sample, error) {
			r, err := b.lincheck.Lin(ctx, s.java, b.patience)
			if err == nil && !r.Found {
				f.missed++
			}
			return sample{value: r.ToReport, executions: r.Executions}, err
		}}
		all = append(all, f.theirs)
	}
	return interleave(b.rounds, all)
}

// findOurs checks a broken structure by package lin.
func findOurs(ctx context.Context, built *check.Binary, test string) (sample, error) {
	out, err := built.Run(ctx, check.Plan{Run: "^" + test + "$"})
	if err != nil {
		return sample{}, err
	}
	if len(out.Reports) != 1 || out.Reports[0].Ending != report.Failed || out.Reports[0].Rule != "linearizable" && out.Reports[0].Rule != report.RuleRace {
		return sample{}, fmt.Errorf("%s did not find the fault:\n%s", test, strings.TrimSpace(string(out.Output)))
	}
	return sample{value: out.Reports[0].Seconds, executions: out.Reports[0].Executions}, nil
}

func (b *linBench) rows() []benchRow {
	var rows []benchRow
	for i, s := range brokenStructures {
		ours := benchRow{Group: "to the fault", What: "lin", Scenario: s.what, Unit: inSeconds}
		theirs := benchRow{Group: ours.Group, What: b.label, Scenario: s.what, Unit: inSeconds, Under: true}
		if i < len(b.figures) {
			f := b.figures[i]
			ours.Values, ours.Executions = f.ours.values, f.ours.last.executions
			if f.theirs != nil {
				theirs.Values, theirs.Executions = f.theirs.values, f.theirs.last.executions
				theirs.Unfinished = f.missed > 0
			}
		}
		if b.lincheck == nil {
			theirs.Verdict = "NOT MEASURED"
		}
		rows = append(rows, ours.judged(), theirs.judged())
	}
	return rows
}

func (b *linBench) notes() []string {
	return []string{
		"Seconds from the start of a check to its report, with smaller scenarios and schedules looked for. Executions are those up to the first wrong " +
			"result. A time that is marked as unfinished has rounds in which Lincheck found nothing before its time was over.",
		"The structures are the same, access by access: see examples and internal/lab/peers/jvm. Lincheck has one processor, and takes calls of HashMap as one step.",
	}
}
