package main

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

func TestBenchPool_WrongUse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"bench", "x"}, `unknown benchmark "x"; want pool, sched, seeds, service or lin`},
		{[]string{"bench", "pool", "x"}, `bench pool takes flags only, and no "x"`},
		{[]string{"bench", "-rounds", "-1"}, `-rounds is -1; want 0 or more`},
		{[]string{"bench", "-peers", "rayon,loom"}, `unknown peer "loom"; known are rayon, chili, forkjoinpool, goroutines, errgroup, conc, ants, pond, gammazero and none`},
		{[]string{"bench", "-quick", "sched"}, `put the flags of bench sched after sched`},
	} {
		code, stdout, stderr := call(t, t.Context(), "", c.args...)
		require.Equal(t, console.ExitUsage, code, "%q", c.args)
		require.Equal(t, "lab: "+c.want+"\n", stderr, "%q", c.args)
		require.Empty(t, stdout, "%q", c.args)
	}
	code, stdout, _ := call(t, t.Context(), "", "bench", "pool", "-h")
	require.Equal(t, console.ExitHeld, code)
	require.Contains(t, stdout, "EXIT CODES")
}

func TestBenchPool_Cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := call(t, ctx, "", "bench")
	require.Equal(t, console.ExitCut, code)
	require.Contains(t, stderr, "lab: stopping: context canceled\n")
	require.Contains(t, stdout, "<= 0.55 x  not measured\n")
}

// shortPool makes the benchmark as short as possible, with some programs replaced.
func shortPool(t *testing.T, change func(program string, p peers.Project) peers.Project) {
	spans, programs := quickPoolSpans, peerPrograms
	t.Cleanup(func() { quickPoolSpans, peerPrograms = spans, programs })
	quickPoolSpans = poolSpans{1, time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond, 1000, 20}
	peerPrograms = map[string]func(string) peers.Project{}
	for name, project := range programs {
		peerPrograms[name] = func(module string) peers.Project { return change(name, project(module)) }
	}
}

// Contestants that need only Go are measured, and absent tools are named.
func TestBenchPool_AbsentToolchains(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	shortPool(t, func(program string, p peers.Project) peers.Project {
		if program != "ours" {
			p.Needs = []string{"no-such-compiler"}
		}
		return p
	})
	code, stdout, stderr := call(t, t.Context(), "", "bench", "-quick", "-json")
	require.Equal(t, console.ExitHeld, code, stderr)
	var d benchDocument
	decode(t, stdout, &d)
	require.Subset(t, d.Absent, []string{
		"rayon, chili: Rust: there is no no-such-compiler in PATH",
		"forkjoinpool: Java: there is no no-such-compiler in PATH",
		"errgroup, conc, ants, pond, gammazero: Go: there is no no-such-compiler in PATH",
	})
	require.Equal(t, "bench", d.Verb)
	found := map[string]bool{}
	for _, r := range d.Rows {
		found[r.What] = r.Spread != nil
	}
	require.True(t, found["serial Go"])
	require.True(t, found["goroutines, WaitGroup"])
	require.True(t, found["sync.Cond, workers"])
	require.False(t, found["rayon"])
}

// A failing program makes the run fail.
func TestBenchPool_AProgramFails(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	shortPool(t, func(program string, p peers.Project) peers.Project {
		if program == "javapools" {
			return peers.Ours("../..") // this program has no contestant named plain
		}
		return p
	})
	code, stdout, _ := call(t, t.Context(), "", "bench", "pool", "-quick", "-peers", "forkjoinpool")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, stdout, "FAILED: round 1: ForkJoinPool, plain, fib(32), 1 worker: Go plain fib 1 32 0.001: exit status 1\n  no contestant plain; there are ")
}

func TestBenchPool_Golden(t *testing.T) {
	b := &poolBench{benchmark: benchmark{Command: &console.Command{}, rounds: 3, counts: "bytes"}, spans: usualPoolSpans}
	b.all = contestants([]string{"rayon", "goroutines", "ants"})
	for _, c := range b.all {
		if c.peer != "ants" || c.nests {
			c.runs = &peers.Program{}
		}
	}
	b.tasks()
	set := func(program, name, what string, workers int, bytes float64, values ...float64) {
		s := b.series[measurement{b.find(name, program), what, workers}]
		s.values, s.last = values, sample{bytes: &bytes, allocations: &bytes}
		s.foreign = []float64{0.05, 0.5, 0}
	}
	nan := math.NaN()
	set("ours", "serial", measure.Fib, 1, 0, 3.2, 3.3, 3.5)
	set("ours", oursTake, measure.Fib, 1, 0, 4.5, 4.8, 5)
	set("ours", oursTake, measure.Fib, 2, 0.1, 2.4, 2.4, 2.8)
	set("ours", oursJoin, measure.Fib, 1, 0.5, 6, nan, 6.2)
	set("ours", "closure", measure.Fib, 1, 1, 42, 43, 44)
	set("rustpools", "rayon", measure.Fib, 1, 0, 11, 12, 13)
	set("ours", "waitgroup", measure.Fib, 1, 58, 1100, 1050, 1400)
	set("ours", "serial", whole, 1, 0, 0.2, 0.2, 0.2)
	set("ours", oursTake, whole, 1, 0, 0.29, 0.3, 0.4)
	set("ours", ours, measure.Flat, 2, 0, 40, 45, 70)
	set("ours", "workers", measure.Flat, 2, 0, 44, 46, 60)
	set("ours", ours, measure.Hot, 1, 0, 300, 350, 600)
	set("ours", ours, measure.Cold, 1, 0, 4000, 6000, 12_000)
	set("ours", "cond", measure.Wake, 2, 0, 80_000, 85_000, 150_000)
	set("ours", ours, measure.Rest, 2, 0, 1.5, 1.7, 3)
	set("ours", ticker, measure.Rest, 2, 0, 1, 1.1, 1.2)
	for i, m := range b.nestings() {
		b.nesting[m] = i < 3
	}
	golden(t, "testdata/bench_pool.txt", comparison(b.rows(), b.counts))
}
