// Package park is the only place in production code that blocks, other than
// the critical sections of a sync.Mutex, and pool.New, which waits until its
// workers have begun. One place to model, to make fast and to get wrong. It also tells
// goroutines from each other, which Go has no way to say.
//
// A goroutine that sleeps chooses how it is woken:
//
//   - By a hand-off, [Parker.Park]: the Go scheduler runs it next on the
//     processor of who wakes it. That costs least if that one blocks at once. If it
//     goes on computing, others take the goroutine over only after a pause, of about
//     100 us.
//   - Directly, [Parker.ParkDirect]: another thread runs it within some
//     microseconds, whatever the waker does. The waker pays for a system call.
//
// docs/adr/0004-two-wakes.md has the reasons and the figures.
package park

import (
	"sync/atomic"
	"time"
)

// Parker is a binary semaphore. It holds at most one permit: Unpark makes the
// permit available, Park waits for it and takes it. Any number of goroutines
// may wait on one Parker; one permit releases one of them.
//
// Unpark happens before the return of the Park that takes its permit.
// A permit may be left over from a waiter that timed out, so whoever parks
// re-checks its condition in a loop.
type Parker struct {
	permit chan struct{}
	armed  atomic.Bool // whoever unparks is to ring the bell, once
	bell   bell        // of who parks directly
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
	if p.armed.Load() && p.armed.CompareAndSwap(true, false) {
		p.bell.ring()
	}
}

// Park blocks until a permit is available and takes it.
func (p *Parker) Park() {
	<-p.permit
}

// ParkDirect is Park for who is to run soon although its waker keeps computing.
// Only one goroutine may do so on one Parker, and no other may park there
// meanwhile. Where the system has no such wake, and in a bubble of
// testing/synctest, which would not see that the goroutine is blocked, it is Park.
//
// It costs a system call more than Park, and so does the Unpark.
func (p *Parker) ParkDirect() {
	select {
	case <-p.permit:
		return
	default:
	}
	if !p.bell.hung() {
		p.Park()
		return
	}
	for {
		// From here on who unparks rings. Who did so before has left its permit.
		p.armed.Store(true)
		select {
		case <-p.permit:
			p.armed.Store(false)
			return // a ring may be under way: it costs the next one a turn of the loop
		default:
		}
		if !p.bell.wait() {
			p.armed.Store(false)
			p.Park()
			return
		}
	}
}

// Close frees what ParkDirect has of the system. Nobody may be parked, or park
// directly later. Unpark may go on, to no effect. Who forgets Close leaves it
// to the garbage collector.
func (p *Parker) Close() { p.bell.close() }

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
