package pool

import (
	"context"
	"sync/atomic"
)

// answer handles the requests of other goroutines.
func (w *runner) answer() {
	asked := atomic.LoadUint32(&w.poll) //tla:Promotion.Poll
	if asked&request != 0 {
		w.promote(&w.recorder)
	}
	if asked&(cancel|yield) != 0 {
		w.stopIfCancelled()
	}
}

// stopIfCancelled panics if the running task is cancelled. The caller has seen interrupted
// return true.
func (w *runner) stopIfCancelled() {
	w.passOn(w.cancelled())
}

// cancelled returns why the running task is cancelled, or nil. The caller has seen interrupted
// return true. If the task is cancelled, the cancel bit stays set. A task that recovers then panics
// again when it next forks or joins.
func (w *runner) cancelled() *failure {
	asked := atomic.AndUint32(&w.poll, ^(cancel | yield)) //tla:- cancellation
	if asked&yield != 0 {
		w.giveTurn()
	}
	if asked&cancel == 0 {
		return nil
	}
	w.missed = true // it may be for a task that waits below, too
	f := w.pool.cause(w.scope())
	if f != nil {
		atomic.OrUint32(&w.poll, cancel) //tla:- cancellation
	}
	return f
}

// rearmCancel sets the cancel bit again after a task has ended. The task saw the bit, but the
// bit may have been meant for a task that waits below it.
func (w *runner) rearmCancel() {
	if w.missed = w.missed && w.task != nil; w.missed {
		atomic.OrUint32(&w.poll, cancel) //tla:- cancellation
	}
}

// checkCancel panics if the running task is cancelled.
func (w *runner) checkCancel() {
	if w.interrupted() {
		w.stopIfCancelled()
	}
}

// fails records how a task failed. The children of the task are cancelled. If the task belongs
// to a scope, so are the other tasks of that scope.
//
// Siblings outside of a scope go on. At the Join of this task the parent may recover, and still
// want their results.
func (w *runner) fails(t *Task, f *failure) {
	t.failure = f
	t.abort.CompareAndSwap(nil, f) //tla:Join.Cancel
	if t.counts != nil {
		t.counts.latch.abort.CompareAndSwap(nil, f) //tla:Join.CancelScope
	}
	w.pool.interrupt()
}

// cancelBelow cancels what a task has forked.
func (s *shared) cancelBelow(t *Task, f *failure) {
	t.abort.CompareAndSwap(nil, f) //tla:- Join.CancelScope, of a group or a loop
	s.interrupt()
}

// insteadOf returns the error of a call whose function has returned err. If the running task is cancelled, that
// is the reason. If its context or that of an ancestor has ended, it is the cause. In both cases, the function
// may have returned err only because of that. The cancellation itself comes from another goroutine, and may be
// late.
func (w *Worker) insteadOf(err error) error {
	if f := w.pool.cause(w.scope()); f != nil {
		return f.reason(w.scope())
	}
	for t := w.scope(); t != nil; t = t.scope {
		if t.ctx != nil && t.ctx.Err() != nil {
			return context.Cause(t.ctx)
		}
	}
	return err
}

// withdraw cancels a child whose result is no longer needed, because its parent has panicked or
// recovered. It returns when the child has ended.
func (w *runner) withdraw(t *Task) {
	f := &failure{err: &CancelError{errWithdrawn}}
	if t.discard(f) {
		return
	}
	t.abort.CompareAndSwap(nil, f) //tla:Join.CancelChild
	w.pool.interrupt()
	w.blockOn(t)
}
