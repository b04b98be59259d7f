package racecorpus

import (
	"slices"
	"sync"
)

// Unrewritten returns programs whose races are inside calls of std, which is not rewritten. Each program has a
// twin that does the same in order. UNREWRITTEN.md shows what Go's race detector and check say.
func Unrewritten() []Snippet { return slices.Concat(texts, collections, encodings, printed) }

// twins returns two programs of two goroutines. In the first one nothing orders them, in the second one a lock does.
func twins(name string, both func() (a, b func())) []Snippet {
	return []Snippet{
		{Name: name, Racy: true, Body: func() { together(both()) }},
		{Name: name + ", locked", Body: func() {
			var mu sync.Mutex
			a, b := both()
			locked := func(f func()) func() {
				return func() {
					mu.Lock()
					defer mu.Unlock()
					f()
				}
			}
			together(locked(a), locked(b))
		}},
	}
}

// handed returns two programs in which one goroutine prepares something for another. In the first one nothing says
// when it is ready, in the second one a WaitGroup does.
func handed(name string, both func() (first, second func())) []Snippet {
	return []Snippet{
		{Name: name, Racy: true, Body: func() { together(both()) }},
		{Name: name + ", awaited", Body: func() {
			first, second := both()
			var ready sync.WaitGroup
			ready.Add(1)
			together(func() { first(); ready.Done() }, func() { ready.Wait(); second() })
		}},
	}
}
