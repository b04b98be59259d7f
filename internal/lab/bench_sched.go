package main

import (
	"context"
	"fmt"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/lab/peers"
)

// spans sets the length of measurements.
type spans struct {
	rounds   int
	each     time.Duration // for a rate
	warmUp   time.Duration // for the Java machine, before a rate
	patience time.Duration // how long to wait for a search that may not end
}

var (
	usualSpans = spans{5, 3 * time.Second, 10 * time.Second, time.Minute}
	quickSpans = spans{2, time.Second, 5 * time.Second, 3 * time.Second}
)

// The scenarios, written as pushes, pops, thieves, and steals of each.
const (
	smallScenario = "2 2 2 1"
	rateScenario  = "2 2 2 2"
	largeScenario = "3 3 2 2"
)

// rungs are scenarios from large to small. A tool tries them in order until it finishes one.
var rungs = []string{smallScenario, "2 2 1 2", "2 2 1 1", "2 1 1 1", "1 1 1 1"}

// schedBench compares model/sched with other tools that control schedules.
type schedBench struct {
	benchmark
	spans   spans
	ours    *check.Binary
	tools   []*tool
	figures figures
}

const schedHelp = `  Measures how many executions of a Chase-Lev deque the scheduler runs in a second, and
  how long it takes to run all schedules of a small scenario. With cargo it does the same
  with loom and shuttle, and with a JDK and Maven with Lincheck. The first run builds them
  in the user's cache directory, which takes minutes and a network. internal/lab/peers
  names their versions.

`

func benchSched(c *console.Command) *ffcli.Command {
	b := &schedBench{benchmark: benchmark{Command: c, verb: "bench sched", counts: "executions"}}
	fs := c.FlagSet(b.verb)
	b.register(fs, toolNames())
	return b.subcommand(fs, "the scheduler against loom, shuttle and Lincheck", schedHelp, b.run)
}

func (b *schedBench) run(ctx context.Context) error {
	if err := b.validate(toolNames()); err != nil {
		return err
	}
	b.spans = usualSpans
	if b.quick {
		b.spans = quickSpans
	}
	defer func() {
		if b.ours != nil {
			b.ours.Close()
		}
	}()
	return b.measure(ctx, b.spans.rounds, b)
}

// prepare builds ours and the chosen tools. It notes each tool that cannot be built.
func (b *schedBench) prepare(ctx context.Context, module string) error {
	fmt.Fprintln(b.Stderr, "building the deques for the scheduler")
	var err error
	if b.ours, err = check.Build(ctx, check.Ours(module)); err != nil && ctx.Err() == nil {
		return err
	}
	all := newTools()
	for _, name := range b.chosen() {
		t := all[name]
		b.tools = append(b.tools, t)
		t.program = b.obtain(ctx, name, func() (*peers.Program, error) { return t.build(ctx, module) })
	}
	return nil
}
