package measure

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// simple runs everything at once.
var simple = Contestant{
	Fib: Unpooled(recursive),
	Post: func(_ int, task func()) (post, end func()) {
		var wg sync.WaitGroup
		return func() { wg.Go(task) }, wg.Wait
	},
	Call: func(int) (func(int) int, func()) { return func(x int) int { return x }, func() {} },
}

func recursive(n int) int {
	if n < 2 {
		return n
	}
	return recursive(n-1) + recursive(n-2)
}

func TestRun(t *testing.T) {
	for _, what := range []string{Fib, Nest, Flat, Hot, Cold, Wake, Rest} {
		p := Plan{Peer: "simple", What: what, Workers: 2, N: 15, For: 5 * time.Millisecond}
		back, err := parse(p.Args())
		require.NoError(t, err)
		require.Equal(t, p, back)
		r, err := simple.Run(p)
		require.NoError(t, err)
		require.NoError(t, r.Check(p))
		require.Equal(t, what == Fib || what == Flat, r.Bytes != nil)
		_, err = Contestant{}.Run(p)
		require.EqualError(t, err, "simple has no measurement "+what+" with 2 workers, 15, 5ms")
	}
}

func TestRun_WrongResults(t *testing.T) {
	wrong := Contestant{
		Fib:  Unpooled(func(n int) int { return n }),
		Call: func(int) (func(int) int, func()) { return func(int) int { return 7 }, func() {} },
	}
	for what, want := range map[string]string{
		Fib:  "wrong fib, 1 workers: fib(7) is 7, not 13",
		Nest: "wrong nest, 1 workers: fib(7) is 7, not 13",
		Hot:  "wrong hot, 1 workers: a call returned 7, not 0",
	} {
		_, err := wrong.Run(Plan{Peer: "wrong", What: what, Workers: 1, N: 7, For: time.Minute})
		require.EqualError(t, err, want)
	}
}

func TestNest_Hangs(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	hanging := Contestant{Fib: Unpooled(func(int) int { <-stop; return 0 })}
	p := Plan{Peer: "hanging", What: Nest, Workers: 1, N: 7, For: time.Millisecond}
	r, err := hanging.Run(p)
	require.NoError(t, err)
	require.NoError(t, r.Check(p))
	require.False(t, r.Finished)
}

func TestFlat_AllocatesPerTask(t *testing.T) {
	r, err := Contestant{Post: func(_ int, task func()) (post, end func()) {
		return func() { sink = make([]byte, 64); task() }, func() {}
	}}.Run(Plan{What: Flat, Workers: 1, N: 10_000, For: time.Millisecond})
	require.NoError(t, err)
	require.InDelta(t, 64, *r.Bytes, 1)
	require.InDelta(t, 1, *r.Allocations, 0.1)
}

var sink []byte

func TestCheck(t *testing.T) {
	p := Plan{Peer: "p", What: Fib, Workers: 1, N: 20}
	r := Result{Peer: "p", What: Fib, Workers: 1, N: 20, Runs: 3, Best: 1, Median: 2, Finished: true}
	require.NoError(t, r.Check(p))
	for want, change := range map[string]func(*Result){
		"p fib, 1 workers: the result is of p fib, 2 workers, 20": func(r *Result) { r.Workers = 2 },
		"p fib, 1 workers: it was not finished":                   func(r *Result) { r.Finished = false },
		"p fib, 1 workers: best 3, median 2 of 3":                 func(r *Result) { r.Best = 3 },
		"p fib, 1 workers: best 0, median 2 of 3":                 func(r *Result) { r.Best = 0 },
		"p fib, 1 workers: best 1, median 2 of 0":                 func(r *Result) { r.Runs = 0 },
	} {
		wrong := r
		change(&wrong)
		require.EqualError(t, wrong.Check(p), want)
	}
}

func TestParse_WrongUse(t *testing.T) {
	for _, args := range [][]string{{}, {"p", "fib", "1", "20"}, {"p", "fib", "x", "20", "1"}, {"p", "fib", "1", "x", "1"}, {"p", "fib", "1", "20", "x"}} {
		require.ErrorContains(t, run(nil, args), usage)
	}
	require.EqualError(t, run(map[string]Contestant{"a": {}, "b": {}}, []string{"p", "fib", "1", "20", "1"}), "no contestant p; there are a, b")
}
