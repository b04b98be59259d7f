package examples

import "sync/atomic"

// A Semaphore has one permit. A release closes a channel, which wakes all that wait.
type Semaphore struct {
	taken atomic.Bool
	wake  atomic.Pointer[chan struct{}]
}

// NewSemaphore returns a semaphore whose permit is free.
func NewSemaphore() *Semaphore {
	s := &Semaphore{}
	c := make(chan struct{})
	s.wake.Store(&c)
	return s
}

// Acquire takes the permit. It waits until it is free.
func (s *Semaphore) Acquire() {
	for {
		c := s.wake.Load()
		if s.taken.CompareAndSwap(false, true) {
			return
		}
		<-*c
	}
}

// Release gives the permit back.
func (s *Semaphore) Release() {
	s.taken.Store(false)
	c := make(chan struct{})
	close(*s.wake.Swap(&c))
}

// A BrokenSemaphore gets the channel after it has found that there is no permit. A release in between
// has closed another channel: https://github.com/marusama/semaphore/pull/2
type BrokenSemaphore struct{ Semaphore }

// NewBrokenSemaphore returns a semaphore whose permit is free.
func NewBrokenSemaphore() *BrokenSemaphore {
	s := &BrokenSemaphore{}
	c := make(chan struct{})
	s.wake.Store(&c)
	return s
}

// Acquire takes the permit. It waits until it is free.
func (s *BrokenSemaphore) Acquire() {
	for !s.taken.CompareAndSwap(false, true) {
		<-*s.wake.Load()
	}
}
