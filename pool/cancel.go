package pool

import "sync/atomic"

// answer does what others have asked for.
func (w *runner) answer() {
	asked := atomic.LoadUint32(&w.poll) //tla:Promotion.Poll
	if asked&request != 0 {
		w.promote(&w.recorder)
	}
	if asked&cancel != 0 {
		w.stopIfCancelled()
	}
}

// stopIfCancelled panics if what runs is cancelled, after cancel was found set.
func (w *runner) stopIfCancelled() {
	if f := w.cancelled(); f != nil {
		f.rethrow()
	}
}

// cancelled returns why what runs is cancelled, after cancel was found set, or nil. If it is,
// that stays set: who recovers is told again when it next forks or joins.
func (w *runner) cancelled() *failure {
	atomic.AndUint32(&w.poll, ^cancel) //tla:- cancellation
	w.missed = true                    // it may be for a task that waits below, too
	f := w.pool.cause(w.scope())
	if f != nil {
		atomic.OrUint32(&w.poll, cancel) //tla:- cancellation
	}
	return f
}

// again has the tasks that waited below a task that is over look, too, whether they
// are cancelled.
func (w *runner) rearmCancel() {
	if w.missed = w.missed && w.task != nil; w.missed {
		atomic.OrUint32(&w.poll, cancel) //tla:- cancellation
	}
}

// heed panics if what runs is cancelled.
func (w *runner) checkCancel() {
	if w.interrupted() {
		w.stopIfCancelled()
	}
}

// fails takes note of how a task ends that ends badly. Of what it has forked nothing is to
// begin any more, and what runs is to end; in a scope, nothing of the scope.
//
// Siblings outside of a scope go on until the task is joined: who joins it may recover,
// and wants the others.
func (w *runner) fails(t *Task, f *failure) {
	t.failure = f
	t.abort.CompareAndSwap(nil, f) //tla:Join.Cancel
	if t.counts != nil {
		t.counts.latch.abort.CompareAndSwap(nil, f) //tla:Join.CancelScope
	}
	w.pool.interrupt()
}

// withdraw gives up a child that is not wanted any more, because what has forked it
// panics, or has recovered. It returns when the child has ended.
func (w *runner) withdraw(t *Task) {
	f := &failure{&CancelError{errWithdrawn}}
	if t.discard(f) {
		return
	}
	t.abort.CompareAndSwap(nil, f) //tla:Join.CancelChild
	w.pool.interrupt()
	w.blockOn(t)
}
