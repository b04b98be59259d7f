package classic

import (
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/pool"
)

// The statuses of a task, after FJTask of WSPool (2.): NOT_YET_STARTED, RUNNING and COMPLETE. A
// task goes from one to the next, and never back.
const (
	notYetStarted uint32 = iota
	running
	complete
)

// task is an item of a scheduler's queues. W is the type of the scheduler's workers.
type task[W any] struct {
	status atomic.Uint32
	head   atomic.Pointer[node] // the waiters, the newest first
	body   func(W)              // fixed before the task is shared
	by     any                  // the worker that has queued it, or the pool for a task from outside; nil if not queued
	parent *task[W]             // the task that has forked it, if the scheduler records that

	// failure is nil if the body ended well. It is written before the status is complete, and
	// read after.
	failure error
}

// node is a waiter of a task.
type node struct {
	parker *park.Parker
	next   *node
}

// claim is casStatus from not yet started to running. A worker that succeeds runs the task.
func (t *task[W]) claim() bool { return t.status.CompareAndSwap(notYetStarted, running) }

// compute runs the body of a task that the caller has claimed.
func (t *task[W]) compute(w W) {
	defer func() {
		if v := recover(); v != nil {
			t.failure = caught(v)
		}
	}()
	t.body(w)
}

// within reports whether the running task has forked t, directly or indirectly.
func (t *task[W]) within(runs *task[W]) bool {
	for t = t.parent; t != runs; t = t.parent {
		if t == nil {
			return false
		}
	}
	return true
}

func caught(v any) error {
	if e, is := v.(*pool.PanicError); is {
		return e // of a child: passed on unchanged
	}
	return &pool.PanicError{Value: v, Stack: debug.Stack()}
}

// finish publishes how the task has ended, and wakes its waiters.
func (t *task[W]) finish() {
	t.status.Store(complete)                       //tla:WSPoolWait.Complete
	for n := t.head.Load(); n != nil; n = n.next { //tla:WSPoolWait.ReadWaiters
		n.parker.Unpark() //tla:WSPoolWait.Unpark
	}
}

// isComplete reports whether the task has ended.
func (t *task[W]) isComplete() bool {
	return t.status.Load() == complete //tla:WSPoolWait.JoinLook
}

// wait parks until the task is complete. It reads the status again after the caller is in the
// list, because finish may have read the list before. So a permit may be left in p.
func (t *task[W]) wait(p *park.Parker) {
	n := &node{parker: p}
	for {
		n.next = t.head.Load()                //tla:WSPoolWait.ReadHead
		if t.head.CompareAndSwap(n.next, n) { //tla:WSPoolWait.CasHead
			break
		}
	}
	for t.status.Load() != complete { //tla:WSPoolWait.LookAgain
		p.Park() //tla:WSPoolWait.Park
	}
}

// drop completes a task that has not started, because its pool is closed.
func (t *task[W]) drop() {
	if t.claim() { //tla:WSPoolWait.Claim
		t.failure = pool.ErrClosed
		t.finish()
	}
}

// condition is a lock, and the workers that sleep until there is a task. It stands for
// pthread_cond_t with its mutex, and for Java's Condition.
type condition struct {
	lock    sync.Mutex
	waiting []*park.Parker // guarded by lock
	count   atomic.Int32   // length of waiting, so a signal without waiters takes no lock
}

// enter adds p to the waiters. The caller holds the lock, releases it, and then parks.
func (c *condition) enter(p *park.Parker) {
	c.waiting = append(c.waiting, p)
	c.count.Store(int32(len(c.waiting)))
}

// leave removes p from the waiters, because its worker has found a task. If p was signalled
// meanwhile, leave passes the signal on.
func (c *condition) leave(p *park.Parker) {
	c.lock.Lock() //tla:VTSignal.Retract
	i := slices.Index(c.waiting, p)
	if i >= 0 {
		c.waiting = slices.Delete(c.waiting, i, i+1)
		c.count.Store(int32(len(c.waiting))) //tla:VTSignal.Retract
	}
	c.lock.Unlock() //tla:VTSignal.Retract
	if i < 0 {
		p.Park()   //tla:- the permit is on its way
		c.signal() //tla:VTSignal.PassOn
	}
}

// signal wakes one waiter, if there is one. The caller must publish its task before.
func (c *condition) signal() {
	if c.count.Load() == 0 {
		return
	}
	c.lock.Lock()
	var p *park.Parker
	if n := len(c.waiting) - 1; n >= 0 {
		p, c.waiting = c.waiting[n], c.waiting[:n]
		c.count.Store(int32(n))
	}
	c.lock.Unlock()
	if p != nil {
		p.Unpark()
	}
}

// broadcast wakes all waiters, in one critical section. They no longer count as waiters.
func (c *condition) broadcast() {
	c.lock.Lock()
	c.count.Store(0)
	for _, p := range c.waiting {
		p.Unpark()
	}
	c.waiting = c.waiting[:0]
	c.lock.Unlock()
}

func checkFunction(missing bool) {
	if missing {
		panic("classic: a nil function")
	}
}

func checkIdle(busy bool) {
	if busy {
		panic("classic: a CMU runs one process at a time, and is destroyed after it")
	}
}

func checkWorkers(n int) {
	if n < 1 {
		panic("classic: a pool needs at least one worker")
	}
}
