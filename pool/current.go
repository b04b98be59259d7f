package pool

import (
	"context"

	"github.com/stealproof/stealproof/internal/park"
)

// arrives makes the goroutine that of the worker.
func (w *Worker) bindGoroutine() {
	w.goroutine = park.Goroutine()
	w.boundTo.Store(w.goroutine)
}

// departs takes that back: the goroutine ends, and another one may get its place.
func (w *Worker) unbindGoroutine() { w.boundTo.Store(0) }

// here returns the worker on whose goroutine the caller is, in a task or in Options.Panicked.
// It is nil if there is none, or where goroutines cannot be told from each other. It costs a
// load for each worker.
func (s *state) currentWorker() *Worker {
	return s.workerOn(park.Goroutine())
}

// on returns the worker on a goroutine, or nil.
func (s *state) workerOn(g uintptr) *Worker {
	if g == 0 {
		return nil
	}
	for _, w := range s.registry.all() {
		if w.boundTo.Load() == g {
			return w.handle
		}
	}
	return nil
}

// runHere runs a root at once, which was not submitted, for a caller on the worker's goroutine
// who has not named it.
func (w *Worker) runOnWorker(t *Task) error {
	if w.pool.injector.closed.Load() {
		return ErrClosed
	}
	w.run(t)
	if !t.isComplete() { // its context has ended, and who tells that is about to complete it
		if err := t.wait(context.Background(), &w.state.parkers, nil); err != nil {
			panic(err)
		}
	}
	return t.outcome()
}

// attend calls wait, which waits for a future as one from outside. In a task of the pool its
// worker runs what has not begun, as in [Future.Join], if the context cannot end; and otherwise
// a spare takes its place. If there can be none, it runs it all the same: else all might wait
// like this for what nobody comes to.
func (s *state) waitFor(ctx context.Context, t *Task, wait func(context.Context) error) (err error) {
	w := s.currentWorker()
	if w == nil {
		s.waitOutside(func() { err = wait(ctx) })
		return err
	}
	if w.within(t) {
		panic("pool: Get of a Future in its own task, which would wait for itself")
	}
	if ctx.Done() == nil {
		w.runQueued(t)
	}
	switch {
	case t.isComplete():
	case w.task == nil:
		err = wait(ctx)
	default:
		w.withSpare(func(replaced bool) {
			if replaced {
				err = w.waitReplaced(ctx, t, wait)
				return
			}
			w.runQueued(t)
			if !t.isComplete() {
				w.blockUnreplaced(func() { err = wait(ctx) })
			}
		})
	}
	return err
}
