package linearizability

import (
	"sync/atomic"
	"time"
)

// Clock gives the times of a history. A clock is right if its readings never go backwards
// along a chain of synchronization, within one goroutine or between goroutines. Readings
// may be equal.
//
// With a right clock, the recorded interval of an operation contains the real interval. Two
// recorded intervals that do not overlap are really in that order. So a right clock raises
// no false alarm. A coarse clock costs precision: it records close operations as
// overlapping, and then a violation that depends on their order passes unseen.
type Clock struct {
	name string
	now  func() int64
}

// Now reads the clock.
func (c Clock) Now() int64 { return c.now() }

// String returns the clock's name.
func (c Clock) String() string { return c.name }

// Monotonic returns the system's monotonic clock. A reading writes no shared memory, so
// recording does not synchronize the recorded goroutines. It hides no data race from the
// race detector, and no reordering.
func Monotonic() Clock {
	base := time.Now()
	return Clock{"monotonic", func() int64 { return int64(time.Since(base)) }}
}

// Counter returns a clock that counts its readings in a shared atomic variable. It is exact
// on every system, but each reading synchronizes with every other. It is the fallback where
// the monotonic clock is too coarse.
func Counter() Clock {
	var n atomic.Int64
	return Clock{"counter", func() int64 { return n.Add(1) }}
}

// coarsest is the largest useful granularity. With a coarser clock, most operations would
// be recorded as overlapping.
const coarsest = time.Microsecond

// BestClock returns Monotonic if its granularity is a microsecond or better, otherwise
// Counter. It takes a few thousand readings.
func BestClock() Clock {
	c := Monotonic()
	if Granularity(c) > coarsest {
		return Counter()
	}
	return c
}

// Granularity returns the smallest step of the clock in a few thousand readings. It returns
// a second if the clock did not move.
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
		return time.Second // the clock did not move
	}
	return time.Duration(smallest)
}

// Cost returns the mean time of one reading. Recording an operation takes two readings.
func Cost(c Clock) time.Duration {
	const n = 10_000
	start := time.Now()
	for range n {
		c.Now()
	}
	return time.Since(start) / n
}
