package pool

// sit waits for a task, and runs nothing meanwhile. What the worker has is left to
// others.
func (w *Worker) sit(t *Task) { w.sitUnless(t, func() *failure { return nil }) }

// sitUnless is sit that gives up for a reason.
func (w *Worker) sitUnless(t *Task, reason func() *failure) *failure {
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
func (w *Worker) discardAll() {
	for w.pool.injector.some.Load() { //tla:- cancellation
		t := w.pool.injector.reclaim(func(t *Task) bool { return w.pool.cause(t) != nil }) //tla:Join.Reclaim
		if t == nil {
			return
		}
		t.discard(w.pool.cause(t))
	}
}
