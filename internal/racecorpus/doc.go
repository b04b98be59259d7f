// Package racecorpus has small programs, each with a data race or without. They
// are run under the scheduler, and on real cores under Go's race detector: both
// must tell which is which.
package racecorpus

import "sync"

// Snippet is such a program.
type Snippet struct {
	Name string
	Racy bool
	Body func()
	// Missed says why Go's race detector need not see the race, "" if it must.
	Missed string
}

// All returns all snippets.
func All() (all []Snippet) {
	for _, some := range [][]Snippet{atomics, orders, locks, groups, memory, containers} {
		all = append(all, some...)
	}
	return all
}

// Pause is called here and there, so that a program on real cores may take its
// time.
var Pause = func() {}

// together runs functions, each in its own goroutine, until all have returned.
func together(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(func() {
			Pause()
			f()
		})
	}
	wg.Wait()
}

// use reads a value in a way that no compiler leaves out.
//
//go:noinline
func use(int) {}

type node struct{ v, w int }
