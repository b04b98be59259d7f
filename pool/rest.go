package pool

import (
	"math"
	"sync"
	"sync/atomic"
)

// A worker that blocks in a loop has frames that nobody can take: only one is published. So it gives
// the indices of the others to the rest of the loop, from which all tasks of the loop take indices.
// That costs a lock, and no search.
//
// A frame without indices is an invitation: the worker that takes it finds the rest, and does what it
// can of it. Each worker at the rest forks an invitation, and publishes it when it blocks. So its spare
// has something to take.
//
// A worker may take an invitation while the rest is empty for a moment, and go. So a worker that blocks
// gives its indices first. Then it publishes a frame, unless one is published still.
//
// A task that has put indices into the rest returns only when the rest is empty. What is not done
// then, other tasks of the loop have taken. The loop waits for all of its tasks.

// rest is what nobody has begun of a loop in which a call of body has blocked.
type rest struct {
	mu    sync.Mutex
	spans []span               // not empty ones
	at    map[*Worker]struct{} // the workers at the rest

	of      *division
	indices *atomic.Int64 // how many indices are in the rests of the pool
}

func newRest(of *division, indices *atomic.Int64) *rest {
	return &rest{at: map[*Worker]struct{}{}, of: of, indices: indices}
}

// span is a range of indices.
type span struct{ lo, hi int }

// add puts the indices lo to hi-1 into the rest. If the loop has failed, nobody would take them.
func (r *rest) add(lo, hi int) {
	if lo >= hi {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of.failed() {
		return
	}
	r.indices.Add(int64(hi - lo))
	if n := len(r.spans) - 1; n >= 0 {
		switch s := &r.spans[n]; {
		case s.hi == lo:
			s.hi = hi
			return
		case s.lo == hi:
			s.lo = lo
			return
		}
	}
	r.spans = append(r.spans, span{lo, hi})
}

// take removes up to n indices. It returns an empty range if none are left.
func (r *rest) take(n int) (lo, hi int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := len(r.spans) - 1
	if k < 0 {
		return 0, 0
	}
	s := &r.spans[k]
	lo, hi = s.lo, s.hi
	if hi-lo > n {
		hi = lo + n
		s.lo = hi
	} else {
		r.spans = r.spans[:k]
	}
	r.indices.Add(int64(lo - hi))
	return lo, hi
}

// drop empties the rest of a loop that has failed.
func (r *rest) drop() {
	for {
		if lo, hi := r.take(math.MaxInt); lo == hi {
			return
		}
	}
}

// fails also drops the rest.
func (l *loop) fails() {
	l.division.fails()
	if r := l.rest.Load(); r != nil {
		r.drop()
	}
}

// enter adds a worker to those at the rest. It returns false if it is one already, in a task below the
// running one.
func (r *rest) enter(w *Worker) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, is := r.at[w]; is {
		return false
	}
	r.at[w] = struct{}{}
	return true
}

// leave undoes enter.
func (r *rest) leave(w *Worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.at, w)
}

// blocks tells the call that p is a frame of a worker which blocks. Others can get the elements of a
// frame that is not promoted only from the call.
func (p *part) blocks(promoted bool, elements *atomic.Int64) {
	if s, is := p.of.(*stint); is {
		s.blocks(p, promoted, elements)
	}
}

// empty reports whether p is an invitation.
func (p *part) empty() bool { return p.lo >= p.hi }

// blocks gives the indices of a frame to the rest. The frame keeps none.
func (s *stint) blocks(p *part, promoted bool, elements *atomic.Int64) {
	if s.rest.Load() == nil {
		s.state.Or(hasRest) // first: whoever sees the rest, and gives indices to it, must see this, too
		s.rest.CompareAndSwap(nil, newRest(&s.division, elements))
	}
	s.pace.stop()
	if !promoted && p.lo < p.hi {
		s.given = min(s.given, p.lo)
		s.rest.Load().add(p.lo, p.hi)
		p.lo = p.hi
	}
}

// takeRest does indices of the rest until none is left. It begins with few at a time, since the next
// call of body may block, too. As long as none does, it takes ever more, and divides them.
//
// A worker at the rest may wait for a stolen part, and run another task of the loop meanwhile. Then
// takeRest does little in that task, and leaves what is left to the task below.
func (s *stint) takeRest(c *Ctx[part, any]) {
	r := s.rest.Load()
	if r == nil {
		return
	}
	own := s.loop.stint()
	if !r.enter(c.Worker()) {
		if lo, hi := r.take(own.pace.grain); lo < hi {
			own.divide(c, lo, hi)
		}
		return
	}
	var invitations []int
	for n := own.pace.grain; ; {
		if lo, hi := r.take(n); lo < hi && !s.failed() {
			h := c.Fork(part{own, 0, 0})
			own.divide(c, lo, hi)
			if !c.Take(h) {
				invitations = append(invitations, h)
			}
			n = own.next(n)
			continue
		}
		k := len(invitations) - 1
		if k < 0 {
			break
		}
		c.Await(invitations[k]) // its task may put indices into the rest
		invitations = invitations[:k]
	}
	r.leave(c.Worker())
}

// next returns how many indices to take after n.
func (s *stint) next(n int) int {
	if s.pace.stopped { // it has blocked
		s.pace, s.given = newPace(s.grain), math.MaxInt
		return s.pace.grain
	}
	return max(s.pace.grain, min(2*n, math.MaxInt/2))
}
