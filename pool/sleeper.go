package pool

import "github.com/stealproof/stealproof/internal/park"

// sleeper is a worker as those see it that wake it. While it is listed, the mutex of the lot
// guards sleeps, and nothing else of it changes.
type sleeper struct {
	parker   *park.Parker
	suits    waker // whom it suits while it is listed in the lot
	helps    *Task // the root of the tree whose tasks it may run, of one that helps
	isolated bool  // it may not run all of these
}

// A waker is what one who wakes a worker does next: see internal/park.
type waker bool

const (
	computes waker = false
	blocks   waker = true // so the worker can have its processor
)

// park blocks until somebody unparks the sleeper.
func (s *sleeper) park() {
	if s.suits == blocks {
		s.parker.Park()
	} else {
		s.parker.ParkDirect()
	}
}
