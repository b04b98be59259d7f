package pool

import (
	"slices"
	"sync"
)

// staff is which workers there are. Some are off duty: they wait to be called, when
// the pool grows or a worker blocks. A worker that is too many goes off duty between
// two tasks.
type staff struct {
	*roster

	mu     sync.Mutex
	want   int       // how many are to work
	off    []*Worker // duty
	closed bool      // nobody goes off duty any more
}

// init makes it the staff of a pool that has nobody yet.
func (s *staff) init(r *roster) {
	s.roster = r
	r.crew.Store(&crew{})
}

// hire puts a worker more on duty. The caller has mu.
func (s *staff) hire(p *state) {
	c := s.crew.Load()
	if n := len(s.off) - 1; n >= 0 {
		w := s.off[n]
		s.off[n] = nil
		s.off = s.off[:n]
		s.crew.Store(&crew{c.all, c.duty + 1})
		w.parker.Unpark()
		return
	}
	for _, v := range c.all {
		v.ask()
	}
	w := newWorker(p, uint32(len(c.all)))
	w.checkOwn(c.all)
	s.crew.Store(&crew{append(slices.Clip(c.all), &w.searcher), c.duty + 1})
	if p.alive.Add(1) == 1 {
		p.opens()
	}
	p.ready.Add(1)
	go func() {
		p.ready.Done()
		w.loop()
	}()
}

// wanted returns how many are to work.
func (s *staff) wanted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.want
}

// stays is called by a worker that has no task. It returns when the worker is to look
// for some; it answers false if it is to leave for good.
func (s *staff) stays(w *Worker) bool {
	for s.tooMany() {
		if !s.rest(w) {
			return !w.dismissed && !w.pool.drained()
		}
	}
	return true
}

// rest takes a worker off duty until it is called. It answers false if that is not to be, or
// the pool was closed meanwhile: who rests then is not needed any more.
func (s *staff) rest(w *Worker) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !s.tooMany() {
		return false
	}
	s.surplus.Add(-1)
	s.off = append(s.off, w)
	c := s.crew.Load()
	s.crew.Store(&crew{c.all, c.duty - 1})
	for slices.Contains(s.off, w) {
		s.mu.Unlock()
		w.scrub(nil)
		w.turns(parked)
		w.parker.Park()
		w.turns(busy)
		s.mu.Lock()
	}
	return !w.dismissed
}

// resize sets how many workers are to work.
func (s *staff) resize(p *state, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	for ; s.want < n; s.want++ {
		if s.surplus.Load() > 0 {
			s.surplus.Add(-1)
		} else {
			s.hire(p)
		}
	}
	if s.want > n {
		s.surplus.Add(int32(s.want - n))
		s.want = n
		for _, w := range s.all() {
			w.parker.Unpark()
		}
	}
}

// block puts a spare in the place of a worker that is going to block. It answers
// false if there are as many as there may be. Somebody who is too many will do, if
// some worker is idle. Otherwise it may be waiting in a join, and be no spare.
func (s *staff) block(p *state) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	surplus := s.surplus.Load()
	if s.closed { // nobody rests any more: who is too many is still there
		surplus = int32(s.present().duty - s.want)
		surplus -= s.blocked.Load()
	}
	switch {
	case surplus > 0 && p.lot.anyIdle():
		if !s.closed {
			s.surplus.Add(-1)
		}
	case int(s.blocked.Load()+surplus) >= p.options.Spares:
		return false
	default:
		s.hire(p)
	}
	s.blocked.Add(1)
	return true
}

// unblock takes that back.
func (s *staff) unblock() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocked.Add(-1)
	if !s.closed {
		s.surplus.Add(1)
	}
}

// dismiss lets all who are off duty leave, when they are woken, and nobody go off duty any
// more. The others see themselves that all is done.
func (s *staff) dismiss() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.surplus.Store(0)
	for _, w := range s.off {
		w.dismissed = true
	}
	s.off = nil
}
