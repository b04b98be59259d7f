package main

import (
	"github.com/sourcegraph/conc"
	concpool "github.com/sourcegraph/conc/pool"
	"golang.org/x/sync/errgroup"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

// spawning has the contestants that start goroutines and wait for them.
var spawning = map[string]measure.Contestant{
	"errgroup":         {Fib: measure.Unpooled(errgroupFib), Post: errgroupPost},
	"conc":             {Fib: measure.Unpooled(concFib), Post: concPost},
	"conc-pool":        {Post: concPoolPost},
	"errgroup-limited": {Fib: pooledFib(startErrgroup)},
	"conc-limited":     {Fib: pooledFib(startConc)},
}

func pooledFib(start func(workers int) pooled) func(workers int) (func(int) int, func()) {
	return func(workers int) (func(int) int, func()) {
		p := start(workers)
		return p.fib, p.close
	}
}

func errgroupFib(n int) int {
	if n < 2 {
		return n
	}
	var a int
	var g errgroup.Group
	g.Go(func() error {
		a = errgroupFib(n - 2)
		return nil
	})
	b := errgroupFib(n - 1)
	check(g.Wait())
	return a + b
}

func errgroupPost(_ int, task func()) (post, end func()) {
	var g errgroup.Group
	body := func() error {
		task()
		return nil
	}
	return func() { g.Go(body) }, func() { check(g.Wait()) }
}

func concFib(n int) int {
	if n < 2 {
		return n
	}
	var a int
	var wg conc.WaitGroup
	wg.Go(func() { a = concFib(n - 2) })
	b := concFib(n - 1)
	wg.Wait()
	return a + b
}

func concPost(_ int, task func()) (post, end func()) {
	var wg conc.WaitGroup
	return func() { wg.Go(task) }, wg.Wait
}

func concPoolPost(workers int, task func()) (post, end func()) {
	p := concpool.New().WithMaxGoroutines(workers)
	return func() { p.Go(task) }, p.Wait
}
