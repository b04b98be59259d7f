package pool

// sit waits for a task, and runs nothing meanwhile. What the worker has is left to
// others.
func (w *runner) blockOn(t *Task) { w.blockUnless(t, func() *failure { return nil }) }

// sitUnless is sit that gives up for a reason.
func (w *runner) blockUnless(t *Task, reason func() *failure) *failure {
	w.offer()
	w.discardAll()
	if !t.register(w.parker) {
		return nil
	}
	for !t.isComplete() {
		if f := reason(); f != nil {
			return f
		}
		w.parker.Park() //tla:Join.Park
	}
	return nil
}

// discardAll drops what was put back and is cancelled: perhaps nobody else does.
func (w *runner) discardAll() {
	for w.pool.injector.some.Load() { //tla:- cancellation
		t := w.pool.injector.reclaim(func(t *Task) bool { return w.pool.cause(t) != nil }) //tla:Join.Reclaim
		if t == nil {
			return
		}
		t.discard(w.pool.cause(t))
	}
}

// offer leaves what the worker has forked to others, as far as it can, because it will
// not poll for a while: all closures, and the oldest frame.
func (w *runner) offer() {
	for {
		t, ok := w.deque.Pop() //tla:Join.Offer
		if !ok {
			break
		}
		if f := w.pool.cause(t); f != nil {
			t.discard(f)
		} else {
			w.pass(t)
		}
	}
	w.forks.offer(&w.recorder)
}
