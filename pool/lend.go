package pool

import "time"

// A submission waits until a worker has no task. While all workers are in long tasks, that may
// take seconds. A worker that waits for a part of its own task must not run a submission
// meanwhile: see await. So a lent worker runs it, which is an additional one. Go's scheduler
// shares the processors among all of them.
//
// A lent worker takes only submissions, and runs their trees to the end. When no submission is
// left it goes on standby. Thus it never stands in for another worker, and nothing waits for it
// while it is between two submissions.
//
// If the submitter blocks next, the lent worker runs at once on the submitter's processor. It is
// lent unless a worker has taken a submission shortly before. For a call of Run, which waits for the
// result, that means the last 20 us. For others it is the pool's patience, and only one of several is
// told. A submission without a worker on its way starts a timer. The timer is late while all
// processors are busy, by some 10 ms.
//
// While all processors are busy, Go's scheduler lets a goroutine run for 10 ms, and may choose one that
// has just run although a new one waits. So the pool asks its workers to yield when it lends one. They
// do so when they next fork or join.
//
// A sleeping worker may suit a submitter that computes. It is no substitute for a lent worker,
// because it sleeps in the network poller. While all processors are busy, the poller is asked
// every 10 ms.

// handsOver finds a worker for a submission that was queued, if the submitter blocks next and
// its processor can go to that worker. Otherwise the submitter must notify.
func (s *state) handsOver(e entry, by waker) bool {
	late := &s.injector.late
	if late.timer == nil || by == computes {
		return false
	}
	if s.sleepers.handOver() {
		return true
	}
	idle := s.sleepers.anyIdle() // one may be slow to wake, and is notified, too
	lent := (e.waits() && !late.relied() || late.expired()) && s.lend()
	return lent && !idle
}

// waits reports whether the submitter waits until the submission is done, as Run does.
func (e entry) waits() bool { return e.task != nil && e.task.first.parker != nil }

// watchSubmissions makes the timer.
func (s *state) watchSubmissions(patience time.Duration) {
	if patience <= 0 || s.options.Spares == 0 {
		return
	}
	late := &s.injector.late
	late.patience = patience
	late.timer = time.AfterFunc(time.Hour, s.rings)
	late.timer.Stop()
}

// rings lends a worker if a submission waits and no worker has come by. The timer calls it.
func (s *state) rings() {
	late := &s.injector.late
	late.armed.Store(false)
	some, lent := s.injector.holdsSubmission(), true
	if some && late.expired() {
		lent = s.lend()
	}
	if some && lent {
		late.arm()
	}
}

// lend lends a worker, and asks all workers to yield. It returns false if no worker may be lent.
func (s *state) lend() bool {
	if !s.registry.lend(s) {
		return false
	}
	for _, w := range s.workers.snapshot().victims {
		w.giveWay()
	}
	return true
}

// lend activates a worker for submissions. It returns false if Options.Spares allows none.
func (r *registry) lend(p *state) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spares() >= p.options.Spares {
		return false
	}
	if r.closed {
		if !p.staysOpen() {
			return false
		}
		defer p.left() // the lent worker counts instead, unless it has left already
	}
	r.start(p, r.target, true) // may panic, because of Options.Deque
	r.lent++
	return true
}

// giveBack puts a lent worker on standby until it is needed, unless a submission has come. It
// returns false if the worker is to leave. The workers of a closed pool leave together, when all submissions are done.
// If a blocked worker was refused a spare, the lent worker becomes a surplus worker, and takes any task.
func (r *registry) giveBack(w *Worker) bool {
	i := &w.pool.injector
	i.late.none() // first: a submission that comes now is either seen here, or lends a worker
	if i.holdsSubmission() {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	w.lent = false
	r.lent--
	if r.closed {
		return true
	}
	if r.refused.Load() > 0 {
		r.surplus.Add(1)
		return true
	}
	r.rest(w)
	return !w.released
}

// spares returns how many workers are active beyond the target, or are to be. The caller holds mu.
func (r *registry) spares() int {
	if r.closed { // surplus workers are still active, and not counted
		return r.snapshot().active - r.target
	}
	return int(r.blocked.Load()+r.surplus.Load()) + r.lent
}
