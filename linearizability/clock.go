package linearizability

import (
	"sync/atomic"
	"time"
)

// Clock gives the times of a history. A clock is right if its readings never go
// backwards along any chain of synchronization, in one goroutine or from one to
// another; readings may be equal. Then an operation's recorded interval contains
// the real one and two recorded intervals that do not overlap really are in that
// order. So a right clock raises no false alarm. What it costs is precision:
// operations closer than a reading are recorded as overlapping, and a violation
// that depends on their order passes unseen.
type Clock struct {
	name string
	now  func() int64
}

// Now reads the clock.
func (c Clock) Now() int64 { return c.now() }

// String names the clock.
func (c Clock) String() string { return c.name }

// Monotonic is the system's monotonic clock. Reading it writes no memory that
// goroutines share, so recording does not synchronize the recorded goroutines
// with each other: it hides neither a data race from the race detector, nor a
// reordering that a shared counter would prevent.
func Monotonic() Clock {
	base := time.Now()
	return Clock{"monotonic", func() int64 { return int64(time.Since(base)) }}
}

// Counter is a shared atomic counter: exact on every system, at the price that
// each reading synchronizes with every other. It is the fallback where the
// monotonic clock is too coarse.
func Counter() Clock {
	var n atomic.Int64
	return Clock{"counter", func() int64 { return n.Add(1) }}
}

// coarsest is the granularity above which most operations would be recorded as
// overlapping.
const coarsest = time.Microsecond

// BestClock returns Monotonic if its granularity is a microsecond or better, else
// Counter.
func BestClock() Clock {
	c := Monotonic()
	if Granularity(c) > coarsest {
		return Counter()
	}
	return c
}

// Granularity is the smallest step of the clock that is seen in a few thousand
// readings, 0 for steps that are too small to see.
func Granularity(c Clock) time.Duration {
	smallest := int64(-1)
	last := c.Now()
	for range 4096 {
		now := c.Now()
		if step := now - last; step > 0 && (smallest < 0 || step < smallest) {
			smallest = step
		}
		last = now
	}
	if smallest < 0 {
		return time.Second // it did not move at all
	}
	return time.Duration(smallest)
}

// Cost is the mean time of one reading. An operation's record takes two.
func Cost(c Clock) time.Duration {
	const n = 10_000
	start := time.Now()
	for range n {
		c.Now()
	}
	return time.Since(start) / n
}
