// Package racecorpus has small programs, some of which have a data race. They run under the scheduler, and on
// real cores under Go's race detector. Both must report exactly the programs with a race.
package racecorpus

import "sync"

// Snippet is a small program.
type Snippet struct {
	Name string
	Racy bool
	Body func()
	// Missed says why Go's race detector may miss the race. It is "" if the detector must report it.
	Missed string
}

// All returns all snippets.
func All() (all []Snippet) {
	for _, some := range [][]Snippet{atomics, orders, locks, groups, memory, containers, channels, strangers, habits, forms} {
		all = append(all, some...)
	}
	return all
}

// Pause is called at some places of the programs. On real cores it may sleep.
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

// use reads a value so that no compiler can remove the read.
//
//go:noinline
func use(int) {}

type node struct{ v, w int }
