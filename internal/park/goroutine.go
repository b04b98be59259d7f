package park

import (
	"slices"
	"sync"
)

// Goroutine returns what tells the calling goroutine from all others that live: an
// address, which is to be compared and never used. It returns 0 where goroutines cannot
// be told from each other: on processors for which there is no assembly, and where the
// check at start-up failed. It costs a call. docs/adr/0005-goroutine-identity.md has the
// reasons.
func Goroutine() uintptr {
	if !identified {
		return 0
	}
	return goroutine()
}

// identified is whether goroutine does what Goroutine promises. It is checked once: Go
// does not promise where the runtime keeps the current goroutine.
var identified = tellsApart(goroutine)

// crowd is how many goroutines tellsApart compares. It is more than the threads that take
// part: the first ones have done their work before many threads have woken up.
const crowd = 16

// tellsApart reports whether id tells goroutines from each other. For goroutines that live
// at once it has to return different values, and for each always the same one. If id knows
// only threads, two of the goroutines have the same value. All of them have done their
// work when tellsApart returns.
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
			begun.Wait() // it may go on in another thread
			if id() == mine {
				all[i] = mine
			}
		})
	}
	done.Wait()
	slices.Sort(all[:])
	return all[0] != 0 && len(slices.Compact(all[:])) == crowd
}
