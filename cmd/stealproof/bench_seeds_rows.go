package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/workload"
)

// seedRun is something that is measured once in each round.
type seedRun struct {
	Experiment string `json:"experiment"`
	workload.Plan
}

// seedExperiment is one of the experiments of a source document, or of the field.
type seedExperiment struct {
	name, title string
	kernels     []seedKernel
	schedulers  []string // after the sequential twin
	workers     []int
	quick       []int // workers
	observe     bool
}

// seedKernel is a program and its sizes, of which a row for each is measured.
type seedKernel struct {
	name        string
	full, quick []int
	coarse      bool // a run takes seconds, its tasks milliseconds
}

const (
	javaPlain = "ForkJoinPool, plain"
	javaTuned = "ForkJoinPool, tuned"
	typed     = "pool, Take" // package pool without closures
)

func sizes(n ...int) []int { return n }

var (
	threads     = sizes(1, 2, 4, 8)
	manyThreads = sizes(4, 8, 16, 32, 64, 128)
)

// seedExperiments are all rows. Where full is less than the document's size, the help says so.
var seedExperiments = []seedExperiment{
	{name: "000", title: "WSPool", workers: threads, quick: threads,
		schedulers: []string{"pool", typed, "wspool", javaPlain, javaTuned, "goroutines", "goroutines-limited"},
		kernels: []seedKernel{
			{name: "mergesort", full: sizes(1_000_000), quick: sizes(1_000_000)},
			{name: "primes", full: sizes(1_000_000), quick: sizes(1_000_000)},
			{name: "fib1", full: sizes(25), quick: sizes(25)},
			{name: "transform", full: sizes(1_000_000), quick: sizes(1_000_000)},
		}},
	{name: "001", title: "child and continuation stealing", workers: threads, quick: sizes(2), observe: true,
		schedulers: []string{"pool", "cmu-mutex", "cmu-entry-lock", "cmu-lock-free", "2q-mutex", "2q-entry-lock", "2q-lock-free", "goroutines"},
		kernels: []seedKernel{
			{name: "fib30", full: sizes(50), quick: sizes(42), coarse: true},
			{name: "matmul", full: sizes(2048), quick: sizes(512), coarse: true},
			{name: "quicksort1000", full: sizes(100_000_000), quick: sizes(2_000_000), coarse: true},
		}},
	{name: "002", title: "locks", workers: threads, quick: sizes(2),
		schedulers: []string{"pool", "vt-one-lock", "vt", "cmu-lock-free", "goroutines"},
		kernels: []seedKernel{
			{name: "fib", full: sizes(35), quick: sizes(27)},
			{name: "quicksort", full: sizes(10_000_000), quick: sizes(500_000)},
			{name: "mergesort", full: sizes(10_000_000), quick: sizes(500_000)},
			{name: "nqueens", full: sizes(12), quick: sizes(10)},
		}},
	{name: "003", title: "bounded and unbounded deques", workers: manyThreads, quick: manyThreads[:3],
		schedulers: []string{"iith-bounded", "iith-bounded-alone", "iith-unbounded", "iith-unbounded-alone", "pool", "goroutines"},
		kernels: []seedKernel{
			{name: workload.Even, full: sizes(100), quick: sizes(100), coarse: true},
			{name: workload.Skewed, full: sizes(100), quick: sizes(100), coarse: true},
		}},
	{name: "004", title: "local, global, steal", workers: sizes(1, 2, 4), quick: sizes(2),
		schedulers: []string{"pool", "duffy", "duffy-global", "cmu-central", "goroutines"},
		kernels:    []seedKernel{{name: "grains", full: sizes(1, 3, 10, 30, 100, 300), quick: sizes(1, 10, 100)}}},
	{name: "field", title: "the usual programs", workers: sizes(1, 2, 4), quick: sizes(2), observe: true,
		schedulers: []string{"pool", "pool-scope", "cmu-mutex", "cmu-entry-lock", "cmu-lock-free", "goroutines"},
		kernels: []seedKernel{
			{name: "uts", full: sizes(20_000), quick: sizes(500)},
			{name: "nqueens", full: sizes(12), quick: sizes(10)},
			{name: "lu", full: sizes(1024), quick: sizes(256)},
			{name: "heat", full: sizes(1024), quick: sizes(512)},
			{name: "strassen", full: sizes(1024), quick: sizes(256)},
			{name: "knapsack", full: sizes(34), quick: sizes(26)},
		}},
}

func isLoad(kernel string) bool { return kernel == workload.Even || kernel == workload.Skewed }

// seedPeer is the peer in -peers that a scheduler is, or "".
func seedPeer(scheduler string) string {
	switch {
	case strings.HasPrefix(scheduler, "ForkJoinPool"):
		return "forkjoinpool"
	case strings.HasPrefix(scheduler, "goroutines"):
		return "goroutines"
	}
	return ""
}

