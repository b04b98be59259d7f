package time

import (
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// epoch is when each execution begins.
var epoch = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is the object of all steps that have to do with time.
type clock struct {
	now     time.Duration // since the epoch
	looking map[int]*look // by thread
}

// look is a thread that looks at the clock.
type look struct {
	at    time.Duration
	times int // in a row that it was the same
}

var clockKey byte

func clockPointer() unsafe.Pointer { return unsafe.Pointer(&clockKey) }

func theClock() *clock { return engine.Companion[clock](clockPointer()) }

// reach moves the clock to a time, as part of a step.
func (c *clock) reach(t time.Duration) { c.now = max(c.now, t) }

// Now is [time.Now].
//
// A thread that keeps looking, while nobody moves the clock, waits for a time to
// come. So it then moves the clock itself, by more and more.
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
	if l.times < patience {
		engine.Read(clockPointer())
	} else {
		engine.Write(clockPointer())
		if c.now == l.at {
			c.now += time.Millisecond << min(l.times-patience, 30)
			l.at = c.now
		}
	}
	if c.now != l.at {
		l.at, l.times = c.now, 0
	}
	l.times++
	return epoch.Add(c.now)
}

// patience is how often a thread finds the clock where it was before it moves it.
const patience = 4

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
