package main

import (
	"github.com/alitto/pond/v2"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

var pondPools = map[string]measure.Contestant{
	"pond":         {Fib: func(int) (func(int) int, func()) { return pondFib(0) }, Post: pondPost, Call: pondCall},
	"pond-bounded": {Fib: pondFib},
	"pond-submit":  {Post: pondSubmit},
}

// pondFib forks on this many workers. 0 means no limit.
func pondFib(workers int) (func(int) int, func()) {
	p := pond.NewPool(workers)
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		var a int
		t := p.Submit(func() { a = fib(n - 2) })
		b := fib(n - 1)
		check(t.Wait())
		return a + b
	}
	return fib, p.StopAndWait
}

func pondPost(workers int, task func()) (post, end func()) {
	p := pond.NewPool(workers)
	return func() { check(p.Go(task)) }, p.StopAndWait
}

// pondSubmit submits each task with a result to wait for.
func pondSubmit(workers int, task func()) (post, end func()) {
	p := pond.NewPool(workers)
	return func() { p.Submit(task) }, p.StopAndWait
}

func pondCall(workers int) (call func(int) int, end func()) {
	p := pond.NewResultPool[int](workers)
	return func(x int) int {
		r, err := p.Submit(func() int { return x }).Wait()
		check(err)
		return r
	}, p.StopAndWait
}
