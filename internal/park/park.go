// Package park lets a goroutine sleep until another goroutine wakes it. It is the only place in production code
// that blocks, except for two: the critical sections of a sync.Mutex, and pool.New, which waits until its
// workers have started. So there is one place to model and to optimize. The package also tells goroutines
// apart, which Go itself offers no way to do.
//
// A sleeping goroutine chooses how it is woken:
//
//   - By a hand-off, [Parker.Park]. The Go scheduler runs the goroutine next, on the processor of its waker.
//     This costs least if the waker blocks soon. If the waker keeps computing, another processor takes over
//     the goroutine only after about 100 us.
//   - Directly, [Parker.ParkDirect]. Another thread runs the goroutine within a few microseconds, whatever
//     the waker does. The waker pays for a system call.
//
// docs/adr/0004-two-wakes.md has the reasons and the figures.
package park

import (
	"sync/atomic"
	"time"
)

// Parker is a binary semaphore: it holds at most one permit. Unpark makes the permit available. Park waits for
// the permit and takes it. Any number of goroutines may wait on one Parker, and one permit releases one of
// them.
//
// Unpark happens before the return of the Park that takes its permit. A permit may be left over from a waiter
// that timed out. Therefore a caller of Park must check its condition again, in a loop.
type Parker struct {
	permit chan struct{}
	armed  atomic.Bool // the next Unpark must ring the bell, once
	bell   bell        // of the goroutine in ParkDirect
}

// New returns a Parker without a permit. It allocates.
func New() *Parker {
	return &Parker{permit: make(chan struct{}, 1)}
}

// Unpark makes the permit available. If the permit is already available, Unpark has no effect. It never blocks.
func (p *Parker) Unpark() {
	select {
	case p.permit <- struct{}{}:
	default:
	}
	if p.armed.Load() && p.armed.CompareAndSwap(true, false) {
		p.bell.ring()
	}
}

// Park blocks until the permit is available, and takes it.
func (p *Parker) Park() {
	<-p.permit
}

// ParkDirect is like Park, but its caller runs soon after the wake even if the waker keeps computing. Only one
// goroutine may call it on a Parker, and no other goroutine may park there meanwhile.
//
// It costs one system call more than Park, and so does its Unpark. It falls back to Park where the system has
// no direct wake, and in a bubble of testing/synctest, which would not see that the goroutine is blocked.
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
		// From here on, an Unpark rings. An earlier Unpark has left its permit, which the next check finds.
		p.armed.Store(true)
		select {
		case <-p.permit:
			p.armed.Store(false)
			return // a late ring costs the next call a turn of the loop
		default:
		}
		if !p.bell.wait() {
			p.armed.Store(false)
			p.Park()
			return
		}
	}
}

// Close releases the system resources of ParkDirect. When it is called, no goroutine may be parked, and none
// may call ParkDirect later. Unpark may still be called, and has no effect. Without Close, the garbage
// collector releases the resources.
func (p *Parker) Close() { p.bell.close() }

// ParkTimeout blocks until the permit is available and takes it, or until timeout has passed. It reports
// whether it took the permit. With timeout <= 0 it never blocks. It allocates a timer if it has to wait.
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
