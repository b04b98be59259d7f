package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/lab/peers/measure"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// seedPeer is a scheduler or a deque that is not ours, or that another program than the
// experiments' own runs.
type seedPeer struct {
	scheduler  string // its name in rows and samples
	peer       string // its name in -peers; "" means ours
	program    string
	contestant string // its name in the program; "" means that it takes plans of package workload
	library    string // the library whose version is shown
	flat       bool   // it hangs if tasks wait for tasks
	as         string // its name in plans, if that differs
}

const (
	unpadded   = "vt, no padding"
	javaPlain  = "ForkJoinPool, plain"
	javaTuned  = "ForkJoinPool, tuned"
	typed      = "pool, Take" // package pool without closures
	crossbeam  = "crossbeam-deque"
	javaBlocks = "LinkedBlockingDeque"

	serialRust = "serial, Rust"
	serialJava = "serial, Java"
	serialCpp  = "serial, C++"
)

var allSeedPeers = []seedPeer{
	{scheduler: typed, program: "ours", contestant: oursTake},
	{scheduler: unpadded, program: "unpadded", as: "vt"},
	{scheduler: "goroutines", peer: "goroutines", program: "seeds"},
	{scheduler: "goroutines-limited", peer: "goroutines", program: "seeds"},
	{scheduler: "errgroup", peer: "errgroup", program: "gopools", library: "golang.org/x/sync"},
	{scheduler: "errgroup-limited", peer: "errgroup", program: "gopools", flat: true},
	{scheduler: "conc", peer: "conc", program: "gopools", library: "github.com/sourcegraph/conc"},
	{scheduler: "conc-limited", peer: "conc", program: "gopools", flat: true},
	{scheduler: "ants", peer: "ants", program: "gopools", library: "github.com/panjf2000/ants/v2"},
	{scheduler: "ants-bounded", peer: "ants", program: "gopools", flat: true},
	{scheduler: "pond", peer: "pond", program: "gopools", library: "github.com/alitto/pond/v2"},
	{scheduler: "pond-bounded", peer: "pond", program: "gopools", flat: true},
	{scheduler: "rayon", peer: "rayon", program: "rustpools", contestant: "rayon", library: "rayon"},
	{scheduler: javaPlain, peer: "forkjoinpool", program: "javapools", contestant: "plain"},
	{scheduler: javaTuned, peer: "forkjoinpool", program: "javapools", contestant: "tuned"},
	{scheduler: "oneTBB", peer: "onetbb", program: "tbbpools", contestant: "onetbb", library: "oneTBB"},
	{scheduler: serialRust, peer: "rayon", program: "rustpools", contestant: "serial"},
	{scheduler: serialJava, peer: "forkjoinpool", program: "javapools", contestant: "serial"},
	{scheduler: serialCpp, peer: "onetbb", program: "tbbpools", contestant: "serial"},
	{scheduler: crossbeam, peer: "crossbeam", program: "rustpools", contestant: "crossbeam", library: "crossbeam-deque"},
	{scheduler: "Chase-Lev in Java", peer: "javadeques", program: "javapools", contestant: "chaselev"},
	{scheduler: "ConcurrentLinkedDeque", peer: "javadeques", program: "javapools", contestant: "linked"},
	{scheduler: javaBlocks, peer: "javadeques", program: "javapools", contestant: "blocking"},
}

// seedPeerOf returns the peer that has this scheduler. A scheduler that is not listed belongs to
// the program of the experiments.
func seedPeerOf(scheduler string) seedPeer {
	for _, p := range allSeedPeers {
		if p.scheduler == scheduler {
			return p
		}
	}
	return seedPeer{scheduler: scheduler, program: "seeds"}
}

// seedPeers are the names in -peers.
func seedPeers() []string {
	var names []string
	for _, p := range allSeedPeers {
		if p.peer != "" && !slices.Contains(names, p.peer) {
			names = append(names, p.peer)
		}
	}
	return names
}

// twins are the schedulers that run a program without forks.
var twins = []string{workload.Serial, serialRust, serialJava, serialCpp}

func isTwin(scheduler string) bool { return slices.Contains(twins, scheduler) }

// translatedAs maps our names of programs to their names in the other languages.
var translatedAs = map[string]string{
	"fib1": measure.Fib, "fib": "fib12", "fib30": "fib30", "mergesort": "mergesort", "quicksort": "quicksort",
	"quicksort1000": "quicksort1000", "nqueens": "nqueens", "matmul": "matmul", "primes": "primes",
	"transform": "transform", "grains": "grains", "uts": "uts", "lu": "lu", "heat": "heat", "strassen": "strassen",
	"knapsack": "knapsack", workload.Even: workload.Even, workload.Skewed: workload.Skewed,
	workload.Pair: workload.Pair, workload.Thieves: workload.Thieves, workload.Latency: workload.Latency,
	workload.Steal: workload.Steal, workload.Items: workload.Items,
}

