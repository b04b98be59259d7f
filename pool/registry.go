package pool

import (
	"slices"
	"sync"

	"github.com/stealproof/stealproof/wsq"
)

// registry starts workers, and takes surplus ones out of service. A worker on standby sleeps
// until the pool grows or a worker blocks. A surplus worker goes on standby between two tasks.
type registry struct {
	*workerSet

	mu      sync.Mutex
	target  int       // how many workers are to be active, without spares
	standby []*Worker // workers that sleep until they are needed
	lent    int       // how many workers are lent to submissions
	closed  bool      // no worker goes on standby any more
	follows bool      // target is GOMAXPROCS, also if that changes
	kept    bool      // surplus workers may sleep that stayed active for a worker without a spare
	opening bool      // New starts many workers, and nothing is submitted yet
	deques  map[wsq.Deque[*Task]]bool
}

// init makes s the registry of a pool that has no worker yet.
func (s *registry) init(r *workerSet) {
	s.workerSet = r
	s.deques = map[wsq.Deque[*Task]]bool{}
	r.list.Store(&workerList{})
}

// start activates one worker more: one from standby, or a new one. target is how many are to be
// active without spares. A lent worker takes only submissions. The caller holds mu.
func (s *registry) start(p *state, target int, lent bool) {
	c := s.list.Load()
	if n := len(s.standby) - 1; n >= 0 {
		w := s.standby[n]
		s.standby[n] = nil
		s.standby = s.standby[:n]
		w.lent = lent
		s.list.Store(c.with(&w.searcher, target))
		w.parker.Unpark()
		return
	}
	if !s.opening {
		for _, v := range c.all {
			v.ask()
		}
	}
	w := newWorker(p, uint32(len(c.all)))
	w.lent, w.target = lent, target
	if s.opening {
		w.fresh, w.crowd = true, p.options.Workers
	}
	w.checkOwn(s.deques)
	c = c.with(&w.searcher, target)
	c.all = append(c.all, &w.searcher)
	s.list.Store(c)
	if p.alive.Add(1) == 1 {
		p.registerPool()
	}
	p.ready.Add(1)
	go func() {
		p.ready.Done()
		w.loop()
	}()
}

// keepContexts returns the contexts of the pool's tasks.
func (s *registry) keepContexts() *contexts {
	if c := s.snapshot().contexts; c != nil {
		return c
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.list.Load()
	if c.contexts == nil {
		d := *c
		d.contexts = &contexts{live: map[*taskContext]struct{}{}}
		s.list.Store(&d)
		return d.contexts
	}
	return c.contexts
}

// targetCount returns how many workers are to be active.
func (s *registry) targetCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.target
}

// admit is called by a worker that has no task. It returns true when the worker is to search
// for one, and false if the worker is to leave for good. A surplus or lent worker sleeps in admit.
func (s *registry) admit(w *Worker) bool {
	if w.lent {
		return s.giveBack(w)
	}
	for s.hasSurplus() {
		if !s.standBy(w) {
			return !w.released && !w.pool.drained()
		}
		if w.lent {
			return true // it was woken for submissions, and not because the surplus has ended
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
	s.rest(w)
	return !w.released
}

// rest puts a worker on standby until it is needed. Its last look, which began with its own
// deque, has found nothing. So no task is left where others no longer look. The worker keeps its
// request for frames, which the thieves will not make again. The caller holds mu.
func (s *registry) rest(w *Worker) {
	s.standby = append(s.standby, w)
	s.list.Store(s.list.Load().without(&w.searcher))
	w.pool.injector.watch()
	for slices.Contains(s.standby, w) {
		s.mu.Unlock()
		w.scrub(nil)
		w.turns(parked)
		w.parker.Park()
		w.turns(busy)
		s.mu.Lock()
	}
}

// resize sets how many workers are to be active.
func (s *registry) resize(p *state, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resizeLocked(p, n)
}

// resizeLocked is resize while the caller holds mu.
func (s *registry) resizeLocked(p *state, n int) {
	if s.closed {
		return
	}
	for ; s.target < n; s.target++ {
		if s.surplus.Load() > 0 && s.refused.Load() == 0 { // otherwise, the surplus worker works for a blocked one
			s.surplus.Add(-1)
			p.injector.watch()
		} else {
			s.start(p, s.target+1, false)
		}
	}
	if s.target > n {
		s.surplus.Add(int32(s.target - n))
		s.target = n
		s.unparkAll()
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
		surplus -= s.blocked.Load() + int32(s.lent)
	}
	switch {
	case surplus > 0 && p.sleepers.anyIdle():
		if !s.closed {
			s.surplus.Add(-1)
		}
	case int(s.blocked.Load()+surplus)+s.lent >= p.options.Spares:
		return false
	default:
		s.start(p, s.target, false)
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
	s.letGo()
}

// refuse is called for a worker that is about to block, and for which compensate has returned false.
// Until accept is called, all workers that Options.Spares allows stay active, and take tasks in place
// of that worker (UsesAll in MCSpares). If a spare has become free since compensate, it begins to work.
func (s *registry) refuse(p *state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed && s.spares() < p.options.Spares {
		s.start(p, s.target, false)
		s.surplus.Add(1)
	}
	s.refused.Add(1)
	s.kept = true
}

// accept undoes refuse.
func (s *registry) accept() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused.Add(-1)
	s.letGo()
}

// letGo lets surplus workers go on standby that have stayed active for a worker without a spare. The
// caller holds mu.
func (s *registry) letGo() {
	if !s.kept || s.blocked.Load() != 0 || s.refused.Load() != 0 {
		return
	}
	s.kept = false
	if s.hasSurplus() {
		s.unparkAll()
	}
}

// unparkAll lets surplus workers that sleep go on standby. The caller holds mu.
func (s *registry) unparkAll() {
	for _, w := range s.snapshot().victims {
		w.parker.Unpark()
	}
}

// releaseAll lets all workers on standby leave. No other worker goes on standby after that. The active workers notice by themselves that all tasks are done.
func (s *registry) releaseAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.surplus.Store(0)
	for _, w := range s.standby {
		w.released = true
		w.parker.Unpark()
	}
	s.standby = nil
}
