package time

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine"
)

// Timer is [time.Timer], as made by [AfterFunc].
type Timer struct {
	C <-chan time.Time // nil
	*timer
}

// timer is a real timer, or a timer of an execution.
type timer struct {
	real  *time.Timer
	f     func()
	when  time.Duration
	round int // how often it was set
	set   bool
}

// AfterFunc is [time.AfterFunc]. Under the scheduler f runs in a thread that exists from the
// beginning. The thread's first step is the firing of the timer. It may be late by any amount.
func AfterFunc(d time.Duration, f func()) *Timer {
	if !engine.On() {
		return &Timer{timer: &timer{real: time.AfterFunc(d, f)}}
	}
	t := &Timer{timer: &timer{f: f}}
	engine.Read(clockPointer())
	t.start(d)
	return t
}

// start sets the timer. It is a part of a step.
func (t *timer) start(d time.Duration) {
	t.set = true
	t.when = theClock().now + max(d, 0)
	t.round++
	round := t.round
	engine.Spawn(0, func() {
		if engine.Idle() {
			engine.WaitIdle(t.when)
		}
		engine.Write(clockPointer())
		if !t.set || t.round != round {
			engine.OnlyRead()
			return
		}
		t.set = false
		theClock().reach(t.when)
		t.f()
	})
}

// Stop is [time.Timer.Stop].
func (t *Timer) Stop() bool {
	if t.timer == nil {
		panic("time: Stop called on uninitialized Timer")
	}
	if t.real != nil {
		return t.real.Stop()
	}
	if !engine.On() {
		return false // its execution has ended
	}
	engine.Write(clockPointer())
	if !t.set {
		engine.OnlyRead()
		return false
	}
	t.set = false
	return true
}

// Reset is [time.Timer.Reset].
func (t *Timer) Reset(d time.Duration) bool {
	if t.timer == nil {
		panic("time: Reset called on uninitialized Timer")
	}
	if t.real != nil {
		return t.real.Reset(d)
	}
	if !engine.On() {
		return false
	}
	engine.Write(clockPointer())
	if t.set {
		t.when = theClock().now + max(d, 0)
		return true
	}
	t.start(d)
	return false
}
