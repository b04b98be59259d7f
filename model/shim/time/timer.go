package time

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/channel"
)

// Timer is [time.Timer].
type Timer struct {
	C <-chan time.Time // nil if AfterFunc made it
	*timer
}

// timer is a real timer, or a timer of an execution.
type timer struct {
	real  *time.Timer
	f     func()          // of AfterFunc
	on    *engine.Channel // of NewTimer
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

var fired = engine.Served{In: "a firing", Of: "the timer"}

// NewTimer is [time.NewTimer], with the rules of Go 1.23. A thread sends the time.
func NewTimer(d time.Duration) *Timer {
	if !engine.On() {
		real := time.NewTimer(d)
		return &Timer{C: real.C, timer: &timer{real: real}}
	}
	c, on := channel.ForTimer[time.Time](&fired)
	t := &Timer{C: c, timer: &timer{on: on}}
	engine.Read(clockPointer())
	t.start(d)
	return t
}

// After is [time.After].
func After(d time.Duration) <-chan time.Time { return NewTimer(d).C }

// start sets the timer. It is a part of a step.
func (t *timer) start(d time.Duration) {
	t.set = true
	t.when = theClock().now + max(d, 0)
	t.round++
	round := t.round
	stale := func() bool { return !t.set || t.round != round }
	engine.Go("timer", func() {
		came := comes(t.when, stale)
		engine.Write(clockPointer())
		if stale() {
			engine.OnlyRead()
			engine.Describe("has been stopped")
			if came && t.on != nil {
				t.on.Missed()
			}
			engine.Fired()
			return
		}
		engine.Fires("the timer fires")
		theClock().reach(t.when)
		if t.on == nil {
			t.set = false
			engine.Fired()
			t.f()
			return
		}
		t.on.Put(theClock().date(t.when), func() bool {
			fires := !stale()
			if fires {
				t.set = false
			}
			return fires
		})
		engine.Fired()
	})
}

// comes returns when a time may come. Then it reports whether the timer might have fired before, as
// [engine.WaitAhead].
func comes(at time.Duration, stale func() bool) bool {
	if engine.Idle() {
		return engine.WaitAhead(clockPointer(), at, stale)
	}
	engine.Due(at, stale)
	return true
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
	return t.stop()
}

// stop is a step. It reports whether the timer was set, and its value was not received.
func (t *timer) stop() (was bool) {
	if t.on != nil {
		t.on.Drop(func(held int) bool {
			changed := t.set
			was, t.set = t.set || held > 0, false
			return changed
		})
		stops(was)
		return was
	}
	engine.Write(clockPointer())
	if !t.set {
		engine.OnlyRead()
		stops(false)
		return false
	}
	t.set = false
	return true
}

// stops describes the step that stops a timer. If it does not stop it, that is worth a word.
func stops(was bool) {
	if !was {
		engine.Describe("it has fired or was stopped before")
	}
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
	if t.on != nil {
		engine.Read(clockPointer())
		was := t.stop()
		t.start(d)
		return was
	}
	engine.Write(clockPointer())
	was := t.set
	if was && !engine.Idle() {
		t.when = theClock().now + max(d, 0)
	} else {
		t.start(d)
	}
	return was
}
