package pool

import (
	"context"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Task is a piece of work in a pool. It is an opaque name, for the deques that
// [Options] may choose; nobody else makes or uses one.
//
// Its life, and nothing else is legal:
//
//	from          to            by
//	not started   running       claim: a CAS, so one worker at most
//	running       complete      the worker that runs it, once
//
// Running is written as the number of the worker, so that who waits for the task
// knows at once whom to help. A task that is dropped, because its tree is
// cancelled, goes the same way without its body being run.
//
// Whoever wants a task may claim it wherever it is queued. Its entry stays there, as a rule,
// and who takes that later cannot claim it and goes on. The protocol is
// tla/pool/Join.tla.
type Task struct {
	status  atomic.Uint32
	waiters atomic.Pointer[waiter]

	// abort is why what the task has forked is not to begin, or to go on: the task has
	// failed, or is not wanted any more, or its tree is cancelled.
	abort atomic.Pointer[failure]

	// Written before others can see the task, and only read then.
	first  waiter // who waits from the beginning, if somebody does
	body   body
	scope  *Task // whose child it is, nil for a root
	root   *Task // of its tree; itself for a root
	inside *isolation
	counts *countdown      // that is over when this and others are
	ctx    context.Context // of a root, nil if that cannot end

	// failure is how it ended, nil if well. It is written before Complete and
	// read by who has seen that.
	failure *failure
}

// body is what a task does.
type body interface{ run(w *Worker) }

const (
	notStarted uint32 = 0
	complete   uint32 = 1<<32 - 1
	nobody     uint32 = 1<<32 - 2 // runs a task that is dropped by who is no worker
)

// waiter is an entry in the list of those who wait for a task. It belongs to one
// wait and is never used again, since its list may still be walked when its owner
// has gone on.
type waiter struct {
	parker *park.Parker
	next   *waiter
}

// closed stands in the place of the list of a task that is complete.
var closed = new(waiter)

// child makes t a task of scope.
func (t *Task) child(scope *Task, inside *isolation) {
	t.scope, t.root, t.inside = scope, scope.root, inside
}

// claim reports whether the task is the caller's to run.
func (t *Task) claim(number uint32) bool {
	return t.status.CompareAndSwap(notStarted, number) //tla:Join.Claim
}

// finish publishes how the task has ended, and wakes who waits for it. It is the
// last access to the task by who ran it. It reports whether somebody was woken.
func (t *Task) finish() bool {
	scope := t.counts
	t.status.Store(complete)       //tla:Join.Complete
	list := t.waiters.Swap(closed) //tla:Join.CloseList
	woke := list != nil
	for list != nil {
		next := list.next
		list.parker.Unpark() //tla:Join.Wake
		list = next
	}
	if scope != nil {
		woke = scope.done() || woke
	}
	return woke
}

// isComplete reports whether the task has ended.
func (t *Task) isComplete() bool {
	return t.status.Load() == complete //tla:Join.Look
}

// isOver reports whether the task has ended, or is about to without having begun.
func (t *Task) isOver() bool {
	s := t.status.Load() //tla:Join.Look
	return s == complete || s == nobody
}

// register has the parker unparked when the task is complete. It answers false if
// it is already.
func (t *Task) register(p *park.Parker) bool {
	w := &waiter{parker: p}
	for {
		w.next = t.waiters.Load() //tla:Join.ReadHead
		if w.next == closed {
			return false
		}
		if t.waiters.CompareAndSwap(w.next, w) { //tla:Join.Register
			return true
		}
	}
}

// discard completes a task that has not begun, on behalf of who is no worker. It
// answers false if it is too late.
func (t *Task) discard(f *failure) bool {
	if !t.claim(nobody) {
		return false
	}
	t.failure = f
	t.unrun()
	t.finish()
	return true
}

// unrun tells the body, and the scope, that it is not run.
func (t *Task) unrun() {
	if t.counts != nil {
		t.counts.latch.abort.CompareAndSwap(nil, t.failure) //tla:Join.CancelScope
	}
	t.drop()
}

// drop tells the body that it is not run.
func (t *Task) drop() {
	if b, is := t.body.(interface{ dropped() }); is {
		b.dropped()
	}
}

// ended is why a root is not to begin whose context has ended, or nil. Who watches that may
// not have come to tell it.
func (t *Task) ended() *failure {
	if t.ctx == nil {
		return nil
	}
	if err := t.ctx.Err(); err != nil {
		return &failure{&CancelError{err}}
	}
	return nil
}

// outcome returns how a complete root has ended: why its tree was cancelled. It
// panics if that has panicked.
func (t *Task) outcome() error {
	if t.failure == nil {
		return nil
	}
	if c, ok := t.failure.err.(*CancelError); ok {
		return c.Cause
	}
	panic(t.failure.err)
}
