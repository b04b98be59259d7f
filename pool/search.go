package pool

import (
	"runtime"

	"github.com/stealproof/stealproof/wsq"
)

// search returns a task to run. It sleeps while there is none. It returns nil if
// awaited is complete; or, where nothing is awaited, if the worker is to go, or to
// look whether it is.
func (w *searcher) search(awaited *Task) *Task {
	l, k := &w.pool.sleepers, idle
	if awaited != nil {
		k = helping
	}
	sweeps := w.sweeps()
	if sweeps > 0 {
		w.turns(stealing)
	}
	l.beginSearch(k) //tla:Park.Search
	for {
		for range sweeps {
			if awaited != nil && awaited.status.Load() == complete { //tla:Park.LookLatch
				return w.found(k, nil)
			}
			if t := w.look(awaited); t != nil { //tla:Park.Take
				return w.found(k, t)
			}
			if w.counted.doing == parked { // it was woken, and not for what it would have found at once
				w.turns(stealing)
			}
		}
		w.scrub(awaited)
		others := w.requestAll()
		if k == helping {
			w.helps, w.isolated = w.task.root, w.inside != nil
		}
		l.announce(&w.sleeper, k, others)          //tla:Park.Announce
		goes := awaited == nil && w.pool.drained() //tla:Park.ReadClosed
		var t *Task
		if awaited != nil && awaited.status.Load() == complete { //tla:Park.RecheckLatch
		} else if t = w.look(awaited); t != nil { //tla:Park.Recheck
			goes = false
		} else if !goes {
			w.spin.fallsAsleep()
			w.turns(parked)
			w.park() //tla:Park.Park
		}
		switch claimed := !l.retract(&w.sleeper, k, goes); { //tla:Park.Retract
		case goes && !claimed:
			return nil
		case t != nil:
			return w.found(k, t)
		case awaited != nil && awaited.status.Load() == complete: //tla:Park.LookLatch
			return w.found(k, nil)
		case awaited == nil && w.pool.workers.hasSurplus():
			return w.found(k, nil)
		}
		sweeps = w.pool.sweeps
	}
}

// found ends a search, and passes it on: the last idle worker, or one that helps, wakes
// another one. For what was published meanwhile nobody was woken; and who helps may have
// been woken for what it does not take. Where nobody is idle, it wakes one that is to help
// with the tree of t. If all others sleep, and are idle, there can be nothing but
// submissions.
func (w *searcher) found(k kind, t *Task) *Task {
	var root *Task
	switch {
	case k == helping:
		root = w.task.root
	case t != nil:
		root = t.root
	}
	state := w.pool.sleepers.endSearch(k)
	others := w.pool.workers.snapshot().others() // with who was hired before that, and published something
	passes, alone := !noneToWake(state), state == uint64(others)*oneSleeps
	if passes && !(alone && !w.pool.injector.some.Load()) { //tla:Park.Glance
		w.pool.sleepers.wake(root, computes)
	}
	if w.counted.doing != busy {
		w.turns(busy)
	}
	if w.pool.longLooks > 0 {
		w.spin.wakes((t == nil || t.root != t) && w.counted.pause() < shortPause)
	}
	return t
}

// look looks once for a task, everywhere: own, local; then the submissions, global;
// then those of others, which are stolen. Who waits begins with the worker that runs
// what it waits for, and takes no submissions.
func (w *searcher) look(awaited *Task) *Task {
	for {
		t, ok := w.deque.Pop() //tla:Join.HelpOwn
		if !ok {
			break
		}
		if w.mayRun(t, awaited) {
			return t
		}
		w.pass(t) // what is below it may be ours
	}
	if t := w.submission(awaited); t != nil {
		return t
	}
	all := w.pool.workers.all()
	if awaited != nil {
		s := awaited.status.Load() //tla:Join.Look
		if s == notStarted {
			return nil // its entry was taken, and it is not claimed yet
		}
		if n := s - 1; n < uint32(len(all)) {
			if t := w.steal(all[n], awaited); t != nil { //tla:Join.HelpThief
				return t
			}
		}
	}
	n := len(all)
	for i, left := w.random.below(n), n; left > 0; left-- {
		if t := w.steal(all[i], awaited); t != nil { //tla:Join.HelpOther
			return t
		}
		if i++; i == n {
			i = 0
		}
	}
	return nil
}

// submission takes a submission, or returns nil. Who waits takes only what was put back.
func (w *searcher) submission(awaited *Task) *Task {
	i := &w.pool.injector
	if !i.some.Load() { //tla:Injector.LookSize
		if w.done > 0 {
			w.report()
		}
		return nil
	}
	if awaited != nil {
		return i.reclaim(func(t *Task) bool { return w.mayRun(t, awaited) }) //tla:- a task of another tree
	}
	if w.yieldsNext {
		w.yieldsNext, w.wokeSubmitter = false, false
		runtime.Gosched()
	}
	e, room, few := i.take() //tla:Injector.TakeBatch
	if room != nil {
		w.wokeSubmitter = true
		room.Unpark() //tla:Injector.WakeRoom
	}
	w.yieldsNext = w.wokeSubmitter && few
	if e.f != nil {
		return w.goFunc.with(w.number, e.f)
	}
	if e.task == nil && w.done > 0 {
		w.report() // another one has it, and counts what it has done itself
	}
	return e.task
}

// pass leaves a task that the worker has and may not run to others. If it is cancelled,
// perhaps all others wait: who sits for its scope has looked before, and does no more.
func (w *searcher) pass(t *Task) {
	root := t.root
	w.pool.injector.putBack(t) //tla:Join.Pass
	if f := w.pool.cause(t); f != nil {
		t.discard(f)
	}
	w.pool.sleepers.notify(root, computes)
}

// may reports whether the worker may run t while it waits: see await.
func (w *searcher) mayRun(t, awaited *Task) bool {
	return awaited == nil || t.root == awaited.root && (w.inside == nil || t.inside == w.inside)
}

// scrub drops what the worker keeps of tasks that are gone, before it goes to sleep, and now and then
// if it does not.
func (w *searcher) scrub(awaited *Task) {
	if !w.dirty || awaited != nil {
		return
	}
	w.dirty, w.unscrubbed = false, 0
	if s, ok := w.deque.(wsq.Scrubber); ok {
		s.Scrub()
	}
	w.forks.scrub()
}

// sweeps is how often the worker is to look everywhere now. It is 0 if it has just woken
// somebody, whom the Go scheduler runs next here, as soon as the worker sleeps. It does not
// yield meanwhile: that would wake threads of the Go scheduler, which costs several
// microseconds.
func (w *searcher) sweeps() int {
	switch {
	case w.woke:
		w.woke = false
		return 0
	case w.spin.long:
		w.spin.usedLong = true
		return max(w.pool.sweeps, w.pool.longLooks/len(w.pool.workers.all()))
	}
	return w.pool.sweeps
}

// report counts the submissions as done that the worker has done. The last one after
// Close sends all workers home.
func (w *searcher) report() {
	n := w.done
	w.done = 0
	if w.pool.injector.finished(n) { //tla:- Report, in the module Pool
		w.pool.wakeAll() //tla:- LastWakes, in the module Pool
	}
}
