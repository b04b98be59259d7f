package pool

import (
	"context"
	"fmt"
	"sync/atomic"
)

// ForEachErr is [ForEach] with a body that may fail, and that gets the worker it runs on. The
// first error ends the loop, as in errgroup: ForEachErr returns it when all calls of body have
// ended. Indices that have not started are left out. In calls that run, [Worker.Context] ends
// with the error as its cause, so they can stop to wait:
//
//	err := pool.ForEachErr(ctx, p, len(urls), func(w *pool.Worker, i int) error {
//		return fetch(w.Context(), urls[i])
//	})
//
// If the context ends, ForEachErr returns its cause, also in place of an error that body returns
// after that. If body panics, ForEachErr panics with a [PanicError], even if an error came first or
// the caller's tree is cancelled. It waits and divides as [For] does. It costs some allocations,
// and a few nanoseconds more for each index.
func ForEachErr(ctx context.Context, x Executor, n int, body func(w *Worker, i int) error, opts ...LoopOption) error {
	if body == nil {
		panic("pool: a nil function")
	}
	if n < 0 {
		panic(fmt.Sprintf("pool: a loop over %d indices", n))
	}
	l := &failing{each: body}
	l.grain, l.body = grainOf(opts), l.part
	return l.run(ctx, x, n)
}

// failing is a call of ForEachErr.
type failing struct {
	loop
	each  func(w *Worker, i int) error
	root  *Task
	first atomic.Pointer[CancelError] // with the first error
	panic atomic.Pointer[failure]     // the first panic or Goexit
}

func (l *failing) run(ctx context.Context, x Executor, n int) error {
	j := &job[part, any]{def: parts, arg: part{&l.loop, 0, n}}
	j.body, l.root = j, &j.Task
	defer func() { l.panic.Load().rethrow() }() // even if an error or a cancellation of the caller came first
	err := performHere(ctx, x, &j.Task)
	if c := l.first.Load(); err == nil && c != nil {
		err = c.Cause // no part was left to be cancelled
	}
	return err
}

// part calls the body for a range.
func (l *failing) part(w *Worker, lo, hi int) {
	returned := false
	defer func() {
		if returned {
			return
		}
		v := recover()
		f := w.record(&l.panic, v)
		l.end(w, f)
		w.goOn(v, f)
	}()
	for i := lo; i < hi && !l.failed(); i++ {
		if err := l.each(w, i); err != nil {
			c := &CancelError{w.insteadOf(err)}
			if l.first.CompareAndSwap(nil, c) {
				l.end(w, &failure{err: c})
			}
			break
		}
	}
	returned = true
}

// end makes the other parts end.
func (l *failing) end(w *Worker, f *failure) {
	l.fails()
	w.pool.cancelBelow(l.root, f)
}
