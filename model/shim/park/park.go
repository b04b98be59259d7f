// Package park is the shim for internal/park under the scheduler of package sched. Its files
// replace those of that package. It has the same API and the same guarantees, and no stronger
// ones.
//
// No code imports it. It may change in any release.
package park

import (
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Parker is a binary semaphore. It holds at most one permit. Unpark makes the permit available.
// Park waits for it and takes it.
type Parker struct {
	permits chan *permit
}

// permit is the permit of one Unpark. Taking it is ordered after that Unpark, and after no other.
type permit struct{ _ int }

// New returns a Parker without a permit.
func New() *Parker { return &Parker{permits: make(chan *permit, 1)} }

// pointer panics if p is nil, before the caller announces a step. Otherwise another thread would
// evaluate the step's gate, and panic.
func (p *Parker) pointer() unsafe.Pointer {
	_ = *p
	return unsafe.Pointer(p)
}

// available is the gate of Park.
type available Parker

func (a *available) Ready(int) bool { return len(a.permits) > 0 }

// Unpark makes the permit available. If it is available already, nothing changes.
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
			engine.Describe("the permit is available already")
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

// ParkDirect is Park. Under the scheduler any thread may run next.
func (p *Parker) ParkDirect() { p.Park() }

// Close does nothing: a Parker holds no resource of the system.
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

// ParkTimeout blocks until a permit is available and takes it, for at most timeout. It reports
// whether it took a permit.
//
// Under the scheduler the timeout may pass at any moment. But a loop that only waits again is
// blocked. It goes on when the Parker changes, or another object that it has read since, or when
// no other thread is enabled.
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

// Goroutine returns a number that differs for each thread of the execution. It is 0 outside the
// scheduler.
func Goroutine() uintptr {
	if !engine.On() {
		return 0
	}
	return uintptr(engine.Self()) + 1
}

// SetLocal keeps nothing: see Local.
func SetLocal(any) {}

// Local reports that SetLocal keeps nothing, so that its callers look as if goroutines could not be
// found by their address.
func Local() (value any, known bool) { return nil, false }

// Bubble is the same for all: under the scheduler a pool and its callers are in one bubble, or in none.
type Bubble struct{}

// Here returns the bubble of its caller.
func Here() Bubble { return Bubble{} }

// Elsewhere reports false.
func (Bubble) Elsewhere() bool { return false }

// Inside reports false.
func (Bubble) Inside() bool { return false }
