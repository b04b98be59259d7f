package pool

import "context"

// Future is the result of a task that was submitted, as soon as it is there. Any
// number of goroutines may ask for it, any number of times.
type Future[R any] struct {
	pool *state
	call *call[R]
	left staleWaiters
}

// Get waits for the result, as one from outside of the pool. In a task of the pool, if the pool
// knows it for one (see [Executor]), its worker runs the future's task if that has not begun and the context cannot end, and otherwise a spare
// takes its place, as in [Worker.Blocking]. If Options.Spares allows no more, it runs the task
// although the context may end meanwhile; and so does a worker with a spare for another one that is
// blocked without: futures that do not wait for each other all end. In a task of another pool a
// spare takes its worker's place, too. If the context ends before, Get returns its error, and the
// task goes on. Otherwise it returns, or panics, as [Run]. If the result is there already, it
// costs an atomic load.
func (f *Future[R]) Get(ctx context.Context) (R, error) {
	f.check()
	checkContext(ctx)
	if !f.call.isComplete() {
		err := ctx.Err()
		if err == nil {
			err = f.pool.waitFor(ctx, &f.call.Task, f.wait)
		}
		if err != nil {
			var none R
			return none, err
		}
	}
	return f.outcome()
}

// wait is Get as one from outside.
func (f *Future[R]) wait(ctx context.Context) error {
	return f.call.wait(ctx, &f.pool.parkers, &f.left)
}

// Join waits for the result in a task. If the future's task has not begun, the worker
// runs it, if it is of the same pool. Otherwise a spare takes the worker's place meanwhile,
// as in [Worker.Blocking]: a worker that ran some other task instead might take one that
// waits for what waits here. If the tree is cancelled, it panics with a [CancelError], and in
// the future's own task with an error. Futures that wait for each other wait for ever.
func (f *Future[R]) Join(w *Worker) (R, error) {
	f.check()
	w.check()
	if w.within(&f.call.Task) {
		panic("pool: Join of a Future in its own task, which would wait for itself")
	}
	if w.state == f.pool {
		w.runQueued(&f.call.Task)
	}
	if !f.call.isComplete() {
		var cancelled *failure
		w.Blocking(func() {
			cancelled = w.blockUnless(&f.call.Task, func() *failure { return w.pool.cause(w.scope()) })
		})
		cancelled.rethrow()
	}
	return f.outcome()
}

func (f *Future[R]) check() {
	if f == nil || f.call == nil {
		panic("pool: a Future that was not made by Submit")
	}
}

func (f *Future[R]) outcome() (R, error) {
	if err := f.call.outcome(); err != nil {
		var none R
		return none, err
	}
	return f.call.result, f.call.err
}
