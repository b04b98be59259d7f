package pool

import (
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// search returns a task to run. It sleeps while there is none. It returns nil if
// awaited is complete; or, where nothing is awaited, if the worker is to go, or to
// look whether it is.
func (w *Worker) search(awaited *Task) *Task {
	l, k := &w.pool.lot, idle
	if awaited != nil {
		k = helping
	}
	sweeps := w.sweeps()
	if sweeps > 0 {
		w.turns(stealing)
	}
	l.enter(k) //tla:Park.Search
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
		l.announce(w, k, others)                   //tla:Park.Announce
		goes := awaited == nil && w.pool.drained() //tla:Park.ReadClosed
		var t *Task
		if awaited != nil && awaited.status.Load() == complete { //tla:Park.RecheckLatch
		} else if t = w.look(awaited); t != nil { //tla:Park.Recheck
			goes = false
		} else if !goes {
			w.patience.sleeps()
			w.turns(parked)
			w.park() //tla:Park.Park
		}
		switch claimed := !l.retract(w, k, goes); { //tla:Park.Retract
		case goes && !claimed:
			return nil
		case t != nil:
			return w.found(k, t)
		case awaited != nil && awaited.status.Load() == complete: //tla:Park.LookLatch
			return w.found(k, nil)
		case awaited == nil && w.pool.staff.tooMany():
			return w.found(k, nil)
		}
		sweeps = w.pool.sweeps
	}
}

// park blocks until somebody unparks the worker.
func (w *Worker) park() {
	if w.sleeps == blocks {
		w.parker.Park()
	} else {
		w.parker.ParkDirect()
	}
}

// found ends a search, and passes it on: the last idle worker, or one that helps, wakes
// another one. For what was published meanwhile nobody was woken; and who helps may have
// been woken for what it does not take. Where nobody is idle, it wakes one that is to help
// with the tree of t. If all others sleep, and are idle, there can be nothing but
// submissions.
func (w *Worker) found(k kind, t *Task) *Task {
	var root *Task
	switch {
	case k == helping:
		root = w.task.root
	case t != nil:
		root = t.root
	}
	state := w.pool.lot.leave(k)
	others := w.pool.staff.present().others() // with who was hired before that, and published something
	passes, alone := !quiet(state), state == uint64(others)*oneSleeps
	if passes && !(alone && !w.pool.injector.some.Load()) { //tla:Park.Glance
		w.pool.lot.wake(root, computes)
	}
	if w.counted.doing != busy {
		w.turns(busy)
	}
	if w.pool.patience > 0 {
		w.patience.ends((t == nil || t.root != t) && w.counted.pause() < shortPause)
	}
	return t
}

