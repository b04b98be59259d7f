package pool

import "github.com/stealproof/stealproof/internal/park"

// sleeper is the part of a worker that wakers use. While it is listed, the mutex of sleepers
// guards it, and its fields do not change.
type sleeper struct {
	parker *park.Parker
	seat   seat
	suits  waker      // how it parks: for a waker that computes or blocks next
	helps  *Task      // root of the tree whose tasks a helping worker may run
	part   *isolation // if not nil, it may run only the tasks of this part of the tree
}

// waker says what the goroutine that wakes a worker does next: see internal/park.
type waker bool

const (
	computes waker = false
	blocks   waker = true // so the worker can take over its processor
)

// suitsBlocking reports whether the sleeper parks for a waker that blocks next.
func (s *sleeper) suitsBlocking() bool { return s.suits == blocks }

// park blocks until another goroutine unparks the sleeper. Meanwhile a caller may take its place.
func (s *sleeper) park() {
	s.seat.offers()
	for wakes := false; !wakes; wakes = s.seat.regains() {
		if s.suits == blocks {
			s.parker.Park()
		} else {
			s.parker.ParkDirect()
		}
	}
}
