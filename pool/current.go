package pool

import (
	"context"

	"github.com/stealproof/stealproof/internal/park"
)

// bindGoroutine binds the worker to the calling goroutine.
func (w *Worker) bindGoroutine() {
	w.goroutine = park.Goroutine()
	w.boundTo.Store(w.goroutine)
	park.SetLocal(w)
	w.line = ""
	w.seat.on = w.state.options.CallerRuns
	if int(w.number) >= w.state.options.Workers { // a spare's tasks probably block
		w.names()
	}
}

// unbindGoroutine undoes bindGoroutine: the goroutine ends, and another one may get its
// address.
func (w *Worker) unbindGoroutine() {
	w.boundTo.Store(0)
	park.SetLocal(nil)
}

// currentWorker returns the worker on whose goroutine the caller runs, in a task or in
// Options.Panicked. It returns nil if there is none, or if goroutines cannot be identified on
// this machine. It costs a load for each worker that thieves look at.
func (s *state) currentWorker() *Worker {
	return s.workerOn(park.Goroutine())
}

// workerOn returns the worker on a goroutine, or nil.
func (s *state) workerOn(g uintptr) *Worker {
	if g == 0 {
		return nil
	}
	for _, w := range s.registry.snapshot().victims {
		if w.boundTo.Load() == g {
			return w.handle
		}
	}
	return nil
}

// runOnWorker runs a root at once, without submitting it. The caller is on the worker's
// goroutine, but has passed the pool and not the worker.
func (w *Worker) runOnWorker(t *Task) error {
	if w.pool.injector.closed.Load() {
		return ErrClosed
	}
	w.run(t)
	if !t.isComplete() { // its context has ended: the goroutine that watches the context will complete it
		if err := t.wait(context.Background(), &w.state.parkers, nil); err != nil {
			panic(err)
		}
	}
	return t.outcome()
}

// waitFor waits for the future t. wait does that for a goroutine outside of the pool.
//
// In a task of the pool, the task's worker runs the future if it has not started and the context
// cannot end. Otherwise a spare takes the worker's place. If there can be no spare, the worker
// runs the future even if the context can end. If it did not, all workers might wait for futures
// that no worker is free to run.
func (s *state) waitFor(ctx context.Context, t *Task, wait func(context.Context) error) (err error) {
	s.checkBubble()
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
