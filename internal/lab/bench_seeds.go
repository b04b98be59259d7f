package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// seedsBench repeats the experiments of the source documents.
type seedsBench struct {
	benchmark
	only         string
	workers      string
	resume       string
	from, charts string
	match        string
	kept         []seedSample      // of the resumed run
	were         map[string]string // versions in the resumed run
	runs         []seedRun
	series       map[seedRun]*series
	nesting      map[string]bool // whether a scheduler with a limit of workers can nest
}

// seedSample is one measurement.
type seedSample struct {
	seedRun
	Round   int      `json:"round"`             // counted from 1
	Date    string   `json:"date"`              // the day
	Foreign *float64 `json:"foreign,omitempty"` // processors that other processes kept busy
	workload.Measured
}

const seedsHelp = `  Repeats the experiments of the five source documents, and the usual programs of the
  field. They run on package pool, on the schedulers of pool/classic and on other
  schedulers. It also measures the deques of package wsq beside other deques. Each round
  measures everything once, each time in a new process, and checks every result.

    000     MergeSort, PrimeCounter, Fibonacci, ArrayTransform; time by workers
    001     fib with threshold 30, matmul in tiles of 64, quicksort; child and
            continuation stealing over three deques and a central one; speed-up,
            overhead, balance, failed attempts to steal; fib by its threshold
    002     fib, quicksort, mergesort, n-queens; one lock, many locks, stealing;
            many locks without padding
    003     even and skewed loads of N times 100 tasks; steals, time, waiting time
    004     local, global, steal, against one global queue; throughput by task size
    field   UTS, n-queens, LU, heat, strassen, knapsack; speed-up, steals, memory
    deques  the owner's pairs, throughput with thieves, steal latency, steals one by one
            and in batches, memory for each item; against crossbeam-deque and Java's

  goroutines, errgroup, conc, ants and pond run all programs. rayon, ForkJoinPool and
  oneTBB run translations of them. The first run builds them in the user's cache directory
  and needs a network. oneTBB needs g++ and libtbb-dev.

  Without -quick, sizes are those of the documents, except that quicksort has 1e8 numbers
  and not 1e9. One run takes hours. With -quick, the sizes are fib(42), matmul 512,
  quicksort 1e6 and N up to 8. The threshold of quicksort is a thousandth of the numbers,
  as in its document. A round of 001 takes three hours, or half an hour with -workers 2.

`

func benchSeeds(c *console.Command) *ffcli.Command {
	b := &seedsBench{benchmark: benchmark{Command: c, verb: "bench seeds"}}
	fs := c.FlagSet(b.verb)
	b.register(fs, seedPeers())
	fs.Lookup("quick").Usage = "smaller sizes: less than 5 minutes on two quiet cores"
	fs.StringVar(&b.only, "only", strings.Join(experimentNames(), ","), "`names` of the experiments to run")
	fs.StringVar(&b.workers, "workers", "", "only these `numbers` of workers, such as 1,2; loads and deques keep all theirs, because there the number is a size")
	fs.StringVar(&b.resume, "resume", "", "go on with the run that -save wrote to this `file`; -save may name the same file")
	fs.StringVar(&b.charts, "charts", "", "draw the charts of -from into this `directory`, and remove the charts of other runs")
	fs.StringVar(&b.match, "match", "", "with -charts, draw only files whose names match this `regexp`")
	fs.StringVar(&b.from, "from", "", "measure nothing; print the run that -save wrote to this `file`")
	return b.subcommand(fs, "the experiments of the five source documents, and deques", seedsHelp, func(ctx context.Context) error {
		return b.run(ctx, fs)
	})
}

// numbers reads a list such as 1,2. An empty text is an empty list.
func numbers(text string) (all []int, err error) {
	if text == "" {
		return nil, nil
	}
	for _, one := range strings.Split(text, ",") {
		n, err := strconv.Atoi(one)
		if err != nil || n < 1 || slices.Contains(all, n) {
			return nil, fmt.Errorf("%q is not a list of different numbers from 1 on, such as 1,2", text)
		}
		all = append(all, n)
	}
	return all, nil
}

func experimentNames() []string {
	var names []string
	for _, e := range seedExperiments {
		names = append(names, e.name)
	}
	return names
}

func (b *seedsBench) run(ctx context.Context, fs *flag.FlagSet) error {
	switch {
	case b.from == "" && b.charts != "":
		return errors.New("-charts needs -from")
	case b.charts == "" && b.match != "":
		return errors.New("-match needs -charts")
	case b.from != "":
		return b.show(fs)
	}
	only := strings.Split(b.only, ",")
	for i, name := range only {
		if !slices.Contains(experimentNames(), name) {
			return fmt.Errorf("unknown experiment %q; known are %s", name, strings.Join(experimentNames(), ", "))
		}
		if slices.Contains(only[:i], name) {
			return fmt.Errorf("-only names %s twice", name)
		}
	}
	workers, err := numbers(b.workers)
	if err != nil {
		return fmt.Errorf("-workers: %w", err)
	}
	for _, n := range workers {
		if err := b.measurable(only, n); err != nil {
			return fmt.Errorf("-workers: %w", err)
		}
	}
	if b.resume != "" {
		if err := b.restore(ctx); err != nil {
			return err
		}
	}
	if err := b.validate(seedPeers()); err != nil {
		return err
	}
	if err := b.overwrites(); err != nil {
		return err
	}
	b.runs = seedRuns(b.quick, only, b.chosen(), workers...)
	rounds := 5
	if b.quick {
		rounds = 2
	}
	return b.measure(ctx, rounds, b)
}

