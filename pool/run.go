package pool

import (
	"context"
	"runtime"
)

// Run computes f as a task, and returns what f returns. From outside it waits for a
// place in the queue, and then for the task. On a worker f runs at once, on the
// caller's goroutine, and so it does if x is the pool in a task of it: then f has a tree of its
// own, which is not cancelled with the task. If f calls runtime.Goexit there, that ends the
// task, too. In a task of another pool a spare takes its worker's place there while it waits, as in
// [Worker.Blocking], which costs what that costs; so it does in Submit, Go and Close that wait.
//
// If the context ends before f begins, Run returns its error at once. If it ends
// later, all tasks that f has forked and that have not begun are dropped, save what it takes
// back by [Ctx.Take]; f ends with a [CancelError] when it next forks or joins, and Run
// returns the context's error. If f does neither any more, what it returns stands. A running
// task is told by another goroutine, and so not before that gets a processor: while all are busy
// that takes up to some 10 ms.
// If f panics, Run panics with a [PanicError]. If the pool is closed, Run returns
// ErrClosed.
//
// A call from outside costs about a microsecond, a load for each worker of all other open pools, and
// two allocations; five with a context that can end.
func Run[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error)) (R, error) {
	c := newCall(f)
	if err := perform(ctx, x, &c.Task); err != nil {
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
	stop   func() bool // ends the watch of the context
}

func newCall[R any](f func(w *Worker) (R, error)) *call[R] {
	if f == nil {
		panic("pool: a nil function")
	}
	c := &call[R]{f: f, stop: unwatched}
	c.body = c
	return c
}

func (c *call[R]) dropped() { c.over() }

func (c *call[R]) run(w *Worker) {
	defer c.over()
	c.result, c.err = c.f(w)
}

// over ends the watch, and forgets the function and the context: a Future may be kept for
// its result.
func (c *call[R]) over() {
	c.stop()
	c.f, c.stop, c.ctx = nil, unwatched, nil
}

func unwatched() bool { return true }

// perform runs a root, and waits until it is complete. It returns why the tree was
// cancelled.
func perform(ctx context.Context, x Executor, t *Task) error {
	s, w := executor(ctx, x)
	if err := ctx.Err(); err != nil {
		return err
	}
	if w != nil {
		return w.perform(ctx, t)
	}
	defer runtime.KeepAlive(x) // so that a pool that nobody else can reach is not closed
	t.root = t
	if w := s.currentWorker(); w != nil {
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
		return err
	}
	s.waitOutside(func() {
		for !t.isComplete() {
			p.Park() //tla:Join.AwaitPark
		}
	})
	return t.outcome()
}

// perform is perform on a worker: t is a child of the running task.
func (w *Worker) perform(ctx context.Context, t *Task) error {
	t.child(w.scope(), w.inside)
	stop := w.state.watch(ctx, t)
	defer stop()
	w.run(t)
	w.await(t)
	err := t.outcome()
	if err != nil {
		w.pool.cause(w.scope()).rethrow() // it was not the context of this call
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
		f := &failure{&CancelError{ctx.Err()}}
		t.abort.CompareAndSwap(nil, f) //tla:Join.AwaitCancel
		if t.claim(nobody) {
			t.failure = f
			t.finish() // the body is told by who comes to it in the queue
		}
		s.interrupt()
	})
}
