package pool

import "time"

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

// Stats returns the counts up to now. It costs an allocation, and some loads for each
// worker; it stops nobody.
func (p *Pool) Stats() Stats {
	p.check()
	s := Stats{}
	s.Submitted = p.injector.submitted()
	s.Wakes = p.sleepers.wakeCount()
	all := p.workers.all()
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
