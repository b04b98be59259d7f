package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

// poolSpans sets the length and the size of measurements.
type poolSpans struct {
	rounds   int
	each     time.Duration
	rest     time.Duration // for an almost idle pool
	patience time.Duration // how long to wait for a pool that may hang
	tasks    int           // number of posted tasks
	whole    int           // n of the fib that one figure times as a whole
}

var (
	usualPoolSpans = poolSpans{5, 500 * time.Millisecond, 2 * time.Second, 3 * time.Second, 1_000_000, 38}
	quickPoolSpans = poolSpans{2, 50 * time.Millisecond, 500 * time.Millisecond, 500 * time.Millisecond, 100_000, 36}
)

// poolBench compares the pool with pools of Rust, Java and Go.
type poolBench struct {
	benchmark
	spans   poolSpans
	all     []*contestant
	series  map[measurement]*series
	nesting map[measurement]bool // whether the computation ended
}

const poolHelp = `  Measures the fork-join pool beside goroutines, errgroup, conc, ants, pond and gammazero's
  workerpool. With cargo it also measures rayon and chili, and with a JDK Java's
  ForkJoinPool. Each round measures everything once, each time in a new process. The first
  run builds the peers in the user's cache directory, which takes a minute and a network.
  internal/lab/peers names their versions.

`

// poolBenchFlags returns the benchmark of the pool and its flags.
func poolBenchFlags(c *console.Command, verb string) (*poolBench, *flag.FlagSet) {
	b := &poolBench{benchmark: benchmark{Command: c, verb: verb, counts: "bytes"}}
	fs := c.FlagSet(verb)
	b.register(fs, poolPeers)
	return b, fs
}

func benchPool(c *console.Command) *ffcli.Command {
	b, fs := poolBenchFlags(c, "bench pool")
	return b.subcommand(fs, "the fork-join pool against those of Rust, Java and Go", poolHelp, b.run)
}

func (b *poolBench) run(ctx context.Context) error {
	if err := b.validate(poolPeers); err != nil {
		return err
	}
	b.spans = usualPoolSpans
	if b.quick {
		b.spans = quickPoolSpans
	}
	b.all = contestants(b.chosen())
	return b.measure(ctx, b.spans.rounds, b)
}

// prepare builds the programs of all contestants. It notes each program that cannot be built.
func (b *poolBench) prepare(ctx context.Context, module string) error {
	for _, c := range b.all {
		p := b.program(ctx, module, c.program, b.names(c.program))
		if p == nil {
			continue
		}
		c.runs = p
		if c.library != "" {
			v, err := p.Library(c.library)
			if err != nil {
				return err
			}
			c.label = strings.Replace(c.label, c.lead(), c.lead()+" "+v, 1)
		}
	}
	return nil
}

// names returns the peers in a program.
func (b *poolBench) names(program string) string {
	var names []string
	for _, c := range b.all {
		name := c.peer
		if name == "" && c.program == "ours" {
			name = "ours"
		}
		if c.program == program && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// notes explain how to read the table.
func (b *poolBench) notes() []string {
	return []string{
		fmt.Sprintf("%s, interleaved. Each figure comes from a process of its own, which repeats its measurement for %v, or at least three times. "+
			"Forks, tasks and fib(%d) count by the best repetition. Submissions and wakes are timed one by one, and count by the median. A ratio divides two figures of one round. "+
			"A row that is not named as a ratio is divided by ours, or by Join for fib.", console.Plural(b.rounds, "round"), b.spans.each, b.spans.whole),
		fmt.Sprintf("fib(n) forks fib(n-2) at each call, without a cutoff. Its time is divided by fib(n+1)-1 forks, also in serial rows. chili offers one fork "+
			"in 64 to others, and Rust's compiler makes a loop of half of the serial fib. Go programs have as many processors as workers there. ants, pond and gammazero "+
			"have no limit of workers for fib. The run tries whether bounded pools can nest, with fib(%d), which has %d forks, for %v.", nestFib, forks(nestFib), b.spans.patience),
		fmt.Sprintf("One goroutine outside the pool posts the flat tasks, and each task adds to one counter. A submission blocks until the task's result is there. "+
			"It meets one worker that was idle for %s before, or was not. For a wake there are two workers that were idle for %s; the waking goroutine goes on computing. "+
			"The ticker posts an empty task every %v and takes time itself; with Run it waits for the task.", idle, idle, measure.Tick),
		"Quiet rounds are those in which others kept less than a tenth of a core busy during both measurements.",
	}
}
