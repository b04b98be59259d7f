package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/peers"
	"github.com/stealproof/stealproof/internal/peers/measure"
	"github.com/stealproof/stealproof/internal/workload"
)

// seedsBench repeats the experiments of the source documents.
type seedsBench struct {
	benchmark
	only         string
	resume       string
	from, charts string
	kept         []seedSample // of the run that is resumed
	runs         []seedRun
	series       map[seedRun]*series
	ours, typed  *peers.Program
	java         *peers.Program
}

// seedSample is one measurement.
type seedSample struct {
	seedRun
	Round   int      `json:"round"`             // from 1
	Foreign *float64 `json:"foreign,omitempty"` // processors that others kept busy
	workload.Measured
}

var seedPeers = []string{"forkjoinpool", "goroutines"}

const seedsHelp = `  Repeats the experiments of the five source documents, and the usual programs of the
  field, on package pool, on the schedulers of pool/classic and on others. All are measured
  once in each round, one after the other, each time in a new process, and every result is
  checked.

    000    MergeSort, PrimeCounter, Fibonacci, ArrayTransform; time by workers
    001    fib with threshold 30, matmul in tiles of 64, quicksort; child and
           continuation stealing over three deques; speed-up, overhead, balance
    002    fib, quicksort, mergesort, n-queens; one lock, many locks, stealing
    003    even and skewed loads of N times 100 tasks; steals, time, waiting time
    004    local, global, steal, against one global queue; throughput by task size
    field  UTS, n-queens, LU, heat, strassen, knapsack; speed-up, steals, memory

  Without -quick sizes are those of the documents, but quicksort has 1e8 numbers, not 1e9,
  and one run takes hours. With -quick: fib(42), matmul 512, quicksort 2e6, N up to 16.

`

func (c *command) benchSeeds() *ffcli.Command {
	b := &seedsBench{benchmark: benchmark{command: c, verb: "bench seeds"}}
	fs := c.flagSet(b.verb)
	b.register(fs, seedPeers)
	fs.Lookup("quick").Usage = "smaller sizes: less than 5 minutes on two quiet cores"
	fs.StringVar(&b.only, "only", strings.Join(experimentNames(), ","), "`names` of the experiments to do")
	fs.StringVar(&b.resume, "resume", "", "go on with the run that has left this `file` by -save; it may be that of -save")
	fs.StringVar(&b.charts, "charts", "", "measure nothing: draw charts into this `directory`, from -from")
	fs.StringVar(&b.from, "from", "", "the `file` of -save to draw")
	return &ffcli.Command{
		Name:       "seeds",
		ShortUsage: "stealproof bench seeds [flags]",
		ShortHelp:  "the experiments of the five source documents",
		LongHelp:   seedsHelp + benchCodes,
		FlagSet:    fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := noArguments(b.verb, args); err != nil {
				return err
			}
			return b.run(ctx, fs)
		},
	}
}

func experimentNames() []string {
	var names []string
	for _, e := range seedExperiments {
		names = append(names, e.name)
	}
	return names
}

func (b *seedsBench) run(ctx context.Context, fs *flag.FlagSet) error {
	if (b.charts == "") != (b.from == "") {
		return errors.New("-charts and -from belong together")
	}
	if b.charts != "" {
		if fs.NFlag() > 2 {
			return errors.New("-charts measures nothing: it takes no flag but -from")
		}
		return b.draw()
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
	if b.resume != "" { // before -save empties it
		if err := b.restore(); err != nil {
			return err
		}
	}
	if err := b.validate(seedPeers); err != nil {
		return err
	}
	b.runs = seedRuns(b.quick, only, b.chosen())
	rounds := 5
	if b.quick {
		rounds = 2
	}
	if ok, err := b.measure(ctx, rounds, b.prepare, b.tasks); !ok {
		return err
	}
	b.gather()
	return b.print(b.rows(), b.notes())
}

// restore reads the samples of an earlier run on the same machine.
func (b *seedsBench) restore() error {
	d, err := readSeeds(b.resume)
	switch now := newDocument(b.verb); {
	case err != nil:
		return fmt.Errorf("-resume: %w", err)
	case d.Quick != b.quick:
		return fmt.Errorf("-resume: %s has a run with -quick=%v", b.resume, d.Quick)
	case d.Go != now.Go || d.Processor != processor(proc) || d.Cores != runtime.NumCPU():
		return fmt.Errorf("-resume: %s was measured with %s on %d cores, %s", b.resume, d.Go, d.Cores, d.Processor)
	}
	b.kept = d.Samples
	return nil
}

// readSeeds reads what -save has written.
func readSeeds(file string) (benchDocument, error) {
	var d benchDocument
	text, err := os.ReadFile(file)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return d, fmt.Errorf("%s is not what -save writes: %w", file, err)
	}
	if d.Verb != "bench seeds" || len(d.Samples) == 0 {
		return d, fmt.Errorf("%s has no samples of bench seeds", file)
	}
	return d, nil
}

// seedPrograms are a variable for tests.
var seedPrograms = struct {
	ours, java func(module string) peers.Project
}{peers.Seeds, peers.JavaPool}