// look looks once for a task, everywhere: own, local; then the submissions, global;
// then those of others, which are stolen. Who waits begins with the worker that runs
// what it waits for, and takes no submissions.
func (w *Worker) look(awaited *Task) *Task {
	for {
		t, ok := w.deque.Pop() //tla:Join.HelpOwn
		if !ok {
			break
		}
		if w.may(t, awaited) {
			return t
		}
		w.pass(t) // what is below it may be ours
	}
	if t := w.submission(awaited); t != nil {
		return t
	}
	all := w.pool.staff.all()
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
	for i, left := w.anyOf(n), n; left > 0; left-- {
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
func (w *Worker) submission(awaited *Task) *Task {
	i := &w.pool.injector
	if !i.some.Load() { //tla:Injector.LookSize
		if w.done > 0 {
			w.report()
		}
		return nil
	}
	if awaited != nil {
		return i.reclaim(func(t *Task) bool { return w.may(t, awaited) }) //tla:- a task of another tree
	}
	if w.yields {
		w.yields, w.owes = false, false
		runtime.Gosched()
	}
	e, room, few := i.take() //tla:Injector.TakeBatch
	if room != nil {
		w.owes = true
		room.Unpark() //tla:Injector.WakeRoom
	}
	w.yields = w.owes && few
	if e.f != nil {
		return w.loose.with(w, e.f)
	}
	if e.task == nil && w.done > 0 {
		w.report() // another one has it, and counts what it has done itself
	}
	return e.task
}

// pass leaves a task that the worker has and may not run to others. If it is cancelled,
// perhaps all others wait: who sits for its scope has looked before, and does no more.
func (w *Worker) pass(t *Task) {
	root := t.root
	w.pool.injector.putBack(t) //tla:Join.Pass
	if f := w.pool.cause(t); f != nil {
		t.discard(f)
	}
	w.pool.lot.notify(root, computes)
}

// may reports whether the worker may run t while it waits: see await.
func (w *Worker) may(t, awaited *Task) bool {
	return awaited == nil || t.root == awaited.root && (w.inside == nil || t.inside == w.inside)
}

// steal takes a task from another worker, or out of this one's own slot.
func (w *Worker) steal(v *Worker, awaited *Task) *Task {
	for {
		t := v.slot.Load() //tla:Promotion.ReadVictim
		if t == nil {
			break
		}
		// Its fields may be read only after the claim: a job that its owner takes back
		// is used again.
		if v.slot.CompareAndSwap(t, nil) { //tla:Promotion.Claim
			atomic.OrUint32(&v.poll, request) //tla:Promotion.Rerequest
			if !w.may(t, awaited) {
				w.pass(t)
				return nil
			}
			if v != w {
				w.stole(v)
			}
			return t
		}
	}
	if v == w || awaited != nil && w.inside != nil {
		return nil // a deque does not show whose a task is before it is taken
	}
	for n := 0; ; n++ {
		t, r := v.deque.Steal()
		switch {
		case r == wsq.Retry:
			if n > 3 {
				runtime.Gosched()
			}
			continue
		case r == wsq.Empty:
			w.counted.failed.add()
			return nil
		}
		w.stole(v)
		if !w.may(t, awaited) {
			w.pass(t)
			return nil
		}
		if awaited == nil && t.counts != nil {
			w.stealMore(v)
		}
		return t
	}
}

// stealMore moves tasks from another worker's deque into this one's. The first task of a Scope
// comes with more, since it is the others that are left then; a half of a Join shares what
// it forks in its turn. Who waits takes none: they would lie above what it has forked.
func (w *Worker) stealMore(v *Worker) {
	d, can := v.deque.(wsq.BatchThief[*Task])
	if !can {
		return
	}
	n, _ := d.StealBatch(w.more[:]) //tla:Join.More
	if n == 0 {
		return
	}
	root := w.more[0].root
	for i, t := range w.more[:n] {
		w.more[i] = nil
		w.stole(v)
		if !w.deque.Push(t) { //tla:Join.Stock
			w.pass(t)
		}
	}
	w.pool.lot.notify(root, computes)
}

// stole notes that the worker has a task of another.
func (w *Worker) stole(v *Worker) {
	w.counted.stolen.add()
	w.tells("steal", "from", v)
}

// requestAll leaves a request with each other worker. It returns how many of these are on
// duty.
func (w *Worker) requestAll() int {
	c := w.pool.staff.present()
	for _, v := range c.all {
		if v == w {
			continue
		}
		if atomic.LoadUint32(&v.poll)&request == 0 { //tla:- a hint
			atomic.OrUint32(&v.poll, request) //tla:Promotion.Request
		}
	}
	return c.others()
}

// scrub drops what the worker keeps of tasks that are gone, before it goes to sleep, and now and then
// if it does not.
func (w *Worker) scrub(awaited *Task) {
	if !w.dirty || awaited != nil {
		return
	}
	w.dirty, w.unscrubbed = false, 0
	if s, ok := w.deque.(wsq.Scrubber); ok {
		s.Scrub()
	}
	for i, c := range w.used {
		c.frames.scrub()
		c.used, w.used[i] = false, nil
	}
	w.used = w.used[:0]
	clear(w.halves)
	clear(w.segments[len(w.segments):cap(w.segments)])
}
