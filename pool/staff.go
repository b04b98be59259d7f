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

// hire puts a worker more on duty. The caller has mu.
func (s *staff) hire(p *state) {
	c := s.crew.Load() //tla:- staff
	if n := len(s.off) - 1; n >= 0 {
		w := s.off[n]
		s.off[n] = nil
		s.off = s.off[:n]
		s.crew.Store(&crew{c.all, c.duty + 1}) //tla:- staff
		w.parker.Unpark()                      //tla:- staff
		return
	}
	for _, v := range c.all {
		v.ask()
	}
	w := newWorker(p, uint32(len(c.all)))
	w.checkOwn(c.all)
	s.crew.Store(&crew{append(slices.Clip(c.all), &w.searcher), c.duty + 1}) //tla:- staff
	if p.alive.Add(1) == 1 {                                                 //tla:- staff
		p.opens()
	}
	p.ready.Add(1) //tla:- staff
	go func() {
		p.ready.Done()
		w.loop() //tla:- staff
	}()
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
	s.mu.Lock() //tla:- staff
	defer s.mu.Unlock()
	if s.closed || !s.tooMany() {
		return false
	}
	s.surplus.Add(-1) //tla:- staff
	s.off = append(s.off, w)
	c := s.crew.Load()                     //tla:- staff
	s.crew.Store(&crew{c.all, c.duty - 1}) //tla:- staff
	for slices.Contains(s.off, w) {
		s.mu.Unlock() //tla:- staff
		w.scrub(nil)
		w.turns(parked)
		w.parker.Park() //tla:- staff
		w.turns(busy)
		s.mu.Lock() //tla:- staff
	}
	return !w.dismissed
}

// resize sets how many workers are to work.
func (s *staff) resize(p *state, n int) {
	s.mu.Lock() //tla:- staff
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	for ; s.want < n; s.want++ {
		if s.surplus.Load() > 0 { //tla:- staff
			s.surplus.Add(-1) //tla:- staff
		} else {
			s.hire(p)
		}
	}
	if s.want > n {
		s.surplus.Add(int32(s.want - n)) //tla:- staff
		s.want = n
		for _, w := range s.all() {
			w.parker.Unpark() //tla:- staff
		}
	}
}

// block puts a spare in the place of a worker that is going to block. It answers
// false if there are as many as there may be. Somebody who is too many will do, if
// some worker is idle. Otherwise it may be waiting in a join, and be no spare.
func (s *staff) block(p *state) bool {
	s.mu.Lock() //tla:- staff
	defer s.mu.Unlock()
	surplus := s.surplus.Load() //tla:- staff
	if s.closed {               // nobody rests any more: who is too many is still there
		surplus = int32(s.present().duty - s.want)
		surplus -= s.blocked.Load() //tla:- staff
	}
	switch {
	case surplus > 0 && p.lot.anyIdle():
		if !s.closed {
			s.surplus.Add(-1) //tla:- staff
		}
	case int(s.blocked.Load()+surplus) >= p.options.Spares: //tla:- staff
		return false
	default:
		s.hire(p)
	}
	s.blocked.Add(1) //tla:- staff
	return true
}

// unblock takes that back.
func (s *staff) unblock() {
	s.mu.Lock() //tla:- staff
	defer s.mu.Unlock()
	s.blocked.Add(-1) //tla:- staff
	if !s.closed {
		s.surplus.Add(1) //tla:- staff
	}
}

// dismiss lets all who are off duty leave, when they are woken, and nobody go off duty any
// more. The others see themselves that all is done.
func (s *staff) dismiss() {
	s.mu.Lock() //tla:- staff
	defer s.mu.Unlock()
	s.closed = true
	s.surplus.Store(0) //tla:- staff
	for _, w := range s.off {
		w.dismissed = true
	}
	s.off = nil
}
