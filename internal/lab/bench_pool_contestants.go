package main

import (
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/lab/peers"
	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

// contestant is a way to run tasks.
type contestant struct {
	peer    string // its name in -peers; "" means that it is always measured
	program string
	name    string // its name in the program
	label   string // its name in the table; the library's version comes after the lead
	library string // "" means none
	n       int    // size of fib, chosen to take some 50 ms; 0 means no fib
	serial  bool   // fib has no workers
	does    []string
	nests   bool           // the run tries whether it can nest
	runs    *peers.Program // nil if it was not built
}

// lead returns the part of the label that the version follows.
func (c *contestant) lead() string {
	lead, _, _ := strings.Cut(c.label, ",")
	return lead
}

const (
	ours     = "ours" // the contestant that posts tasks and calls
	oursJoin = "join"
	oursTake = "take"
	onCaller = "caller" // the same with Options.CallerRuns
	ticker   = "ticker"
)

var poolPeers = []string{"rayon", "chili", "forkjoinpool", "goroutines", "errgroup", "conc", "ants", "pond", "gammazero"}

// Sizes of fib: for forks that take nanoseconds, for forks that take microseconds, and for
// nesting.
const (
	largeFib = 32
	smallFib = 22
	nestFib  = 12
)

// contestants returns our contestants and those of the chosen peers. The order is the one in which
// they are measured. Contestants that are compared most stand together.
func contestants(chosen []string) []*contestant {
	const post, call, wake, rest = measure.Flat, measure.Hot, measure.Wake, measure.Rest
	all := []*contestant{
		{program: "ours", name: "serial", label: "serial Go", n: largeFib, serial: true},
		{program: "ours", name: oursTake, label: "ours, Take", n: largeFib, nests: true},
		{program: "ours", name: oursJoin, label: "ours, Join", n: largeFib, nests: true},
		{peer: "rayon", program: "rustpools", name: "rayon", label: "rayon", library: "rayon", n: largeFib, does: []string{call}},
		{peer: "chili", program: "rustpools", name: "chili", label: "chili", library: "chili", n: largeFib},
		{program: "ours", name: "both", label: "ours, Both", n: largeFib},
		{program: "ours", name: "closure", label: "ours, closures", n: largeFib},
		{peer: "forkjoinpool", program: "javapools", name: "plain", label: "ForkJoinPool, plain", n: largeFib, does: []string{call}},
		{peer: "forkjoinpool", program: "javapools", name: "tuned", label: "ForkJoinPool, tuned", n: largeFib},
		{peer: "rayon", program: "rustpools", name: "serial", label: "serial Rust", n: largeFib, serial: true},
		{peer: "forkjoinpool", program: "javapools", name: "serial", label: "serial Java", n: largeFib, serial: true},
		{program: "ours", name: ours, label: "ours", does: []string{post, call, wake, rest}},
		{program: "ours", name: "run", label: "ours, Run", does: []string{rest}},
		{program: "ours", name: onCaller, label: "ours, on the caller", does: []string{call}},
		{program: "ours", name: ticker, label: "ticker alone", does: []string{rest}},
		{peer: "goroutines", program: "ours", name: "workers", label: "buffered channel, workers", does: []string{post, call, wake, rest}},
		{peer: "goroutines", program: "ours", name: "cond", label: "sync.Cond, workers", does: []string{wake}},
		{peer: "goroutines", program: "ours", name: "waitgroup", label: "goroutines, WaitGroup", n: smallFib, does: []string{post}},
		{peer: "goroutines", program: "ours", name: "channel", label: "goroutines, channel", n: smallFib, does: []string{call}},
		{peer: "errgroup", program: "gopools", name: "errgroup", label: "errgroup", library: "golang.org/x/sync", n: smallFib, does: []string{post}},
		{peer: "conc", program: "gopools", name: "conc", label: "conc, WaitGroup", library: "github.com/sourcegraph/conc", n: smallFib, does: []string{post}},
		{peer: "conc", program: "gopools", name: "conc-pool", label: "conc, pool", library: "github.com/sourcegraph/conc", does: []string{post}},
		{peer: "ants", program: "gopools", name: "ants", label: "ants", library: "github.com/panjf2000/ants/v2", n: smallFib, does: []string{post, call, rest}},
		{peer: "pond", program: "gopools", name: "pond", label: "pond", library: "github.com/alitto/pond/v2", n: smallFib, does: []string{post, call, rest}},
		{peer: "pond", program: "gopools", name: "pond-submit", label: "pond, Submit", library: "github.com/alitto/pond/v2", does: []string{post}},
		{peer: "gammazero", program: "gopools", name: "gammazero", label: "gammazero", library: "github.com/gammazero/workerpool", n: smallFib, does: []string{post, call, rest}},
		{peer: "errgroup", program: "gopools", name: "errgroup-limited", label: "errgroup, limited", library: "golang.org/x/sync", nests: true},
		{peer: "conc", program: "gopools", name: "conc-limited", label: "conc, limited", library: "github.com/sourcegraph/conc", nests: true},
		{peer: "ants", program: "gopools", name: "ants-bounded", label: "ants, bounded", library: "github.com/panjf2000/ants/v2", nests: true},
		{peer: "pond", program: "gopools", name: "pond-bounded", label: "pond, bounded", library: "github.com/alitto/pond/v2", nests: true},
		{peer: "gammazero", program: "gopools", name: "gammazero-bounded", label: "gammazero, bounded", library: "github.com/gammazero/workerpool", nests: true},
	}
	return slices.DeleteFunc(all, func(c *contestant) bool { return c.peer != "" && !slices.Contains(chosen, c.peer) })
}

// measurement is one figure of a contestant.
type measurement struct {
	of      *contestant
	what    string
	workers int
}

// whole is the measurement of fib as a whole, beside the serial one.
const whole = "whole"

// measurements returns those of a round, in order.
func (b *poolBench) measurements() []measurement {
	var all []measurement
	for _, c := range b.all {
		if c.n == 0 {
			continue
		}
		all = append(all, measurement{c, measure.Fib, 1})
		if !c.serial {
			all = append(all, measurement{c, measure.Fib, 2})
		}
	}
	for _, c := range b.all {
		if c.name == oursTake || c.name == oursJoin || c.program == "ours" && c.serial {
			all = append(all, measurement{c, whole, 1})
		}
	}
	for _, m := range []struct {
		can, what string
		workers   int
	}{{measure.Flat, measure.Flat, 2}, {measure.Hot, measure.Hot, 1}, {measure.Hot, measure.Cold, 1}, {measure.Wake, measure.Wake, 2}, {measure.Rest, measure.Rest, 2}} {
		for _, c := range b.all {
			if slices.Contains(c.does, m.can) {
				all = append(all, measurement{c, m.what, m.workers})
			}
		}
	}
	return all
}
