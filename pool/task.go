package pool

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// task is a piece of work: who has claimed it, how it ended, and who waits for
// that. Its protocol is tla/pool/Join.tla.
//
//	not started -> run by a worker -> completed
//
// There is no other way. Whoever gets a task from a deque, from the injector or
// from a slot claims it; so may whoever waits for it, wherever it is queued. Its
// entry stays there then, and who takes that later cannot claim it and goes on.
type task struct {
	status  atomic.Uint32 // notStarted, completed, or 1 + the number of the worker that runs it
	waiters atomic.Pointer[waiter]
	family  *family
	failure *failure // written before Complete, read after Look
	body    runner
}

// runner is what a task does.
type runner interface{ run(w *Worker) }

const (
	notStarted uint32 = 0
	completed  uint32 = 1<<32 - 1
)

// waiter is an entry of a task's list of those who wait for it.
type waiter struct {
	parker *park.Parker
	next   *waiter
}

// closed ends the list of a completed task: nobody can register any more.
var closed = new(waiter)

// claim reports whether the task is the worker's to run.
func (t *task) claim(w *Worker) bool {
	return t.status.CompareAndSwap(notStarted, w.number+1) //tla:Join.Claim
}

// complete publishes how the task has ended, and wakes who waits for it. It is the
// last access to the task by who ran it.
func (t *task) complete() {
	t.status.Store(completed)      //tla:Join.Complete
	list := t.waiters.Swap(closed) //tla:Join.CloseList
	for ; list != nil; list = list.next {
		list.parker.Unpark() //tla:Join.Wake
	}
}

// register has the parker unparked when the task is completed. It answers false if
// it is completed already.
func (t *task) register(p *park.Parker) bool {
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
