package pool

import "context"

// Context returns the context of the running task. It ends at the latest when the task returns. It
// ends before that when the task is cancelled:
//
//   - the context of the task's tree ends,
//   - another task of the same [Scope], [Group] or [ForEachErr] fails,
//   - the other function of the same [Join] fails, or
//   - [Pool.CloseNow] closes the pool.
//
// context.Cause then returns the reason. So a task that waits for I/O under this context ends, too.
// The values and the deadline are those of the context that was given to Run, Submit or a loop.
//
// It belongs to the function that asked. Inside a Scope, a Group or a Join, ask again there. Asking
// again in the same function returns the same context.
//
// A task that does not ask pays nothing. The first call in a task costs about as much as
// context.WithCancel, one lock, and another lock at its end. Context never blocks. It panics
// where a fork would: after the task has returned, and on a goroutine that the worker was not
// given to.
func (w *Worker) Context() context.Context {
	w.check()
	scope := w.scope()
	w.releaseContexts(w.depth + 1)
	if t := w.contexts; t != nil && t.depth == w.depth {
		if t.scope == scope {
			return t.Context
		}
		w.releaseContexts(w.depth)
	}
	w.published++ // no Join around this call reuses its closure: another goroutine may read it
	t := &taskContext{scope: scope, depth: w.depth, outer: w.contexts}
	t.Context, t.cancel = context.WithCancelCause(scope.origin())
	w.contexts = t
	w.state.registry.keepContexts().add(t)
	if f := w.pool.cause(scope); f != nil { // the goroutine that has cancelled it may have missed t
		w.interrupt() // so that the next fork notices, too
		t.cancel(f.reason(scope))
	}
	return t.Context
}
