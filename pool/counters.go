package pool

import (
	"sync/atomic"
	"time"
)

// activity is one of the states of a worker.
type activity int32

const (
	busy activity = iota
	stealing
	parked
	activities
)

// Statistics cost an addition for each task, steal and promotion, and two clock readings for each sleep (30 to
// 60 ns each).

// counters are the counters of a worker. Only that worker writes them.
type counters struct {
	run, stolen, failed, promotions, parks, helps counter

	doing activity
	since time.Duration       // when doing began, measured from epoch
	idle  time.Duration       // when the worker last stopped being busy
	spent [activities]counter // nanoseconds
}

// counter is written by one goroutine, without atomics. Other goroutines read seen, a copy. The
// writer updates the copy only when its activity changes: an atomic store at each count would
// cost as much as a fork.
type counter struct {
	n, last uint64
	seen    atomic.Uint64
}

func (c *counter) add()         { c.n++ }
func (c *counter) load() uint64 { return c.seen.Load() }

// turns records that the worker's activity changes.
func (c *counters) turns(to activity) {
	now := time.Since(epoch)
	if c.doing == busy {
		c.idle = now
	}
	c.spent[c.doing].n += uint64(now - c.since)
	c.doing, c.since = to, now
	if to == parked {
		c.parks.add()
	}
	for _, one := range []*counter{&c.run, &c.stolen, &c.failed, &c.promotions, &c.parks, &c.helps, &c.spent[busy], &c.spent[stealing], &c.spent[parked]} {
		if one.n != one.last {
			one.last = one.n
			one.seen.Store(one.n)
		}
	}
}

// pause returns the length of the last pause of a worker that is busy again.
func (c *counters) pause() time.Duration { return c.since - c.idle }

// epoch is the zero of all times here. Reading only the monotonic clock is cheaper.
var epoch = time.Now()
