package pool

import "sync/atomic"

// Group is a [Scope] whose tasks return errors. It belongs to the call of [Worker.Group] that made
// it, and to the tasks of the group.
type Group struct {
	scope *Scope
	first atomic.Pointer[CancelError] // with the first error
	panic atomic.Pointer[failure]     // the first panic or Goexit of a task
}

// Group calls f, which may start tasks in the group. It returns when f and all these tasks have
// ended, with the first error that f or a task has returned. That error cancels the group, as in
// errgroup. Tasks that have not started are dropped. Running tasks panic with a [CancelError]
// when they next fork, and their [Worker.Context] ends with the error as its cause.
//
// If the context of the tree has ended when f or a task returns an error, or when f returns nil, Group
// returns the context's cause.
//
// If f or a task panics, Group cancels the group and panics as [Worker.Scope] does, even if
// another task has returned an error before, or the tree of the caller is cancelled. Otherwise, if
// that tree is cancelled, Group panics with a CancelError when its tasks have ended.
//
// Group costs as much as Scope, and one allocation more for each task. An error also costs some
// microseconds.
func (w *Worker) Group(f func(g *Group) error) (err error) {
	if f == nil {
		panic("pool: a nil function")
	}
	g := &Group{}
	returned := false
	defer func() {
		if returned {
			return
		}
		v := recover() // nil for Goexit, which goes on
		if v == nil {
			return
		}
		c, is := v.(*CancelError)
		if !is {
			panic(v)
		}
		g.panic.Load().rethrow()
		if c != g.first.Load() {
			panic(v)
		}
		w.passOn(w.pool.cause(w.scope())) // the caller is cancelled, not only the group
		err = c.Cause
	}()
	w.Scope(func(s *Scope) {
		g.scope = s
		if err := w.insteadOf(f(g)); err != nil { // also without an error: the context may have ended f early
			g.cancel(w, err)
		}
	})
	returned = true
	return nil
}

// Go starts f as a task of the group, on the worker w of the caller. It costs two allocations,
// and does not wait. If the worker's deque is full, f runs at once. Go panics with a
// [CancelError] if the group is cancelled. It panics if the group has ended.
func (g *Group) Go(w *Worker, f func(w *Worker) error) {
	if f == nil {
		panic("pool: a nil function")
	}
	if g == nil || g.scope == nil {
		panic("pool: Go in a Group that was not made by Worker.Group")
	}
	g.scope.Go(w, func(w *Worker) {
		returned := false
		defer func() {
			if !returned {
				v := recover()
				w.goOn(v, w.record(&g.panic, v))
			}
		}()
		err := f(w)
		if returned = true; err != nil {
			g.cancel(w, err)
		}
	})
}

// cancel ends the group because of an error of a task that runs on w.
func (g *Group) cancel(w *Worker, err error) {
	c := &CancelError{w.insteadOf(err)}
	if g.first.CompareAndSwap(nil, c) {
		g.scope.pool.cancelBelow(&g.scope.latch, &failure{err: c})
	}
}

// record stores how a function has ended that has panicked with v, unless it was cancelled.
// Without the record, an error that came before would hide the panic.
func (w *Worker) record(first *atomic.Pointer[failure], v any) *failure {
	f := w.caught(v)
	if _, cancelled := f.err.(*CancelError); !cancelled {
		first.CompareAndSwap(nil, f)
	}
	return f
}

// goOn panics again with v. A nil v stands for Goexit, which goes on by itself.
func (w *Worker) goOn(v any, f *failure) {
	if v != nil {
		w.passOn(f)
	}
}
