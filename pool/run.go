package pool

import (
	"context"
	"runtime"
)

// Run computes f as a task, and returns the results of f.
//
// From outside of the pool, Run waits for a place in the queue, and then for the task. On a
// worker, f runs at once on the caller's goroutine, as a part of the running task. The same
// happens if x is the pool and the caller is one of its tasks (see [Executor]). In a task of
// another pool, a spare takes the worker's place in that pool while Run waits. That costs as much
// as [Worker.Blocking]. Submit, Go and Close also use a spare there when they wait.
//
// If f panics, Run panics with a [PanicError], or with http.ErrAbortHandler if that was the value.
// If f calls runtime.Goexit, Run does, too: so t.Fatal in a task ends the test. If the pool is
// closed, Run returns ErrClosed, except in its own tasks.
//
// If the context ends before f starts, Run returns at once. It returns context.Cause of the
// context, which is the context's error unless a cause was given. If the context ends later,
// tasks that f has forked are dropped unless they have started or [Ctx.Take] takes them back. f
// panics with a [CancelError] when it next forks or joins, and Run returns the cause. If f waits
// for something else, it can do so with [Worker.Context]. If f does not fork or join any more,
// Run returns the results of f. Another goroutine delivers the cancellation. While all
// processors are busy, that may take some 10 ms.
//
// With Options.CallerRuns, a call from outside may run f on the caller's goroutine.
//
// A call from outside costs about a microsecond and two allocations, or five if the context can
// end. It also loads one word for each worker of the pool.
func Run[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error)) (R, error) {
	c := newCall(f)
	if err := performHere(ctx, x, &c.Task); err != nil {
		var none R
		return none, err
	}
	return c.result, c.err
}

// call is a function that runs as the root of a tree.
type call[R any] struct {
	Task
	f      func(*Worker) (R, error)
	result R
	err    error
	stop   func() bool   // stops watching the context
	done   chan struct{} // of Future.Done
}

func newCall[R any](f func(w *Worker) (R, error)) *call[R] {
	if f == nil {
		panic("pool: a nil function")
	}
	c := &call[R]{f: f, stop: unwatched}
	c.body = c
	return c
}

func (c *call[R]) dropped() {
	c.over()
	c.ctx = nil
}

func (c *call[R]) run(w *Worker) {
	defer c.over()
	c.result, c.err = c.f(w)
}

// signal tells the goroutines that wait for Future.Done.
func (c *call[R]) signal() { close(c.done) }

// over stops watching the context. It also drops the function, because a caller may keep a Future
// for its result.
func (c *call[R]) over() {
	c.stop()
	c.f, c.stop = nil, unwatched
}

func unwatched() bool { return true }

// Without Options.CallerRuns, Run hands over to a worker, like Rayon.
// On one processor, a call takes 0.76 us of processor time, 0.23 us of them for two goroutines that wake each other.
// The rest has no single large part (pprof): about 0.1 us are the two allocations, 0.07 us the clock, read three times. After a pause a call takes ten times as long, because the code and the data are no longer in the caches.
// Leaving out the deferred functions saves only 1 to 2 %, and so does leaving out a worker's first look before it
// sleeps. After a pause, a call is fast or slow: a slow one waits until Go's runtime has woken another thread.

// perform runs a root, and waits until it is complete. It returns the reason if the tree was
// cancelled.
func perform(ctx context.Context, x Executor, t *Task) error {
	s, w := executor(ctx, x)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	t.ctx = ctx
	t.label(ctx)
	if w != nil {
		return w.perform(ctx, t)
	}
	defer runtime.KeepAlive(x) // the garbage collector must not close the pool meanwhile
	t.root = t
	if w := s.currentWorker(); w != nil {
		if w.task != nil {
			return w.perform(ctx, t)
		}
		if ctx.Done() != nil {
			defer s.watch(ctx, t)()
		}
		return w.runOnWorker(t)
	}
	p := parkerOf(&s.parkers)
	defer s.parkers.Put(p)
	t.first.parker = p
	t.waiters.Store(&t.first) //tla:Join.Register
	if ctx.Done() != nil {
		defer s.watch(ctx, t)()
	}
	if err := s.submit(ctx, entry{task: t}, blocks); err != nil {
		return because(ctx, err)
	}
	s.waitOutside(func() {
		for !t.isComplete() {
			p.Park() //tla:Join.AwaitPark
		}
	})
	return t.outcome()
}

// perform on a worker runs t as a child of the running task.
func (w *Worker) perform(ctx context.Context, t *Task) error {
	t.child(w.scope(), w.inside)
	stop := w.state.watch(ctx, t)
	defer stop()
	w.run(t)
	w.await(t)
	err := t.outcome()
	if err != nil {
		w.passOn(w.pool.cause(w.scope())) // the caller's tree is cancelled, not only this call
	}
	return err
}

// watch cancels a tree when the context ends.
func (s *state) watch(ctx context.Context, t *Task) (stop func() bool) {
	if ctx.Done() == nil {
		return unwatched
	}
	t.ctx = ctx
	return context.AfterFunc(ctx, func() {
		f := &failure{err: &CancelError{context.Cause(ctx)}}
		t.abort.CompareAndSwap(nil, f) //tla:Join.AwaitCancel
		if t.claim(nobody) {
			t.failure = f
			t.finish() // dropped is called by the worker that takes the queue's entry
		}
		s.interrupt()
	})
}
