package time

import (
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// epoch is the time at the start of each execution. Tests may know dates, such as those of a certificate, and take it that
// the day does not end soon.
var epoch = time.Date(2026, time.June, 17, 12, 0, 0, 0, time.UTC)

// bubbleEpoch is the time at the start of a bubble of testing/synctest, as in Go.
var bubbleEpoch = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is the object of all steps that use the time.
type clock struct {
	now     time.Duration // since the epoch
	reached time.Duration // a nanosecond for each sleep that has ended and each timer that has fired
	looking map[int]*look // by thread
}

// look is the last time that a thread has read, and how often it has read that time in a row. A reading counts as one of
// a loop that waits if the thread has yielded and changed nothing since the reading before.
type look struct {
	at    time.Duration
	times int // readings in a loop that waits, and the first reading
	busy  int // all other readings
	work  int // those of busy before which the thread has changed something
}

var clockKey byte

func clockPointer() unsafe.Pointer { return unsafe.Pointer(&clockKey) }

func theClock() *clock { return engine.Companion[clock](clockPointer()) }

// reach moves the clock to a time. It is a part of a step.
func (c *clock) reach(t time.Duration) {
	c.now = max(c.now, t)
	c.reached++
}

// date returns a time as the program sees it. A real sleep takes a moment longer than asked, and so does a timer. In a
// bubble of testing/synctest times are exact.
func (c *clock) date(t time.Duration) time.Time {
	if engine.Exact() {
		return bubbleEpoch.Add(t).Local()
	}
	return epoch.Add(t + c.reached).Local()
}

// Now is [time.Now].
//
// A thread that reads the same time again and again may be waiting for a later one. It then moves the clock itself, by
// larger and larger steps. A thread that yields and changes nothing between readings does wait. Any other thread may only
// call code that reads the clock, such as a cache. So it moves the clock after many readings, and by short steps.
func Now() time.Time {
	if !engine.On() {
		return time.Now()
	}
	c := theClock()
	l := c.look()
	worked, paused := engine.Did()
	waits := paused && !worked || l.times == 0
	switch {
	case !l.moves(waits):
		engine.Read(clockPointer())
	case engine.Idle():
		until := l.at + l.step(waits)
		if c.now == l.at {
			engine.WaitIdle(until, nil)
		}
		engine.Write(clockPointer())
		if c.now = max(c.now, until); c.now == until && !waits {
			l.at = until
		}
	default:
		engine.Write(clockPointer())
		if c.now == l.at {
			c.now += l.step(waits)
			l.at = c.now
		}
	}
	l.sees(c.now, waits, worked)
	return c.date(c.now)
}

// look returns the readings of the current thread.
func (c *clock) look() *look {
	if c.looking == nil {
		c.looking = map[int]*look{}
	}
	l := c.looking[engine.Self()]
	if l == nil {
		l = new(look)
		c.looking[engine.Self()] = l
	}
	return l
}

// moves reports whether the next reading moves the clock.
func (l *look) moves(waits bool) bool { return waits && l.times >= sameReads || l.busy >= busyReads }

// sees counts a reading, which returned the time now.
func (l *look) sees(now time.Duration, waits, worked bool) {
	if now != l.at {
		*l = look{at: now}
	}
	switch {
	case waits || l.times == 0:
		l.times++
	case worked:
		l.busy++
		l.work++
	default:
		l.busy++
	}
}

// step is by how much a thread moves the clock.
func (l *look) step(waits bool) time.Duration {
	if waits && l.times >= sameReads {
		return time.Millisecond << min(l.times-sameReads, 30)
	}
	return time.Microsecond << min((l.busy-l.work)/100+l.work/4_000, 30)
}

const (
	sameReads = 4     // how often a thread in a loop that waits reads the same time before it moves the clock
	busyReads = 1_000 // how often any other thread does
)

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
