// Package park stands in for internal/park in code that runs under the scheduler
// of package sched: its files take the place of that package's. It has the same
// API, and makes the same promises and no more.
//
// Nobody imports it. It may change in any release.
package park

import (
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
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

// pointer panics if p is nil: before the caller announces a step, whose gate
// would be asked in the name of another.
func (p *Parker) pointer() unsafe.Pointer {
	_ = *p
	return unsafe.Pointer(p)
}

// available is the gate of Park.
type available Parker

func (a *available) Ready(int) bool { return len(a.permits) > 0 }

// Unpark makes the permit available. A permit that is already there stays the
// only one.
func (p *Parker) Unpark() {
	if engine.On() {
		engine.Write(p.pointer())
	}
	now := new(permit)
	select {
	case p.permits <- now:
		if engine.On() {
			engine.Release(unsafe.Pointer(now))
			engine.Describe("makes the permit available")
		}
	default:
		if engine.On() {
			engine.OnlyRead()
			engine.Describe("the permit is there already")
		}
	}
	if engine.On() {
		engine.Woke(p.pointer())
	}
}

// Park blocks until a permit is available and takes it.
func (p *Parker) Park() {
	if engine.On() {
		engine.Wait(p.pointer(), (*available)(p), 0)
	}
	p.took(<-p.permits)
}

// ParkDirect is Park: under the scheduler any goroutine may be the next.
func (p *Parker) ParkDirect() { p.Park() }

// Close does nothing: there is nothing of the system.
func (p *Parker) Close() {}

func (p *Parker) took(it *permit) {
	if engine.On() {
		engine.Acquire(unsafe.Pointer(it))
		engine.Describe("takes the permit")
	}
}

// try takes the permit if there is one. It is one step.
func (p *Parker) try() bool {
	if engine.On() {
		engine.Write(p.pointer())
	}
	select {
	case it := <-p.permits:
		p.took(it)
		return true
	default:
		if engine.On() {
			engine.OnlyRead()
			engine.Describe("finds no permit")
		}
		return false
	}
}

// ParkTimeout blocks until a permit is available and takes it, for at most
// timeout. It reports whether it took a permit.
//
// Under the scheduler time is up at any moment, but a loop that only waits again
// waits until the Parker changes, or what it has read since, or nobody else can
// go on.
func (p *Parker) ParkTimeout(timeout time.Duration) bool {
	if p.try() {
		return true
	}
	if timeout <= 0 {
		return false
	}
	if !engine.On() {
		return p.wait(timeout)
	}
	engine.Yield()
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

// Goroutine returns what tells a thread of the scheduler from all others of the execution. It
// is 0 where there is none.
func Goroutine() uintptr {
	if !engine.On() {
		return 0
	}
	return uintptr(engine.Self()) + 1
}
