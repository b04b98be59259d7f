package pool

import (
	"sync/atomic"
	"time"
)

// activity is what a worker does.
type activity int32

const (
	busy activity = iota
	stealing
	parked
	activities
)

// counters are those of a worker. It alone writes them.
type counters struct {
	run, stolen, failed, promotions, parks, helps counter

	doing activity
	since time.Duration       // epoch
	idle  time.Duration       // when it was last busy before now
	spent [activities]counter // nanoseconds
}

// counter is written by one goroutine. What all others read is as old as the last time
// that this one has turned to something else: an atomic store costs as much as a fork.
type counter struct {
	n, last uint64
	seen    atomic.Uint64
}

func (c *counter) add()         { c.n++ }
func (c *counter) load() uint64 { return c.seen.Load() }

// turns says that the worker does something else from now on.
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

// pause is how long a worker that is busy again was not.
func (c *counters) pause() time.Duration { return c.since - c.idle }

// epoch is what times are measured from: the clock that only goes up is the cheaper
// one.
var epoch = time.Now()