// flat are the programs whose tasks do not fork.
var flat = []string{"primes", "transform", "matmul", "lu", "heat", workload.Even, workload.Skewed}

// framed are the programs that also exist for the typed tier.
var framed = []string{"uts", "nqueens", "knapsack"}

// does reports whether a scheduler can run a program of this size.
func (p seedPeer) does(kernel string, size int) bool {
	switch {
	case p.scheduler == typed || p.scheduler == javaTuned:
		return kernel == "fib1"
	case p.scheduler == workload.Typed:
		return slices.Contains(framed, kernel)
	case p.flat:
		return slices.Contains(flat, kernel)
	case kernel == workload.Steal && size > 1:
		return p.scheduler == crossbeam || p.scheduler == javaBlocks || workload.StealsBatches(p.scheduler)
	case p.contestant != "":
		return translatedAs[kernel] != ""
	}
	return true
}

// prepare builds the needed programs, and compares their versions with those of the resumed run.
func (b *seedsBench) prepare(ctx context.Context, module string) error {
	if err := b.build(ctx, module); err != nil && ctx.Err() == nil {
		return err
	}
	return b.inherit()
}

// build builds the programs, and notes the versions of their libraries.
func (b *seedsBench) build(ctx context.Context, module string) error {
	for _, r := range b.runs {
		of := seedPeerOf(r.Scheduler)
		p := b.program(ctx, module, of.program, b.who(of.program))
		if p == nil || of.library == "" || b.versions[of.peer] != "" {
			continue
		}
		version := p.Library
		if of.program == "tbbpools" { // the library comes from the system, not from a lock file of ours
			version = func(string) (string, error) { return p.Asked(ctx) }
		}
		v, err := version(of.library)
		if err != nil {
			return err
		}
		b.versions[of.peer] = of.scheduler + " " + v
	}
	return nil
}

// who returns the names of the chosen peers in a program.
func (b *seedsBench) who(program string) string {
	switch program {
	case "seeds":
		return "the experiments"
	case "ours":
		return typed
	case "unpadded":
		return unpadded
	}
	var names []string
	for _, p := range allSeedPeers {
		if p.program == program && slices.Contains(b.chosen(), p.peer) && !slices.Contains(names, p.peer) {
			names = append(names, p.peer)
		}
	}
	return strings.Join(names, ", ")
}

// bounded returns the schedulers of the run that may hang if tasks wait for tasks.
func (b *seedsBench) bounded() []seedPeer {
	var all []seedPeer
	for _, r := range b.runs {
		if p := seedPeerOf(r.Scheduler); p.flat && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// nests returns the tasks that find out whether they hang.
func (b *seedsBench) nests() []task {
	b.nesting = map[string]bool{}
	var tasks []task
	for _, p := range b.bounded() {
		if program := b.programs[p.program]; program != nil {
			plan := measure.Plan{Peer: p.scheduler, What: measure.Nest, Workers: judgedWith, N: nestFib, For: quickPoolSpans.patience}
			tasks = append(tasks, nest(p.scheduler+", "+nestScenario, program, plan, func(ended bool) { b.nesting[p.scheduler] = ended }))
		}
	}
	return tasks
}

var nestScenario = fmt.Sprintf("fib(%d), %s", nestFib, console.Plural(judgedWith, "worker"))

// run does a measurement once.
func (p seedPeer) run(ctx context.Context, on *peers.Program, r seedRun, patience time.Duration) (workload.Measured, error) {
	if p.contestant == "" {
		r.Scheduler = cmp.Or(p.as, r.Scheduler)
		return on.Workload(ctx, patience, r.Plan)
	}
	what, of := translatedAs[r.Kernel], 1.0
	if what == measure.Fib {
		of = float64(forks(r.Size))
	}
	got, err := on.Measure(ctx, patience, measure.Plan{Peer: p.contestant, What: what, Workers: r.Workers, N: r.Size, For: max(r.For, time.Millisecond)})
	m := workload.Measured{Seconds: got.Median * of / 1e9, Runs: got.Runs, Metrics: map[string]float64{}}
	if r.Kernel == workload.Items && got.Bytes != nil {
		m.Metrics[workload.Bytes] = *got.Bytes
	}
	if got.Share != nil {
		m.Metrics[workload.Share] = *got.Share
	}
	if got.Waited != nil {
		m.Metrics[workload.Waited] = *got.Waited / 1e9
	}
	return m, err
}
