package main

import (
	"github.com/gammazero/workerpool"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

// many is a number of workers that has the effect of no limit, which workerpool does not offer.
const many = 1_000_000

var gammazeroPools = map[string]measure.Contestant{
	"gammazero":         {Fib: pooledFib(func(int) pooled { return gammazeroForker(many) }), Post: gammazeroPost, Call: gammazeroCall},
	"gammazero-bounded": {Fib: pooledFib(gammazeroForker)},
}

func gammazeroForker(workers int) pooled {
	p := workerpool.New(workers)
	return pooled{func(f func()) error { p.Submit(f); return nil }, p.StopWait}
}

func gammazeroPost(workers int, task func()) (post, end func()) {
	p := workerpool.New(workers)
	return func() { p.Submit(task) }, p.StopWait
}

func gammazeroCall(workers int) (call func(int) int, end func()) {
	p := workerpool.New(workers)
	result := make(chan int, 1)
	return func(x int) int {
		p.Submit(func() { result <- x })
		return <-result
	}, p.StopWait
}
