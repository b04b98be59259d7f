package pool

import (
	"context"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Task is a piece of work in a pool. It is an opaque type for the deques that [Options] may
// choose. Only the pool makes and uses Tasks.
type Task struct {
	// status changes only like this:
	//
	//	from          to            by
	//	not started   running       claim: a CAS, so one worker at most
	//	running       complete      the worker that runs it, once
	//
	// The status of a running task is the number of its worker, plus 1. So a waiting worker
	// knows at once which worker to help. A task that is dropped, because its tree is cancelled,
	// goes through the same states, but its body is not run.
	//
	// A worker may claim a task wherever it is queued. The queue's entry usually stays. A
	// worker that takes that entry later fails to claim the task, and goes on. tla/pool/Join.tla
	// specifies the protocol.
	status  atomic.Uint32
	waiters atomic.Pointer[waiter]

	// abort is why the children of the task must not start or go on. The task has failed, its
	// result is no longer needed, or its tree is cancelled.
	abort atomic.Pointer[failure]

	// These fields are written before the task is shared, and only read afterwards.
	first  waiter // the goroutine in Run that waits from the beginning, if any
	body   body
	scope  *Task // the parent, nil for a root
	root   *Task // the root of its tree; for a root, itself
	inside *isolation
	counts *countdown      // the latch of several tasks, of which this is one
	ctx    context.Context // that it was started with, if by Run, Submit or a loop
	labels *labels         // of a call that has a context with labels

	// failure is nil if the task ended well. It is written before the status is complete, and
	// read only after that was seen.
	failure *failure
}

// body is the function of a task.
type body interface{ run(w *Worker) }

const (
	notStarted uint32 = 0
	complete   uint32 = 1<<32 - 1
	nobody     uint32 = 1<<32 - 2 // the status of a task that is being dropped, by any goroutine
)

// waiter is an entry in the list of goroutines that wait for a task. It belongs to one wait and
// is never reused, since finish may still walk the list after the waiting goroutine has gone
// on.
type waiter struct {
	parker *park.Parker // nil: the body of the task is told
	next   *waiter
}

// signaller is the body of a future. It is never reused, so it may be told after the task is
// complete.
type signaller interface{ signal() }

// closed takes the place of the list of waiters when the task is complete.
var closed = new(waiter)

// child makes t a child of scope.
func (t *Task) child(scope *Task, inside *isolation) {
	t.scope, t.root, t.inside = scope, scope.root, inside
}

// claim reports whether the caller may run the task. number becomes the status.
func (t *Task) claim(number uint32) bool {
	return t.status.CompareAndSwap(notStarted, number) //tla:Join.Claim
}

// finish publishes how the task has ended, and wakes the goroutines that wait for it. It is the
// runner's last access to the task. It reports whether it woke one.
func (t *Task) finish() bool {
	scope := t.counts
	t.status.Store(complete)       //tla:Join.Complete
	list := t.waiters.Swap(closed) //tla:Join.CloseList
	woke := list != nil
	for list != nil {
		next := list.next
		if list.parker == nil {
			t.body.(signaller).signal()
			list = next
			continue
		}
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

// isOver reports whether the task has ended, or is being dropped.
func (t *Task) isOver() bool {
	s := t.status.Load() //tla:Join.Look
	return s == complete || s == nobody
}

// register arranges that the parker is unparked when the task is complete. Instead of a nil
// parker, the body is told. register returns false if the task is complete already.
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

// discard completes a task that has not started, without running it. It returns false if the
// task has started.
func (t *Task) discard(f *failure) bool {
	if !t.claim(nobody) {
		return false
	}
	t.failure = f
	t.unrun()
	t.finish()
	return true
}

// unrun tells the scope and the body that the task is not run.
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

// ended returns a failure if the task is a root whose context has ended. The goroutine that
// watches the context may not have aborted the task yet.
func (t *Task) ended() *failure {
	if t.ctx == nil {
		return nil
	}
	if err := context.Cause(t.ctx); err != nil {
		return &failure{err: &CancelError{err}}
	}
	return nil
}

// outcome returns why the tree of a complete root was cancelled, or nil. It panics if the root
// has panicked.
func (t *Task) outcome() error {
	if t.failure == nil {
		return nil
	}
	if c, ok := t.failure.err.(*CancelError); ok {
		return c.Cause
	}
	t.failure.rethrow()
	return nil
}
