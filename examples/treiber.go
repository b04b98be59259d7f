package examples

import "sync/atomic"

// A Nodes is a pool of the numbers 1 to 3: a Treiber stack of array elements, which are used again.
// The head has a counter beside the number of the first element, so that it is never the same twice.
type Nodes struct {
	head atomic.Uint64 // the counter in the upper half
	next [4]atomic.Uint32
}

// NewNodes returns a pool with all three.
func NewNodes() *Nodes {
	s := &Nodes{}
	for n := 1; n < len(s.next); n++ {
		s.put(n)
	}
	return s
}

func (s *Nodes) put(n int) {
	for {
		old := s.head.Load()
		s.next[n].Store(uint32(old))
		if s.head.CompareAndSwap(old, (old>>32+1)<<32|uint64(n)) {
			return
		}
	}
}

// Take takes a number, or 0 if there is none.
func (s *Nodes) Take() int {
	for {
		old := s.head.Load()
		n := uint32(old)
		if n == 0 {
			return 0
		}
		next := s.next[n].Load()
		if s.head.CompareAndSwap(old, (old>>32+1)<<32|uint64(next)) {
			return int(n)
		}
	}
}

// TakeSecond takes two numbers, and puts the first one back.
func (s *Nodes) TakeSecond() int {
	n, m := s.Take(), s.Take()
	if n != 0 {
		s.put(n)
	}
	return m
}

// A BrokenNodes has no counter. While one thread has read the next element, others can take both and
// put the first one back (ABA). The memory pool of Argobots had this fault:
// https://github.com/pmodels/argobots/issues/178
type BrokenNodes struct {
	head atomic.Uint32
	next [4]atomic.Uint32
}

// NewBrokenNodes returns a pool with all three.
func NewBrokenNodes() *BrokenNodes {
	s := &BrokenNodes{}
	for n := 1; n < len(s.next); n++ {
		s.put(n)
	}
	return s
}

func (s *BrokenNodes) put(n int) {
	for {
		old := s.head.Load()
		s.next[n].Store(old)
		if s.head.CompareAndSwap(old, uint32(n)) {
			return
		}
	}
}

// Take takes a number, or 0 if there is none.
func (s *BrokenNodes) Take() int {
	for {
		n := s.head.Load()
		if n == 0 {
			return 0
		}
		next := s.next[n].Load()
		if s.head.CompareAndSwap(n, next) {
			return int(n)
		}
	}
}

// TakeSecond takes two numbers, and puts the first one back.
func (s *BrokenNodes) TakeSecond() int {
	n, m := s.Take(), s.Take()
	if n != 0 {
		s.put(n)
	}
	return m
}
