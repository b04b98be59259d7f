package main

import (
	"context"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
	"github.com/stealproof/stealproof/pool"
)

// pools has the tiers of package pool.
var pools = map[string]measure.Contestant{
	"join":    {Fib: typed(pool.Define(join))},
	"take":    {Fib: typed(pool.Define(take))},
	"both":    {Fib: typed(pool.Define(both))},
	"closure": {Fib: closures},
	"ours":    {Post: post, Call: call},
	"run":     {Post: run},
	"caller":  {Call: onCaller},
}

func join(c *pool.Ctx[int, int], n int) int {
	if n < 2 {
		return n
	}
	h := c.Fork(n - 2)
	a := join(c, n-1)
	return a + c.Join(h)
}

func take(c *pool.Ctx[int, int], n int) int {
	if n < 2 {
		return n
	}
	h := c.Fork(n - 2)
	a := take(c, n-1)
	if c.Take(h) {
		return a + take(c, n-2)
	}
	return a + c.Await(h)
}

func both(c *pool.Ctx[int, int], n int) int {
	if n < 2 {
		return n
	}
	a, b := c.Both(n-1, n-2)
	return a + b
}

func closure(w *pool.Worker, n int) int {
	if n < 2 {
		return n
	}
	a, b := pool.Join(w,
		func(w *pool.Worker) int { return closure(w, n-1) },
		func(w *pool.Worker) int { return closure(w, n-2) })
	return a + b
}

func start(workers int) (p *pool.Pool, end func()) {
	p = pool.New(pool.Options{Workers: workers})
	return p, func() { check(p.Close(context.Background())) }
}

func check(err error) {
	if err != nil {
		panic(err) // the program fails, so there is no result
	}
}

func typed(d *pool.Def[int, int]) func(int) (func(int) int, func()) {
	return func(workers int) (func(int) int, func()) {
		p, end := start(workers)
		return func(n int) int {
			r, err := d.Run(context.Background(), p, n)
			check(err)
			return r
		}, end
	}
}

func closures(workers int) (func(int) int, func()) {
	p, end := start(workers)
	return func(n int) int {
		r, err := pool.Run(context.Background(), p, func(w *pool.Worker) (int, error) { return closure(w, n), nil })
		check(err)
		return r
	}, end
}

func post(workers int, task func()) (func(), func()) {
	p, end := start(workers)
	body := func(*pool.Worker) { task() } // made once, so that posting allocates nothing here
	return func() { check(p.Go(body)) }, end
}

func call(workers int) (func(int) int, func()) {
	p, end := start(workers)
	return caller(p), end
}

// onCaller is like call, but the caller runs the task itself if a worker sleeps.
func onCaller(workers int) (func(int) int, func()) {
	p := pool.New(pool.Options{Workers: workers, CallerRuns: true})
	return caller(p), func() { check(p.Close(context.Background())) }
}

func caller(p *pool.Pool) func(int) int {
	return func(x int) int {
		r, err := pool.Run(context.Background(), p, func(*pool.Worker) (int, error) { return x, nil })
		check(err)
		return r
	}
}

// run is like post, but waits until the task has run.
func run(workers int, task func()) (func(), func()) {
	p, end := start(workers)
	body := func(*pool.Worker) (struct{}, error) { task(); return struct{}{}, nil }
	return func() {
		_, err := pool.Run(context.Background(), p, body)
		check(err)
	}, end
}
