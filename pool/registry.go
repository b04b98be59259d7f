package pool

import (
	"slices"
	"sync"
)

// staff is which workers there are. Some are off duty: they wait to be called, when
// the pool grows or a worker blocks. A worker that is too many goes off duty between
// two tasks.
type registry struct {
	*workerSet

	mu      sync.Mutex
	target  int       // how many are to work
	standby []*Worker // duty
	closed  bool      // nobody goes off duty any more
}

// init makes it the staff of a pool that has nobody yet.
func (s *registry) init(r *workerSet) {
	s.workerSet = r
	r.list.Store(&workerList{})
}

// hire puts a worker more on duty. The caller has mu.
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

// wanted returns how many are to work.
func (s *registry) targetCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.target
}

// stays is called by a worker that has no task. It returns when the worker is to look
// for some; it answers false if it is to leave for good.
func (s *registry) admit(w *Worker) bool {
	for s.hasSurplus() {
		if !s.standBy(w) {
			return !w.released && !w.pool.drained()
		}
	}
	return true
}

// rest takes a worker off duty until it is called. It answers false if that is not to be, or
// the pool was closed meanwhile: who rests then is not needed any more.
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

// resize sets how many workers are to work.
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

// block puts a spare in the place of a worker that is going to block. It answers
// false if there are as many as there may be. Somebody who is too many will do, if
// some worker is idle. Otherwise it may be waiting in a join, and be no spare.
func (s *registry) compensate(p *state) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	surplus := s.surplus.Load()
	if s.closed { // nobody rests any more: who is too many is still there
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

// unblock takes that back.
func (s *registry) uncompensate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocked.Add(-1)
	if !s.closed {
		s.surplus.Add(1)
	}
}

// dismiss lets all who are off duty leave, when they are woken, and nobody go off duty any
// more. The others see themselves that all is done.
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
