package examples

import "sync/atomic"

// A Ring is Vyukov's bounded queue. Each slot has a sequence number, which says whose turn it is.
type Ring struct {
	head, tail atomic.Uint64
	slots      [2]ringSlot
}

type ringSlot struct {
	turn  atomic.Uint64
	value int
}

// NewRing returns an empty queue for two values.
func NewRing() *Ring {
	r := &Ring{}
	for i := range r.slots {
		r.slots[i].turn.Store(uint64(i))
	}
	return r
}

// Push adds a value. It may return false while another thread is about to make room.
func (r *Ring) Push(v int) bool {
	for {
		t := r.tail.Load()
		s := &r.slots[t%2]
		switch turn := s.turn.Load(); {
		case turn == t:
			if r.tail.CompareAndSwap(t, t+1) {
				s.value = v
				s.turn.Store(t + 1)
				return true
			}
		case turn < t:
			return false
		}
	}
}

// Pop takes the first value. It may return false while another thread is about to add one.
func (r *Ring) Pop() (int, bool) {
	for {
		h := r.head.Load()
		s := &r.slots[h%2]
		switch turn := s.turn.Load(); {
		case turn == h+1:
			if r.head.CompareAndSwap(h, h+1) {
				v := s.value
				s.turn.Store(h + 2)
				return v, true
			}
		case turn <= h:
			return 0, false
		}
	}
}

// A BrokenRing ignores whether its compare-and-swap has succeeded, so two threads write to one slot:
// https://github.com/hedzr/go-ringbuf/pull/10
type BrokenRing struct{ Ring }

// NewBrokenRing returns an empty queue for two values.
func NewBrokenRing() *BrokenRing {
	r := &BrokenRing{}
	for i := range r.slots {
		r.slots[i].turn.Store(uint64(i))
	}
	return r
}

// Push adds a value.
func (r *BrokenRing) Push(v int) bool {
	t := r.tail.Load()
	s := &r.slots[t%2]
	if s.turn.Load() != t {
		return false
	}
	r.tail.CompareAndSwap(t, t+1)
	s.value = v
	s.turn.Store(t + 1)
	return true
}
