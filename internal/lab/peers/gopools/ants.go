package main

import (
	"github.com/panjf2000/ants/v2"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

var antsPools = map[string]measure.Contestant{
	"ants":         {Fib: pooledFib(func(int) pooled { return antsForker(-1) }), Post: antsPost, Call: antsCall},
	"ants-bounded": {Fib: pooledFib(antsForker)},
}

func startAnts(workers int) *ants.Pool {
	p, err := ants.NewPool(workers)
	check(err)
	return p
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
