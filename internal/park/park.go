// Package park is the only place in production code that blocks, other than
// the critical sections of a sync.Mutex. One place to model, to make fast and
// to get wrong.
//
// This file is the portable implementation, on a channel.
package park

import "time"

// Parker is a binary semaphore. It holds at most one permit: Unpark makes the
// permit available, Park waits for it and takes it. Any number of goroutines
// may wait on one Parker; one permit releases one of them.
//
// Unpark happens before the return of the Park that takes its permit.
// A permit may be left over from a waiter that timed out, so whoever parks
// re-checks its condition in a loop.
type Parker struct {
	permit chan struct{}
}

// New returns a Parker without a permit. It allocates.
func New() *Parker {
	return &Parker{permit: make(chan struct{}, 1)}
}

// Unpark makes the permit available. A permit that is already there stays the
// only one. It never blocks.
func (p *Parker) Unpark() {
	select {
	case p.permit <- struct{}{}:
	default:
	}
}

// Park blocks until a permit is available and takes it.
func (p *Parker) Park() {
	<-p.permit
}

// ParkTimeout blocks until a permit is available and takes it, for at most
// timeout. It reports whether it took a permit. With timeout <= 0 it never
// blocks. It allocates a timer when it has to wait.
func (p *Parker) ParkTimeout(timeout time.Duration) bool {
	select {
	case <-p.permit:
		return true
	default:
	}
	if timeout <= 0 {
		return false
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-p.permit:
		return true
	case <-timer.C:
		return false
	}
}
