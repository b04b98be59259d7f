package main

import (
	"sync"

	"github.com/gammazero/workerpool"

	"github.com/stealproof/stealproof/internal/peers/measure"
)

// many workers are as good as no limit, which it does not offer.
const many = 1_000_000

var gammazeroPools = map[string]measure.Contestant{
	"gammazero":         {Fib: func(int) (func(int) int, func()) { return gammazeroFib(many) }, Post: gammazeroPost, Call: gammazeroCall},
	"gammazero-bounded": {Fib: gammazeroFib},
}

func gammazeroFib(workers int) (func(int) int, func()) {
	p := workerpool.New(workers)
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		var a int
		var wg sync.WaitGroup
		wg.Add(1)
		p.Submit(func() {
			a = fib(n - 2)
			wg.Done()
		})
		b := fib(n - 1)
		wg.Wait()
		return a + b
	}
	return fib, p.StopWait
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
