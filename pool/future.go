package pool

import (
	"context"
	"sync"
)

// Future is the result of a submitted task, once there is one. Any number of goroutines may ask
// for it, any number of times.
type Future[R any] struct {
	pool   *state
	call   *call[R]
	left   staleWaiters
	signal sync.Once // makes call.done
}

// Done returns a channel that is closed when the result is there, for a select. Every call
// returns the same channel. The first call costs two allocations, and Done never blocks. A task
// should rather wait by Join or Get: while it waits for the channel, it occupies its worker.
func (f *Future[R]) Done() <-chan struct{} {
	f.check()
	f.pool.checkBubble()
	f.signal.Do(func() {
		f.call.done = make(chan struct{})
		if !f.call.register(nil) {
			close(f.call.done)
		}
	})
	return f.call.done
}

// Get waits for the result, from outside of the pool or in a task. It returns and panics as
// [Run] does. If the context ends first, Get returns its cause, and the task goes on.
// If the result is there already, Get costs an atomic load.
//
// In a task that the pool recognizes (see [Executor]), Get keeps the pool busy while it waits:
//
//   - If the future's task has not started and the context cannot end, the worker runs that
//     task itself.
//   - Otherwise a spare takes the worker's place, as in [Worker.Blocking].
//   - If Options.Spares allows no more spares, the worker runs the future's task itself. If the
//     context ends meanwhile, Get returns only when that task has ended. When another worker
//     blocks without a spare, the pool asks a worker that waits with one to do the same. So every
//     future ends, unless futures wait for each other in a cycle.
//   - In a task of another pool, a spare takes the worker's place there.
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
			return none, because(ctx, err)
		}
	}
	return f.outcome()
}

// wait waits as a goroutine that is no worker.
func (f *Future[R]) wait(ctx context.Context) error {
	return f.call.wait(ctx, &f.pool.parkers, &f.left)
}

// Join waits for the result in a task. If the future's task is of the same pool and has not
// started, the worker runs it. Otherwise a spare takes the worker's place, as in
// [Worker.Blocking]. The worker runs no other task meanwhile, because that one might wait for
// the task that waits here. Join panics with a [CancelError] if the tree is cancelled. It
// panics in the future's own task. Futures that wait for each other wait forever.
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
		f.pool.checkBubble()
		var cancelled *failure
		w.Blocking(func() {
			cancelled = w.blockUnless(&f.call.Task, func() *failure { return w.pool.cause(w.scope()) })
		})
		w.passOn(cancelled)
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
