package time

import (
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// epoch is the time at the start of each execution.
var epoch = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is the object of all steps that use the time.
type clock struct {
	now     time.Duration // since the epoch
	looking map[int]*look // by thread
}

// look is the last time that a thread has read.
type look struct {
	at    time.Duration
	times int // how often it has read that time in a row
}

var clockKey byte

func clockPointer() unsafe.Pointer { return unsafe.Pointer(&clockKey) }

func theClock() *clock { return engine.Companion[clock](clockPointer()) }

// reach moves the clock to a time. It is a part of a step.
func (c *clock) reach(t time.Duration) { c.now = max(c.now, t) }

// Now is [time.Now].
//
// A thread that reads the same time again and again is waiting for a later one. It then moves the
// clock itself, by larger and larger steps.
func Now() time.Time {
	if !engine.On() {
		return time.Now()
	}
	c := theClock()
	if c.looking == nil {
		c.looking = map[int]*look{}
	}
	l := c.looking[engine.Self()]
	if l == nil {
		l = new(look)
		c.looking[engine.Self()] = l
	}
	switch {
	case l.times < sameReads:
		engine.Read(clockPointer())
	case engine.Idle():
		until := l.at + l.step()
		if c.now == l.at {
			engine.WaitIdle(until, nil)
		}
		engine.Write(clockPointer())
		c.reach(until)
	default:
		engine.Write(clockPointer())
		if c.now == l.at {
			c.now += l.step()
			l.at = c.now
		}
	}
	if c.now != l.at {
		l.at, l.times = c.now, 0
	}
	l.times++
	return epoch.Add(c.now)
}

// step is by how much a thread moves the clock.
func (l *look) step() time.Duration { return time.Millisecond << min(l.times-sameReads, 30) }

// sameReads is how often a thread reads the same time before it moves the clock.
const sameReads = 4

// UntilNext returns how long it takes until the next time for which another thread waits. It is false
// if there is none, or if times may come at any moment.
func UntilNext() (time.Duration, bool) {
	at, is := engine.NextTime()
	return at - theClock().now, is
}

// Since is [time.Since].
func Since(t time.Time) time.Duration {
	if !engine.On() {
		return time.Since(t)
	}
	return Now().Sub(t)
}

// Until is [time.Until].
func Until(t time.Time) time.Duration {
	if !engine.On() {
		return time.Until(t)
	}
	return t.Sub(Now())
}
