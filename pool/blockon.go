package pool

// blockOn waits for a task, and runs no other task meanwhile. It leaves the worker's pending
// tasks to other workers.
func (w *runner) blockOn(t *Task) {
	w.ending.Store(true)        //tla:- for reports of stalls
	defer w.ending.Store(false) //tla:- for reports of stalls
	w.blockUnless(t, func() *failure { return nil })
}

// blockUnless is blockOn, but gives up when reason returns a failure.
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

// discardAll discards cancelled tasks that workers have put back. All other workers may be
// blocked, so that none of them would discard these tasks.
func (w *runner) discardAll() {
	for w.pool.injector.some.Load() { //tla:- cancellation
		t := w.pool.injector.reclaim(func(t *Task) bool { return w.pool.cause(t) != nil }) //tla:Join.Reclaim
		if t == nil {
			return
		}
		t.discard(w.pool.cause(t))
	}
}

// offer makes the worker's pending tasks available to others, because the worker will not poll
// for a while. It puts back all closures, and publishes the oldest frame.
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
