package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/alitto/pond/v2"
	"github.com/panjf2000/ants/v2"
	"github.com/sourcegraph/conc"
	concpool "github.com/sourcegraph/conc/pool"
	"golang.org/x/sync/errgroup"

	"github.com/stealproof/stealproof/pool"
)

// crews makes the crew of each library for a number of processors.
var crews = map[string]func(workers int) crew{
	"ours": oursCrew,
	"goroutines": func(int) crew {
		return crewOf(func(limit int) (func(func()), func()) {
			var wg sync.WaitGroup
			places := make(chan struct{}, limit)
			return func(f func()) {
				places <- struct{}{}
				wg.Go(func() { defer func() { <-places }(); f() })
			}, wg.Wait
		}, func(f func()) func() {
			var wg sync.WaitGroup
			wg.Go(f)
			return wg.Wait
		})
	},
	"errgroup": func(int) crew {
		return crewOf(func(limit int) (func(func()), func()) {
			var g errgroup.Group
			g.SetLimit(limit)
			return func(f func()) { g.Go(func() error { f(); return nil }) }, func() { check(g.Wait()) }
		}, func(f func()) func() {
			var g errgroup.Group
			g.Go(func() error { f(); return nil })
			return func() { check(g.Wait()) }
		})
	},
	"conc": func(int) crew {
		return crewOf(func(limit int) (func(func()), func()) {
			p := concpool.New().WithMaxGoroutines(limit)
			return p.Go, p.Wait
		}, func(f func()) func() {
			var wg conc.WaitGroup
			wg.Go(f)
			return wg.Wait
		})
	},
	"pond": func(workers int) crew {
		bounded, nested := map[int]pond.Pool{}, pond.NewPool(0)
		for _, n := range []int{workers, 66} {
			bounded[n] = pond.NewPool(n)
		}
		return crewOf(func(limit int) (func(func()), func()) {
			g := bounded[limit].NewGroup()
			return func(f func()) { g.Submit(f) }, func() { check(g.Wait()) }
		}, func(f func()) func() {
			t := nested.Submit(f)
			return func() { check(t.Wait()) }
		})
	},
	"ants": func(workers int) crew {
		bounded, nested := map[int]*ants.Pool{}, startAnts(-1)
		for _, n := range []int{workers, 66} {
			bounded[n] = startAnts(n)
		}
		run := func(p *ants.Pool, wg *sync.WaitGroup, f func()) {
			wg.Add(1)
			check(p.Submit(func() { defer wg.Done(); f() }))
		}
		return crewOf(func(limit int) (func(func()), func()) {
			var wg sync.WaitGroup
			return func(f func()) { run(bounded[limit], &wg, f) }, wg.Wait
		}, func(f func()) func() {
			var wg sync.WaitGroup
			run(nested, &wg, f)
			return wg.Wait
		})
	},
}

// crewOf returns the crew of a library: group starts calls with a limit, and start starts one
// that may start others, without a limit. Each returns how to wait.
func crewOf(group func(limit int) (start func(func()), wait func()), start func(func()) (wait func())) crew {
	each := func(n, limit int, f func(i int)) {
		begin, wait := group(limit)
		for i := range n {
			begin(func() { f(i) })
		}
		wait()
	}
	var two both
	two = func(f, g func(both)) {
		wait := start(func() { f(two) })
		g(two)
		wait()
	}
	return crew{each: each, waits: each, fork: func(f func(both)) { f(two) }, sort: func(s []int) { quicksort(two, s) }}
}

// quicksort is the usual recursion, with a cutoff.
func quicksort(two both, s []int) {
	if len(s) <= 2048 {
		slices.Sort(s)
		return
	}
	a, b, c := s[0], s[len(s)/2], s[len(s)-1]
	pivot := max(min(a, b), min(max(a, b), c))
	i, j := 0, len(s)-1
	for i <= j {
		for s[i] < pivot {
			i++
		}
		for s[j] > pivot {
			j--
		}
		if i <= j {
			s[i], s[j] = s[j], s[i]
			i, j = i+1, j-1
		}
	}
	two(func(two both) { quicksort(two, s[:j+1]) }, func(two both) { quicksort(two, s[i:]) })
}

// oursCrew is a service with one pool.
func oursCrew(workers int) crew {
	// Patience is that of a pool with a worker for each processor.
	p, ctx := pool.New(pool.Options{Workers: workers, Patience: 200 * time.Microsecond}), context.Background()
	return crew{
		each: func(n, _ int, f func(i int)) { check(pool.ForEach(ctx, p, n, f, pool.Grain(1))) },
		waits: func(n, _ int, f func(i int)) { // the limit is that of the spares, and the workers
			check(pool.ForEachErr(ctx, p, n, func(w *pool.Worker, i int) error {
				w.Blocking(func() { f(i) })
				return nil
			}, pool.Grain(1)))
		},
		fork: func(f func(both)) {
			_, err := pool.Run(ctx, p, func(w *pool.Worker) (none struct{}, _ error) { f(on(w)); return })
			check(err)
		},
		sort: func(s []int) { check(pool.Sort(ctx, p, s)) },
	}
}

// on returns the fork of a worker.
func on(w *pool.Worker) both {
	return func(f, g func(both)) {
		pool.Join(w,
			func(w *pool.Worker) (none struct{}) { f(on(w)); return },
			func(w *pool.Worker) (none struct{}) { g(on(w)); return })
	}
}
