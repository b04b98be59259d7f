package pool

import (
	"sync/atomic"
	"time"
)

// Stats are counts since the pool was made. A worker adds what it has counted when it
// finds no work, goes to sleep, or leaves, so they belong together only when the pool is
// idle or closed.
type Stats struct {
	Submitted  uint64        // tasks from outside, and of Submit on workers
	Run        uint64        // tasks: submissions, and what was stolen or waited for; a fork that its own worker joins is none
	Stolen     uint64        // tasks that a worker took from another
	Failed     uint64        // looks into a deque that found nothing
	Promotions uint64        // typed frames that were published
	Parks      uint64        // how often a worker went to sleep
	Wakes      uint64        // how often one was woken for something that was published
	Helps      uint64        // tasks that a worker took while it waited for another, also if they were cancelled and did not run
	Workers    []WorkerStats // also of spares, and of those that rest
}

// WorkerStats are those of one worker: how long it ran tasks, also while these waited for a Future
// or were in [Worker.Blocking], looked for some, and slept. The first two together give the overhead of stealing, and Busy of all workers
// the balance of work.
type WorkerStats struct {
	Run                    uint64
	Busy, Stealing, Parked time.Duration
}

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
func (c *counter) load() uint64 { return c.seen.Load() } //tla:- statistics

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
			one.seen.Store(one.n) //tla:- statistics
		}
	}
}

// pause is how long a worker that is busy again was not.
func (c *counters) pause() time.Duration { return c.since - c.idle }

// epoch is what times are measured from: the clock that only goes up is the cheaper
// one.
var epoch = time.Now()

// Stats returns the counts up to now. It costs an allocation, and some loads for each
// worker; it stops nobody.
func (p *Pool) Stats() Stats {
	p.check()
	s := Stats{}
	s.Submitted = p.injector.submitted() //tla:- statistics
	s.Wakes = p.lot.woken()              //tla:- statistics
	all := p.staff.all()
	s.Workers = make([]WorkerStats, 0, len(all))
	for _, w := range all {
		c := &w.counted
		s.Run += c.run.load()
		s.Stolen += c.stolen.load()
		s.Failed += c.failed.load()
		s.Promotions += c.promotions.load()
		s.Parks += c.parks.load()
		s.Helps += c.helps.load()
		s.Workers = append(s.Workers, WorkerStats{
			Run:      c.run.load(),
			Busy:     time.Duration(c.spent[busy].load()),
			Stealing: time.Duration(c.spent[stealing].load()),
			Parked:   time.Duration(c.spent[parked].load()),
		})
	}
	return s
}