// seedRuns returns those of a round, in order.
func seedRuns(quick bool, only, peers []string) []seedRun {
	var all []seedRun
	for _, e := range seedExperiments {
		if !slices.Contains(only, e.name) {
			continue
		}
		workers := e.workers
		if quick {
			workers = e.quick
		}
		for _, k := range e.kernels {
			ns, each := k.full, 500*time.Millisecond
			if quick {
				ns, each = k.quick, 50*time.Millisecond
			}
			if k.coarse {
				each = 0
			}
			for _, n := range ns {
				add := func(scheduler string, workers int) {
					all = append(all, seedRun{e.name, workload.Plan{Kernel: k.name, Size: n, Scheduler: scheduler, Workers: workers,
						For: each, Observe: e.observe && scheduler != workload.Serial}})
				}
				if !isLoad(k.name) {
					add(workload.Serial, 1)
				}
				for _, w := range workers {
					for _, s := range e.schedulers {
						if p := seedPeer(s); (p == "" || slices.Contains(peers, p)) && (k.name == "fib1" || s != typed && s != javaTuned) {
							add(s, w)
						}
					}
				}
			}
		}
	}
	return all
}

// scenario says what is done, in short.
func (r seedRun) scenario() string {
	switch {
	case r.Scheduler == workload.Serial:
		return "1 thread"
	case isLoad(r.Kernel):
		return fmt.Sprintf("N = %d, K = %d", r.Workers, r.Size)
	}
	return plural(r.Workers, "worker")
}

// title is that of the part of the table.
func (r seedRun) title() string {
	for _, e := range seedExperiments {
		if e.name != r.Experiment {
			continue
		}
		switch {
		case isLoad(r.Kernel):
			return fmt.Sprintf("%s, %s: %s load", e.name, e.title, r.Kernel)
		case r.Kernel == "grains":
			return fmt.Sprintf("%s, %s: %s tasks of about %s ns", e.name, e.title, count(workload.GrainTasks), count(100*r.Size))
		}
		return fmt.Sprintf("%s, %s: %s(%s)", e.name, e.title, r.Kernel, count(r.Size))
	}
	return r.Experiment
}

// beside is the same with another scheduler.
func (r seedRun) beside(scheduler string) seedRun {
	r.Scheduler = scheduler
	if scheduler == workload.Serial {
		r.Workers, r.Observe = 1, false
	}
	return r
}

// rows returns the table of what there is.
func (b *seedsBench) rows() []benchRow {
	var rows []benchRow
	for _, r := range b.runs {
		row := benchRow{Group: r.title(), What: r.Scheduler, Scenario: r.scenario(), Unit: inSeconds, Values: b.values(r)}
		if r.Scheduler != workload.Serial {
			by := workload.Serial
			if isLoad(r.Kernel) {
				by = "pool"
			}
			if r.Scheduler != by {
				row.Ratios = paired(b.values(r.beside(by)), row.Values)
			}
		}
		row.Verdict = b.says(r)
		rows = append(rows, row.judged())
	}
	return rows
}

func (b *seedsBench) values(r seedRun) []float64 {
	if s := b.series[r]; s != nil {
		return s.values
	}
	return nil
}

// seedMetrics are how the metrics of an experiment are shown.
var seedMetrics = []struct {
	name string
	in   string // experiments
	show func(float64) string
}{
	{workload.Steals, "001 003 field", func(v float64) string { return fmt.Sprintf("%.4g steals", v) }},
	{workload.Waited, "003", func(v float64) string { return "waited " + inSeconds.show(v) }},
	{workload.Overhead, "001 field", func(v float64) string { return fmt.Sprintf("overhead %.2f", v) }},
	{workload.Balance, "001", func(v float64) string { return fmt.Sprintf("balance %.2f", v) }},
	{workload.LockWaits, "002", func(v float64) string { return "locks " + inSeconds.show(v) }},
	{workload.Allocated, "field", func(v float64) string { return fmt.Sprintf("allocates %.2f MB", v/1e6) }},
	{workload.Memory, "field", func(v float64) string { return fmt.Sprintf("has %.0f MB", v/1e6) }},
}

// says is what else was measured: medians over the rounds.
func (b *seedsBench) says(r seedRun) string {
	s := b.series[r]
	if s == nil {
		return "NOT MEASURED"
	}
	var all []string
	if r.Kernel == "grains" {
		if sum, ok := summarize(s.values); ok {
			all = append(all, count(int(math.Round(workload.GrainTasks/sum.Median)))+" tasks/s")
		}
	}
	for _, m := range seedMetrics {
		var values []float64
		for i, v := range s.samples {
			if x, known := v.seen.Metrics[m.name]; known && !math.IsNaN(s.values[i]) {
				values = append(values, x)
			}
		}
		if sum, ok := summarize(values); ok && strings.Contains(m.in, r.Experiment) && r.Scheduler != workload.Serial {
			all = append(all, m.show(sum.Median))
		}
	}
	return strings.Join(all, ", ")
}
