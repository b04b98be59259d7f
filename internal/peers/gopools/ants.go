package main

import (
	"sync"

	"github.com/panjf2000/ants/v2"

	"github.com/stealproof/stealproof/internal/peers/measure"
)

var antsPools = map[string]measure.Contestant{
	"ants":         {Fib: func(int) (func(int) int, func()) { return antsFib(-1) }, Post: antsPost, Call: antsCall},
	"ants-bounded": {Fib: antsFib},
}

func startAnts(workers int) *ants.Pool {
	p, err := ants.NewPool(workers)
	check(err)
	return p
}

// antsFib forks on so many workers, or as many as it takes if that is negative.
func antsFib(workers int) (func(int) int, func()) {
	p := startAnts(workers)
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		var a int
		var wg sync.WaitGroup
		wg.Add(1)
		check(p.Submit(func() {
			a = fib(n - 2)
			wg.Done()
		}))
		b := fib(n - 1)
		wg.Wait()
		return a + b
	}
	return fib, p.Release
}

func antsPost(workers int, task func()) (post, end func()) {
	p := startAnts(workers)
	return func() { check(p.Submit(task)) }, p.Release
}

func antsCall(workers int) (call func(int) int, end func()) {
	p := startAnts(workers)
	result := make(chan int, 1)
	return func(x int) int {
		check(p.Submit(func() { result <- x }))
		return <-result
	}, p.Release
}
