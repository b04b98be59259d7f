package main

import (
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// seedRun is a measurement that each round does once.
type seedRun struct {
	Experiment string `json:"experiment"`
	workload.Plan
}

// seedExperiment is an experiment of a source document, of the field, or of deques.
type seedExperiment struct {
	name, title string
	kernels     []seedKernel
	schedulers  []string // the sequential twins come before them
	workers     []int
	quick       []int // workers
	observe     bool
}

// seedKernel is a program or a measurement of deques, with its sizes. Each size has a row.
type seedKernel struct {
	name        string
	full, quick []int
	coarse      bool     // a run takes seconds, and its tasks take milliseconds
	workers     []int    // nil means those of the experiment
	schedulers  []string // nil means those of the experiment
}

func sizes(n ...int) []int { return n }

// granularity is the program whose size is the threshold below which it forks nothing.
const granularity = "granularity"

var (
	threads     = sizes(1, 2, 4, 8)
	manyThreads = sizes(4, 8, 16, 32, 64, 128)
	thresholds  = sizes(8, 12, 16, 20, 24, 28, 32)

	// ourDeques are package pool with other deques than its default, Chase-Lev.
	ourDeques = []string{"pool-split", "pool-the", "pool-duffy", "pool-locked"}

	// inGo run all programs, except the bounded ones. elsewhere run translations.
	inGo      = []string{"goroutines-limited", "goroutines", "errgroup", "errgroup-limited", "conc", "conc-limited", "ants", "ants-bounded", "pond", "pond-bounded"}
	elsewhere = []string{"rayon", javaPlain, "oneTBB"}
	rivals    = slices.Concat(inGo, elsewhere)
)

// seedExperiments are all experiments. The help names the sizes that are smaller than in the
// document.
var seedExperiments = []seedExperiment{
	{name: "000", title: "WSPool", workers: threads, quick: threads[:2],
		schedulers: slices.Concat([]string{"pool", typed, "wspool", javaTuned}, rivals),
		kernels: []seedKernel{
			{name: "mergesort", full: sizes(1_000_000), quick: sizes(500_000)},
			{name: "primes", full: sizes(1_000_000), quick: sizes(300_000)},
			{name: "fib1", full: sizes(25), quick: sizes(22)},
			{name: "transform", full: sizes(1_000_000), quick: sizes(1_000_000)},
		}},
	{name: "001", title: "child and continuation stealing", workers: threads, quick: sizes(2), observe: true,
		schedulers: slices.Concat([]string{"pool", "cmu-mutex", "cmu-entry-lock", "cmu-lock-free", "cmu-central", "2q-mutex", "2q-entry-lock", "2q-lock-free", "2q-central"}, rivals),
		kernels: []seedKernel{
			{name: "fib30", full: sizes(50), quick: sizes(42), coarse: true},
			{name: "matmul", full: sizes(2048), quick: sizes(512), coarse: true},
			{name: "quicksort1000", full: sizes(100_000_000), quick: sizes(1_000_000), coarse: true},
			{name: granularity, full: thresholds, quick: thresholds, schedulers: []string{"pool", "cmu-mutex", "cmu-lock-free", "2q-mutex", "2q-lock-free"}},
		}},
	{name: "002", title: "locks", workers: threads, quick: sizes(2),
		schedulers: slices.Concat([]string{"pool", "vt-one-lock", "vt", unpadded, "cmu-lock-free"}, rivals),
		kernels: []seedKernel{
			{name: "fib", full: sizes(35), quick: sizes(27)},
			{name: "quicksort", full: sizes(10_000_000), quick: sizes(500_000)},
			{name: "mergesort", full: sizes(10_000_000), quick: sizes(500_000)},
			{name: "nqueens", full: sizes(12), quick: sizes(10)},
		}},
	{name: "003", title: "bounded and unbounded deques", workers: manyThreads, quick: manyThreads[:2],
		schedulers: slices.Concat([]string{"iith-bounded", "iith-bounded-alone", "iith-unbounded", "iith-unbounded-alone", "pool"}, rivals),
		kernels: []seedKernel{
			{name: workload.Even, full: sizes(100), quick: sizes(100), coarse: true},
			{name: workload.Skewed, full: sizes(100), quick: sizes(100), coarse: true},
		}},
	{name: "004", title: "local, global, steal", workers: sizes(1, 2, 4), quick: sizes(2),
		schedulers: slices.Concat([]string{"pool", "duffy", "duffy-global", "cmu-central"}, rivals),
		kernels:    []seedKernel{{name: "grains", full: sizes(1, 3, 10, 30, 100, 300), quick: sizes(1, 10, 100)}}},
	{name: "field", title: "the usual programs", workers: sizes(1, 2, 4), quick: sizes(2), observe: true,
		schedulers: slices.Concat([]string{"pool", workload.Typed, "pool-scope"}, ourDeques, []string{"cmu-mutex", "cmu-entry-lock", "cmu-lock-free"}, rivals),
		kernels: []seedKernel{
			{name: "uts", full: sizes(20_000), quick: sizes(500)},
			{name: "nqueens", full: sizes(12), quick: sizes(10)},
			{name: "lu", full: sizes(1024), quick: sizes(256)},
			{name: "heat", full: sizes(1024), quick: sizes(512)},
			{name: "strassen", full: sizes(1024), quick: sizes(256)},
			{name: "knapsack", full: sizes(30), quick: sizes(22)},
		}},
	{name: "deques", title: "package wsq", workers: sizes(1), quick: sizes(1),
		schedulers: append(workload.Deques(), crossbeam, "Chase-Lev in Java", "ConcurrentLinkedDeque", javaBlocks),
		kernels: []seedKernel{
			{name: workload.Pair, full: sizes(1, workload.Batch), quick: sizes(1, workload.Batch)},
			{name: workload.Thieves, full: sizes(64), quick: sizes(64), workers: sizes(2, 3, 5)},
			{name: workload.Latency, full: sizes(1), quick: sizes(1), workers: sizes(2)},
			{name: workload.Steal, full: sizes(1, 32), quick: sizes(1, 32)},
			{name: workload.Items, full: sizes(100_000), quick: sizes(100_000)},
		}},
}

func isLoad(kernel string) bool { return kernel == workload.Even || kernel == workload.Skewed }

func isDeque(kernel string) bool { return slices.Contains(workload.DequeMeasurements(), kernel) }

// seedRuns returns the runs of a round, in order. If workers are given, it keeps only these
// numbers of workers.
func seedRuns(quick bool, only, peers []string, workers ...int) []seedRun {
	var all []seedRun
	for _, e := range seedExperiments {
		if slices.Contains(only, e.name) {
			for _, k := range e.kernels {
				all = append(all, e.runs(k, quick, peers, workers)...)
			}
		}
	}
	return all
}

func (e seedExperiment) runs(k seedKernel, quick bool, peers []string, only []int) []seedRun {
	workers, ns, each := e.workers, k.full, 500*time.Millisecond
	if quick {
		workers, ns, each = e.quick, k.quick, 50*time.Millisecond
	}
	switch {
	case k.workers != nil:
		workers = k.workers
	case len(only) > 0 && !isLoad(k.name) && !isDeque(k.name): // for loads and deques the number is the size
		workers = slices.DeleteFunc(slices.Clone(workers), func(n int) bool { return !slices.Contains(only, n) })
		if len(workers) == 0 {
			return nil
		}
	}
	if k.coarse {
		each = 0
	}
	schedulers := e.schedulers
	if k.schedulers != nil {
		schedulers = k.schedulers
	}
	var all []seedRun
	for _, n := range ns {
		add := func(scheduler string, workers int) {
			p := seedPeerOf(scheduler)
			if (p.peer == "" || slices.Contains(peers, p.peer)) && p.does(k.name, n) {
				all = append(all, seedRun{e.name, workload.Plan{Kernel: k.name, Size: n, Scheduler: scheduler, Workers: workers,
					For: each, Observe: e.observe && !isTwin(scheduler) && k.name != granularity}}) // an observer would cost more than its small tasks
			}
		}
		for _, t := range twins {
			switch {
			case isLoad(k.name):
				add(t, workers[0]) // threads are the size of a load; this is the smallest
			case !isDeque(k.name):
				add(t, 1)
			}
		}
		for _, w := range workers {
			for _, s := range schedulers {
				add(s, w)
			}
		}
	}
	return all
}