func (b *seedsBench) prepare(ctx context.Context, module string) error {
	b.ours = b.obtain(ctx, "the experiments", func() (*peers.Program, error) { return seedPrograms.ours(module).Build(ctx, peers.Cache()) })
	if slices.ContainsFunc(b.runs, func(r seedRun) bool { return seedPeer(r.Scheduler) == "forkjoinpool" }) {
		b.java = b.obtain(ctx, "forkjoinpool", func() (*peers.Program, error) { return seedPrograms.java(module).Build(ctx, peers.Cache()) })
	}
	if slices.ContainsFunc(b.runs, func(r seedRun) bool { return r.Scheduler == typed }) {
		b.typed = b.obtain(ctx, typed, func() (*peers.Program, error) { return peers.Ours(module).Build(ctx, peers.Cache()) })
	}
	if strings.Contains(b.versions["Go"], runtime.Version()) {
		delete(b.versions, "Go") // it is said anyway
	}
	return nil
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
		s.values[i], s.samples[i] = k.Seconds, sample{value: k.Seconds, seen: k.Measured}
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
	return left
}

// seriesOf returns a series of what is run, or nil if there is no program.
func (b *seedsBench) seriesOf(r seedRun) *series {
	s := &series{name: fmt.Sprintf("%s, %s, %s", r.title(), r.Scheduler, r.scenario()), show: inSeconds.show}
	s.takes = max(200*time.Millisecond, 2*r.For)
	if r.For == 0 { // one run, of what takes long
		s.takes = time.Second
		if !b.quick {
			s.takes = 30 * time.Second
		}
	}
	patience := 10*s.takes + time.Minute
	name, of, others := "", b.ours, false
	switch r.Scheduler {
	case javaPlain, javaTuned:
		name, of, others = strings.TrimPrefix(r.Scheduler, "ForkJoinPool, "), b.java, true
	case typed:
		name, of, others = oursTake, b.typed, true
	}
	switch {
	case of == nil:
		return nil
	case others:
		s.measure = func(ctx context.Context) (sample, error) {
			what, unit := r.Kernel, 1.0
			if what == "fib1" {
				what, unit = measure.Fib, float64(forks(r.Size))
			}
			m, err := of.Measure(ctx, measure.Plan{Peer: name, What: what, Workers: r.Workers, N: r.Size, For: max(r.For, time.Millisecond)})
			v := m.Median * unit / 1e9
			return sample{value: v, seen: workload.Measured{Seconds: v, Runs: m.Runs}}, err
		}
	default:
		s.measure = func(ctx context.Context) (sample, error) {
			m, err := of.Workload(ctx, patience, r.Plan)
			return sample{value: m.Seconds, seen: m}, err
		}
	}
	return s
}

// gather collects the samples, by round.
func (b *seedsBench) gather() {
	b.samples = nil
	for i := range b.rounds {
		for _, r := range b.runs {
			s := b.series[r]
			if s == nil || math.IsNaN(s.values[i]) {
				continue
			}
			k := seedSample{seedRun: r, Round: i + 1, Measured: s.samples[i].seen}
			if f := s.foreign[i]; !math.IsNaN(f) {
				f = math.Round(100*f) / 100
				k.Foreign = &f
			}
			b.samples = append(b.samples, k)
		}
	}
}

// keep writes what there is: if the run is killed it can be resumed.
func (b *seedsBench) keep() {
	if b.save == "" {
		return
	}
	b.gather()
	part := b.save + ".part"
	if os.WriteFile(part, []byte(encode(b.document(nil, nil))), 0o644) == nil {
		_ = os.Rename(part, filepath.Clean(b.save)) // at the end a failure is told
	}
}

// notes say how to read the table.
func (b *seedsBench) notes() []string {
	sizes := "Sizes are those of the documents, but quicksort has 1e8 numbers, not 1e9."
	if b.quick {
		sizes = "Sizes are smaller than in the documents where it would take long: fib(42) for fib(50), matmul 512 for 2048, quicksort of 2e6 numbers for 1e9, N up to 16 for 128."
	}
	return []string{
		fmt.Sprintf("%s, interleaved. Each figure is of a process of its own: the median of its runs, of which there is one where a run takes long. Results were checked after each run. %s", plural(b.rounds, "round"), sizes),
		"A ratio is a speed-up: the time of the sequential twin, divided by that of the row, both of one round. For the loads of 003, which have no twin, it is the time of pool, divided by that of the row.",
		"Steals of 001 and field are tasks that ran on another worker than the one that forked them; those of 003 are what the scheduler counts. Overhead is the time of all workers, divided by that which they were in functions of the program. " +
			"Balance is the time in such functions of the least busy worker, divided by that of the busiest. Both count a worker that has lost its processor to something else as in a function. 001 is observed as it is timed; of field another run is observed.",
		"Locks is how long goroutines waited for mutexes in a run, as the runtime estimates it. Goroutines have GOMAXPROCS as their workers. " +
			"All programs fork closures by way of an interface; ForkJoinPool and pool, Take, do so without. Java is measured when it is warm.",
	}
}
