package pool

import "time"

// Stats are counts since the pool was made. A worker publishes its counts when it finds no
// work, goes to sleep, or leaves. So the figures are consistent with each other only when the
// pool is idle or closed.
type Stats struct {
	Submitted  uint64        // tasks from outside, and those of Submit on workers
	Run        uint64        // submissions, calls of Run in a task, and forks that were stolen or run by a waiting worker; a fork that its own worker takes back at the join does not count
	Stolen     uint64        // tasks that a worker took from another
	Failed     uint64        // looks into another worker's deque that found nothing
	Promotions uint64        // typed frames that were published
	Parks      uint64        // how often a worker went to sleep, or a caller gave a place back
	Wakes      uint64        // how often a worker was woken for a published task
	Helps      uint64        // tasks that a worker took while it waited for another one, even if cancelled and not run
	Workers    []WorkerStats // also spares, workers on standby, and the guests of Options.CallerRuns
}

// WorkerStats are the counts of one worker. Busy is how long it ran tasks, including their waits
// for a Future and in [Worker.Blocking]. Stealing is how long it searched for tasks, and Parked
// how long it slept. Compare Busy with Stealing to see the overhead of stealing, and the Busy of
// all workers to see the balance of work.
type WorkerStats struct {
	Run                    uint64
	Busy, Stealing, Parked time.Duration
}

// Stats returns the counts up to this moment. It costs an allocation, and some loads for each
// worker. It stops no worker.
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
