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
	kept         []seedSample      // of the run that is resumed
	were         map[string]string // versions, there
	runs         []seedRun
	series       map[seedRun]*series
	nesting      map[string]bool // whether a scheduler whose workers are bounded can nest
}

// seedSample is one measurement.
type seedSample struct {
	seedRun
	Round   int      `json:"round"`             // from 1
	Date    string   `json:"date"`              // the day
	Foreign *float64 `json:"foreign,omitempty"` // processors that others kept busy
	workload.Measured
}

const seedsHelp = `  Repeats the experiments of the five source documents, and the usual programs of the
  field, on package pool, on the schedulers of pool/classic and on others, and measures
  the deques of package wsq beside others. All are measured once in each round, one after
  the other, each time in a new process, and every result is checked.

    000     MergeSort, PrimeCounter, Fibonacci, ArrayTransform; time by workers
    001     fib with threshold 30, matmul in tiles of 64, quicksort; child and
            continuation stealing over three deques; speed-up, overhead, balance
    002     fib, quicksort, mergesort, n-queens; one lock, many locks, stealing
    003     even and skewed loads of N times 100 tasks; steals, time, waiting time
    004     local, global, steal, against one global queue; throughput by task size
    field   UTS, n-queens, LU, heat, strassen, knapsack; speed-up, steals, memory
    deques  the owner's pairs, throughput with thieves, steal latency, steals one by one
            and in batches, memory for each item; against crossbeam-deque and Java's

  goroutines, errgroup, conc, ants and pond run all programs; rayon, ForkJoinPool and
  oneTBB run translations of them. They are built in the user's cache directory, the first
  time with a network; oneTBB needs g++ and Debian's libtbb-dev, or the like.

  Without -quick sizes are those of the documents, but quicksort has 1e8 numbers, not 1e9,
  and one run takes hours. With -quick: fib(42), matmul 512, quicksort 1e6, N up to 8. The
  threshold of quicksort is a thousandth of the numbers, as in its document. A round of
  001 takes three hours, and with -workers 2 half an hour.

`

func benchSeeds(c *console.Command) *ffcli.Command {
	b := &seedsBench{benchmark: benchmark{Command: c, verb: "bench seeds"}}
	fs := c.FlagSet(b.verb)
	b.register(fs, seedPeers())
	fs.Lookup("quick").Usage = "smaller sizes: less than 5 minutes on two quiet cores"
	fs.StringVar(&b.only, "only", strings.Join(experimentNames(), ","), "`names` of the experiments to do")
	fs.StringVar(&b.workers, "workers", "", "only these `numbers` of workers, such as 1,2, where an experiment has several; those of loads and deques are sizes")
	fs.StringVar(&b.resume, "resume", "", "go on with the run that has left this `file` by -save; it may be that of -save")
	fs.StringVar(&b.charts, "charts", "", "draw charts of -from into this `directory`, and remove those of other runs")
	fs.StringVar(&b.match, "match", "", "of -charts only files whose names match this `regexp`")
	fs.StringVar(&b.from, "from", "", "measure nothing: print the run that has left this `file` by -save")
	return b.subcommand(fs, "the experiments of the five source documents, and deques", seedsHelp, func(ctx context.Context) error {
		return b.run(ctx, fs)
	})
}

// numbers reads a list such as 1,2. Nothing is none.
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
		return errors.New("-charts wants -from")
	case b.charts == "" && b.match != "":
		return errors.New("-match wants -charts")
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

// measurable returns an error if none of the experiments has so many workers.
func (b *seedsBench) measurable(only []string, workers int) error {
	var sized []string // experiments whose threads are sizes
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

// tasks returns all that is still to be measured.
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

// seriesOf returns a series of what is run, or nil if there is no program.
func (b *seedsBench) seriesOf(r seedRun) *series {
	of := seedPeerOf(r.Scheduler)
	program := b.programs[of.program]
	if program == nil {
		return nil
	}
	s := &series{name: fmt.Sprintf("%s, %s, %s", r.title(), r.Scheduler, r.scenario()), show: r.unit().show}
	s.takes = max(100*time.Millisecond, 2*r.For)
	if r.For == 0 { // one run, of what takes long
		s.takes = time.Second
		if !b.quick {
			s.takes = 30 * time.Second
		}
	}
	if of.program == "javapools" {
		s.takes += 600 * time.Millisecond // it has to get warm
	}
	patience := 10*s.takes + time.Minute
	s.measure = func(ctx context.Context) (sample, error) {
		m, err := of.run(ctx, program, r, patience)
		return sample{value: r.value(m), seen: m}, err
	}
	return s
}

// notes say how to read the table.
func (b *seedsBench) notes() []string {
	sizes := "Sizes are those of the documents, but quicksort has 1e8 numbers, not 1e9, with a threshold of a thousandth of them, as there."
	if b.quick {
		sizes = "Sizes are smaller than in the documents where it would take long: fib(42) for fib(50), matmul 512 for 2048, quicksort of 1e6 numbers for 1e9, N up to 8 for 128."
	}
	return []string{
		fmt.Sprintf("%s, interleaved. Each figure is of a process of its own: the median of its runs, of which there is one where a run takes long. Results were checked after each run. %s", console.Plural(b.rounds, "round"), sizes),
		"A ratio is a speed-up: the time of the sequential twin in Go, divided by that of the row, both of one round. For the loads of 003, whose twins do the least N, it is the time of pool, and for deques that of crossbeam-deque, divided by that of the row. " +
			fmt.Sprintf("Rows under one of ours are the other way round: ours divided by that of the other, with %s for programs.", console.Plural(judgedWith, "worker")),
		"Steals of 001 and field are tasks that ran on another worker than the one that forked them; those of 003 are what the scheduler counts. Overhead is the time of all workers, divided by that which they were in functions of the program. " +
			"Balance is the time in such functions of the least busy worker, divided by that of the busiest. Both count a worker that has lost its processor to something else as in a function. 001 is observed as it is timed; of field another run is observed. What is not in Go, and the typed tier, is not observed; of the latter steals are what the pool counts.",
		"Locks is how long goroutines waited for mutexes in a run, as the runtime estimates it. Goroutines have GOMAXPROCS as their workers, also those of errgroup, conc, ants and pond, but for the loads of 003, which have the processors of the machine; so has package pool everywhere, and the twin. errgroup, conc, ants and pond have no limit where tasks wait for tasks: with one, in one group or pool for all, they hang then, which is tried; limited they run what does not nest. " +
			"All programs fork closures by way of an interface; in fib1 ForkJoinPool and pool, Take, do so without, and so does pool-typed, and Rust and C++ know at compile time whom they call. Java is measured when it is warm. Compilers differ: the sequential twins of the other languages say how much of a difference is not the scheduler's.",
		"The owner's pairs are direct calls; all else that is measured of ours goes through an interface, which costs 2 to 3 ns a call. Items are pointers. Thieves that find nothing give their processor away after 64 attempts. From a push to the thief: two clock readings are in it. Memory is what the deque holds beside the items.",
	}
}
