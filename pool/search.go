package pool

import (
	"runtime"

	"github.com/stealproof/stealproof/wsq"
)

// search returns a task to run, and sleeps while there is none. It returns nil if awaited is
// complete. If awaited is nil, it returns nil when the worker must leave, or must check whether
// to leave.
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
			if w.counted.doing == parked { // it was woken, and the first look found nothing
				w.turns(stealing)
			}
		}
		w.scrub(awaited)
		others := w.requestAll()
		if k == helping {
			w.helps, w.part = w.task.root, w.inside
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
			w.fresh = false
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
		case awaited == nil && w.crowd > manyWorkers && w.pool.drained(): //tla:- see the module Pool
			return w.found(k, nil) // no task is left, so that the worker need not look for one
		}
		sweeps = w.rounds()
	}
}

// found ends a search, and passes the search on by waking another worker. The last searching
// idle worker does so, because publications during its search have woken no worker. A helping
// worker does so, because it may have been woken for a task that it does not take. If no worker
// is idle, found wakes one that can help with the tree of t. If all other workers are idle and
// asleep, only a submission can be left, so found checks the injector first.
func (w *searcher) found(k kind, t *Task) *Task {
	var root *Task
	switch {
	case k == helping:
		root = w.task.root
	case t != nil:
		root = t.root
	}
	state := w.pool.sleepers.endSearch(k)
	others := w.pool.workers.snapshot().others() // read after endSearch: a worker that started before it counts, and may have published
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

// look looks for a task everywhere, once. It begins with the worker's own deque. Then come the
// submissions, and then the deques and slots of other workers. A waiting worker first tries to
// steal from the worker that runs the awaited task. It never takes submissions.
func (w *searcher) look(awaited *Task) *Task {
	if w.fresh && w.unused() {
		return nil
	}
	for {
		t, ok := w.deque.Pop() //tla:Join.HelpOwn
		if !ok {
			break
		}
		if w.mayRun(t, awaited) {
			return t
		}
		w.pass(t) // the worker may be allowed to run the task below it
	}
	if t := w.submission(awaited); t != nil {
		return t
	}
	c := w.pool.workers.snapshot()
	if awaited != nil {
		s := awaited.status.Load() //tla:Join.Look
		if s == notStarted {
			return nil // another worker has taken its entry, and has not claimed it yet
		}
		if n := s - 1; n < uint32(len(c.all)) {
			if t := w.steal(c.all[n], awaited); t != nil { //tla:Join.HelpThief
				return t
			}
		}
	}
	n := len(c.victims)
	for i, left := w.random.below(n), n; left > 0; left-- {
		if t := w.steal(c.victims[i], awaited); t != nil { //tla:Join.HelpOther
			return t
		}
		if i++; i == n {
			i = 0
		}
	}
	return nil
}

// submission takes a submission, or returns nil. A waiting worker takes only tasks that a
// worker has put back.
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
	e, room, few := i.take(w.lent) //tla:Injector.TakeBatch
	if room != nil {
		w.wokeSubmitter = true
		room.Unpark() //tla:Injector.WakeRoom
	}
	w.yieldsNext = w.wokeSubmitter && few
	if e.f != nil {
		return w.goFunc.with(w.number, e.f)
	}
	if e.task == nil && w.done > 0 {
		w.report() // another worker has taken the submission, and reports its own count
	}
	return e.task
}

// pass puts a task into the injector, for other workers. The worker may not run the task, or the
// task is isolated and the worker will not wait for it. If the task is cancelled, pass discards
// it. All other workers may be waiting, and a worker in blockOn does not look for cancelled
// tasks again.
//
// notify may wake no worker, because an idle one is searching. That one may run another task
// instead, and block until the isolated part has ended. So pass also wakes the workers that
// wait in the part. tla/pool/Isolate.tla specifies this.
func (w *searcher) pass(t *Task) {
	root, inside := t.root, t.inside
	w.pool.injector.putBack(t) //tla:Join.Pass
	if f := w.pool.cause(t); f != nil {
		t.discard(f)
	}
	w.pool.sleepers.notify(root, computes)
	if inside != nil {
		w.pool.sleepers.wakeIsolated(inside)
	}
}

// mayRun reports whether the worker may run t while it waits for awaited: see await.
func (w *searcher) mayRun(t, awaited *Task) bool {
	return awaited == nil || t.root == awaited.root && (w.inside == nil || t.inside == w.inside)
}

// scrub clears references to tasks that are gone. A worker calls it before it goes to sleep,
// and from time to time if it never sleeps. A waiting worker only records which frames it keeps.
func (w *searcher) scrub(awaited *Task) {
	if awaited != nil {
		w.recordPending()
		return
	}
	if !w.dirty {
		return
	}
	w.clean()
	unlabel()
}

// clean is scrub without the labels of the goroutine.
func (w *searcher) clean() {
	w.dirty, w.unscrubbed = false, 0
	if s, ok := w.deque.(wsq.Scrubber); ok {
		s.Scrub()
	}
	w.forks.shorten()
	w.forks.scrub()
}

// sweeps returns how often the worker is to look everywhere before it sleeps. It is 0 if the
// worker has just woken a goroutine: the Go scheduler runs that goroutine on this processor as
// soon as the worker sleeps. The worker does not yield instead, because runtime.Gosched wakes
// threads of the Go scheduler, which costs several microseconds.
func (w *searcher) sweeps() int {
	switch {
	case w.fresh:
		return 0
	case w.woke:
		w.woke = false
		return 0
	case w.spin.long:
		w.spin.usedLong = true
		return max(w.rounds(), w.pool.longLooks/len(w.pool.workers.snapshot().victims))
	}
	return w.rounds()
}

// report counts the worker's finished submissions as done. After Close, the report that
// completes the count lets all workers leave.
func (w *searcher) report() {
	n := w.done
	w.done = 0
	if w.pool.injector.finished(n) { //tla:- Report, in the module Pool
		w.pool.wakeAll() //tla:- LastWakes, in the module Pool
	}
}
