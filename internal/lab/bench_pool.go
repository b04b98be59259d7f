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

// poolSpans says for how long and on what things are measured.
type poolSpans struct {
	rounds   int
	each     time.Duration
	rest     time.Duration // of an almost idle pool: it takes little in any case
	patience time.Duration // with what may hang
	tasks    int           // posted
	whole    int           // n of the fib that is timed as a whole
}

var (
	usualPoolSpans = poolSpans{5, 500 * time.Millisecond, 2 * time.Second, 3 * time.Second, 1_000_000, 38}
	quickPoolSpans = poolSpans{2, 50 * time.Millisecond, 500 * time.Millisecond, 500 * time.Millisecond, 100_000, 36}
)

// poolBench compares the pool with those of Rust, Java and Go.
type poolBench struct {
	benchmark
	spans   poolSpans
	all     []*contestant
	series  map[measurement]*series
	nesting map[measurement]bool // whether it ended
}

const poolHelp = `  Measures the fork-join pool, and beside it rayon and chili, if cargo is there, Java's
  ForkJoinPool, if a JDK is, and goroutines, errgroup, conc, ants, pond and gammazero's
  workerpool. All are measured once in each round, one after the other, each time in a
  new process. They are built in the user's cache directory, from the versions that
  internal/lab/peers names; the first time that takes a minute and a network.

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

// prepare builds the programs that have contestants. What cannot be had is noted.
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

// names are the peers in a program.
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

// notes say how to read the table.
func (b *poolBench) notes() []string {
	return []string{
		fmt.Sprintf("%s, interleaved. Each figure is of a process of its own, which repeats what it measures for %v or three times: "+
			"the best repetition for forks, tasks and fib(%d), the median of single ones for submissions and wakes. A ratio is of two figures of one round. "+
			"Where a row is not named as a ratio, its ratio is to ours, and to Join for fib.", console.Plural(b.rounds, "round"), b.spans.each, b.spans.whole),
		fmt.Sprintf("fib(n) forks fib(n-2) at each call, without cutoff; its time is shared among fib(n+1)-1 forks, serial ones too. chili lets others have one fork "+
			"in 64, and the compiler of Rust makes a loop of half of the serial fib. All that is Go has as many processors as workers there. ants, pond and gammazero "+
			"have no limit of workers for fib; whether bounded ones can nest is tried with fib(%d), which has %d forks, for %v.", nestFib, forks(nestFib), b.spans.patience),
		fmt.Sprintf("Flat tasks come from one goroutine that is no worker; each adds to one counter. A submission blocks until the result of a task is there; "+
			"there is one worker, which had nothing to do for %s before, or not. Who wakes one of two workers goes on computing, after %s without a task. "+
			"The ticker that posts an empty task every %v takes time itself; with Run it waits for the task.", idle, idle, measure.Tick),
		"Quiet rounds are those in which others kept less than a tenth of a core busy while either of the two was measured.",
	}
}
