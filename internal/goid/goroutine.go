package goid

import (
	"slices"
	"sync"
)

// Goroutine returns an address that identifies the calling goroutine among all live goroutines. Compare it, and
// never dereference it. It returns 0 if goroutines cannot be told apart: on processors without assembly, or if
// the check at start-up failed. It costs a function call. docs/adr/0005-goroutine-identity.md gives the
// reasons.
func Goroutine() uintptr {
	if !identified {
		return 0
	}
	return goroutine()
}

// identified reports whether goroutine keeps the promise of Goroutine. It is checked once at start-up, because
// Go does not promise where the runtime keeps the current goroutine.
var identified = tellsApart(goroutine)

// crowd is the number of goroutines that tellsApart compares. It is larger than the number of threads that take
// part, because the first goroutines finish before many threads have woken up.
const crowd = 16

// tellsApart reports whether id tells goroutines apart. For live goroutines id must return different values,
// and always the same value for the same goroutine. If id identified threads instead, two of the goroutines
// would get the same value. All goroutines of the check have finished their work when tellsApart returns.
func tellsApart(id func() uintptr) bool {
	if id() == 0 {
		return false
	}
	var all [crowd]uintptr
	var begun, done sync.WaitGroup
	begun.Add(crowd)
	for i := range all {
		done.Go(func() {
			mine := id()
			begun.Done()
			begun.Wait() // the goroutine may continue on another thread
			if id() == mine {
				all[i] = mine
			}
		})
	}
	done.Wait()
	slices.Sort(all[:])
	return all[0] != 0 && len(slices.Compact(all[:])) == crowd
}
