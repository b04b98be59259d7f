// Package park stands in for internal/park in code that runs under the scheduler
// of package sched: its files take the place of that package's. It has the same
// API, and makes the same promises and no more.
package park

import (
	"runtime"
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// Parker is a binary semaphore. It holds at most one permit: Unpark makes the
// permit available, Park waits for it and takes it.
type Parker struct {
	permits chan *permit
}

// permit is what one Unpark made available. Who takes it comes after that Unpark,
// and after no other.
type permit struct{ _ int }

// New returns a Parker without a permit.
func New() *Parker { return &Parker{permits: make(chan *permit, 1)} }

func (p *Parker) pointer() unsafe.Pointer { return unsafe.Pointer(p) }

// available is the gate of Park.
type available Parker

func (a *available) Ready(int) bool { return len(a.permits) > 0 }

// Unpark makes the permit available. A permit that is already there stays the
// only one.
func (p *Parker) Unpark() {
	if sched.On() {
		sched.Write(p.pointer())
	}
	now := new(permit)
	select {
	case p.permits <- now:
		if sched.On() {
			sched.Release(unsafe.Pointer(now))
		}
	default:
		if sched.On() {
			sched.OnlyRead()
		}
	}
}

// Park blocks until a permit is available and takes it.
func (p *Parker) Park() {
	if sched.On() {
		sched.Wait(p.pointer(), (*available)(p), 0)
	}
	p.took(<-p.permits)
}

func (p *Parker) took(it *permit) {
	if sched.On() {
		sched.Acquire(unsafe.Pointer(it))
	}
}

// try takes the permit if there is one. It is one step.
func (p *Parker) try() bool {
	if sched.On() {
		sched.Write(p.pointer())
	}
	select {
	case it := <-p.permits:
		p.took(it)
		return true
	default:
		if sched.On() {
			sched.OnlyRead()
		}
		return false
	}
}

// ParkTimeout blocks until a permit is available and takes it, for at most
// timeout. It reports whether it took a permit.
//
// Under the scheduler time is up at any moment. A loop would have no end of
// schedules then, so a thread that comes back to the same place waits until the
// Parker changes, or what the thread has read since, or nobody else can go on.
func (p *Parker) ParkTimeout(timeout time.Duration) bool {
	if p.try() {
		return true
	}
	if timeout <= 0 {
		return false
	}
	if !sched.On() {
		return p.wait(timeout)
	}
	var caller [1]uintptr
	runtime.Callers(2, caller[:])
	if sched.Early(caller[0], 2, 2) && sched.Choose(2) == 1 {
		return false // at once, which is as late as the caller's next step
	}
	sched.Rest(p.pointer())
	return p.try()
}

func (p *Parker) wait(timeout time.Duration) bool {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-p.permits:
		return true
	case <-timer.C:
		return false
	}
}
