package pool

import (
	"slices"
	"sync"
)

// registry starts workers, and takes surplus ones out of service. A worker on standby sleeps
// until the pool grows or a worker blocks. A surplus worker goes on standby between two tasks.
type registry struct {
	*workerSet

	mu      sync.Mutex
	target  int       // how many workers are to be active, without spares
	standby []*Worker // workers that sleep until they are needed
	closed  bool      // no worker goes on standby any more
}

// init makes s the registry of a pool that has no worker yet.
func (s *registry) init(r *workerSet) {
	s.workerSet = r
	r.list.Store(&workerList{})
}

// start activates one worker more: one from standby, or a new one. The caller holds mu.
func (s *registry) start(p *state) {
	c := s.list.Load()
	if n := len(s.standby) - 1; n >= 0 {
		w := s.standby[n]
		s.standby[n] = nil
		s.standby = s.standby[:n]
		s.list.Store(&workerList{c.all, c.active + 1})
		w.parker.Unpark()
		return
	}
	for _, v := range c.all {
		v.ask()
	}
	w := newWorker(p, uint32(len(c.all)))
	w.checkOwn(c.all)
	s.list.Store(&workerList{append(slices.Clip(c.all), &w.searcher), c.active + 1})
	if p.alive.Add(1) == 1 {
		p.registerPool()
	}
	p.ready.Add(1)
	go func() {
		p.ready.Done()
		w.loop()
	}()
}

// targetCount returns how many workers are to be active.
func (s *registry) targetCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.target
}

// admit is called by a worker that has no task. It returns true when the worker is to search
// for one, and false if the worker is to leave for good. A surplus worker sleeps in admit.
func (s *registry) admit(w *Worker) bool {
	for s.hasSurplus() {
		if !s.standBy(w) {
			return !w.released && !w.pool.drained()
		}
	}
	return true
}

// standBy puts a worker on standby until it is needed. It returns false if there is no surplus,
// or if the pool was closed, since a closed pool needs no workers on standby.
func (s *registry) standBy(w *Worker) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !s.hasSurplus() {
		return false
	}
	s.surplus.Add(-1)
	s.standby = append(s.standby, w)
	c := s.list.Load()
	s.list.Store(&workerList{c.all, c.active - 1})
	for slices.Contains(s.standby, w) {
		s.mu.Unlock()
		w.scrub(nil)
		w.turns(parked)
		w.parker.Park()
		w.turns(busy)
		s.mu.Lock()
	}
	return !w.released
}

// resize sets how many workers are to be active.
func (s *registry) resize(p *state, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	for ; s.target < n; s.target++ {
		if s.surplus.Load() > 0 {
			s.surplus.Add(-1)
		} else {
			s.start(p)
		}
	}
	if s.target > n {
		s.surplus.Add(int32(s.target - n))
		s.target = n
		for _, w := range s.all() {
			w.parker.Unpark()
		}
	}
}

// compensate puts a spare in the place of a worker that is about to block. It returns false if
// Options.Spares allows no more. A surplus worker can be the spare if some worker is idle. If
// none is, the surplus worker may be waiting in a join, where it takes no submissions.
func (s *registry) compensate(p *state) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	surplus := s.surplus.Load()
	if s.closed { // no worker goes on standby any more, so surplus workers are still active
		surplus = int32(s.snapshot().active - s.target)
		surplus -= s.blocked.Load()
	}
	switch {
	case surplus > 0 && p.sleepers.anyIdle():
		if !s.closed {
			s.surplus.Add(-1)
		}
	case int(s.blocked.Load()+surplus) >= p.options.Spares:
		return false
	default:
		s.start(p)
	}
	s.blocked.Add(1)
	return true
}

// uncompensate ends the need for a spare.
func (s *registry) uncompensate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocked.Add(-1)
	if !s.closed {
		s.surplus.Add(1)
	}
}

// releaseAll lets all workers on standby leave when they are woken, and lets no worker go on
// standby any more. The active workers notice by themselves that all tasks are done.
func (s *registry) releaseAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.surplus.Store(0)
	for _, w := range s.standby {
		w.released = true
	}
	s.standby = nil
}