// measurable returns an error if no experiment can run with this number of workers.
func (b *seedsBench) measurable(only []string, workers int) error {
	var sized []string // experiments whose number of threads is a size
	for _, r := range seedRuns(b.quick, only, nil) {
		switch {
		case isLoad(r.Kernel) || isDeque(r.Kernel):
			sized = append(sized, r.Experiment)
		case r.Workers == workers && !isTwin(r.Scheduler):
			return nil
		}
	}
	says := ""
	if len(sized) > 0 {
		says = fmt.Sprintf("; the threads of %s are sizes, not workers", strings.Join(slices.Compact(sized), " and "))
	}
	return fmt.Errorf("none of the experiments can be measured with %d%s", workers, says)
}

// tasks returns the measurements that are still to be done.
func (b *seedsBench) tasks() []task {
	b.series = map[seedRun]*series{}
	var all []*series
	for _, r := range b.runs {
		if s := b.seriesOf(r); s != nil {
			all = append(all, s)
			b.series[r] = s
		}
	}
	tasks := interleave(b.rounds, all)
	for _, k := range b.kept {
		s := b.series[k.seedRun]
		if s == nil || k.Round < 1 || k.Round > b.rounds {
			continue
		}
		i := k.Round - 1
		v := k.value(k.Measured)
		s.values[i], s.samples[i] = v, sample{value: v, seen: k.Measured}
		if k.Foreign != nil {
			s.foreign[i] = *k.Foreign
		}
	}
	var left []task
	for i, t := range tasks {
		round, s := i/len(all), all[i%len(all)]
		if !math.IsNaN(s.values[round]) {
			continue
		}
		do := t.do
		t.do = func(ctx context.Context) (string, func(float64), error) {
			says, note, err := do(ctx)
			if err != nil {
				return says, note, err
			}
			return says, func(foreign float64) { note(foreign); b.keep() }, nil
		}
		left = append(left, t)
	}
	b.gather()
	return append(b.nests(), left...)
}

// seriesOf returns the series of a run, or nil if its program is missing.
func (b *seedsBench) seriesOf(r seedRun) *series {
	of := seedPeerOf(r.Scheduler)
	program := b.programs[of.program]
	if program == nil {
		return nil
	}
	s := &series{name: fmt.Sprintf("%s, %s, %s", r.title(), r.Scheduler, r.scenario()), show: r.unit().show}
	s.takes = max(100*time.Millisecond, 2*r.For)
	if r.For == 0 { // a long program runs once
		s.takes = time.Second
		if !b.quick {
			s.takes = 30 * time.Second
		}
	}
	if of.program == "javapools" {
		s.takes += 600 * time.Millisecond // Java needs a warm-up
	}
	patience := 10*s.takes + time.Minute
	s.measure = func(ctx context.Context) (sample, error) {
		m, err := of.run(ctx, program, r, patience)
		return sample{value: r.value(m), seen: m}, err
	}
	return s
}

// notes explain how to read the table.
func (b *seedsBench) notes() []string {
	sizes := "Sizes are those of the documents, except that quicksort has 1e8 numbers and not 1e9. Its threshold is a thousandth of them, as there."
	if b.quick {
		sizes = "Sizes that would take long are smaller than in the documents: fib(42) for fib(50), matmul 512 for 2048, quicksort of 1e6 numbers for 1e9, N up to 8 for 128."
	}
	return []string{
		fmt.Sprintf("%s, interleaved. Each figure comes from a process of its own. It is the median of the process's runs; a long program runs once. Results were checked after each run. %s", console.Plural(b.rounds, "round"), sizes),
		"A ratio is a speed-up: the time of the sequential twin in Go, divided by the time of the row, both of one round. For the loads of 003 the ratio divides the time of pool, because their twins run the least N only. For deques it divides the time of crossbeam-deque. " +
			fmt.Sprintf("Rows under one of ours are the other way round: our time divided by theirs. Programs are compared with %s.", console.Plural(judgedWith, "worker")),
		"Steals of 001 and field are tasks that ran on another worker than the one that forked them. Continuations are those that another worker resumed after a fork; they count apart. Steals of 003 are counted by the scheduler. Overhead is the time of all workers, divided by the time that they spent in functions of the program. " +
			"Balance is the time in such functions of the least busy worker, divided by that of the busiest. Both count a worker that has lost its processor as being in a function. In 001 the timed run is observed; in field another run is. Programs in other languages and the typed tier are not observed. The pool counts the steals of the typed tier.",
		"Locks is the runtime's estimate of how long goroutines waited for mutexes in a run. Goroutines, errgroup, conc, ants and pond have GOMAXPROCS in place of workers. Package pool and the twin have the same GOMAXPROCS; the loads of 003 have all processors of the machine. errgroup, conc, ants and pond have no limit if tasks wait for tasks, because one limited group or pool then hangs; the run tries that. With a limit they run the other programs. " +
			"All programs fork closures through an interface. ForkJoinPool and pool, Take do not in fib1, and pool-typed never does. Rust and C++ know at compile time what they call. Java is measured when it is warm. Compilers differ: the sequential twins of the other languages tell how much of a difference comes from the compiler.",
		"The owner's pairs are direct calls. All other calls of our deques go through an interface, which costs 2 to 3 ns a call. Items are pointers. A thief that finds nothing gives its processor away after 64 attempts. The time from a push to the thief includes two clock readings. Memory is the deque's own, without the items.",
	}
}
