package classic

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// VT is the pool of B. Lee and D. Altarace, "Thread pool" (Virginia Tech). It has futures, a
// global deque for tasks from outside, and a local deque for each worker. Each deque has a lock
// of its own ("Multi-lock design"), or one lock guards all deques. tla/pool/VTSignal.tla
// specifies the protocol.
//
// Names: Submit is thread_pool_submit from outside, Fork from a worker. Join and Get are
// future_get, steal is steal_work, and Close is thread_pool_shutdown_and_destroy. The field by
// is the owner of a task; future_get looks for the task in the owner's deque.
//
// No goroutine holds two locks. Pool and workers start together, at a barrier. A worker steals
// a task. If it finds none, it takes one from global. If there is none, it leaves if the pool
// is shut down, and sleeps otherwise. It takes from its own deque only in future_get: the
// awaited task, if that is still there ("Work helping"). workAvail is signalled outside of the
// lock.
//
// Two corrections. (1) In the document the signal may come between a worker's look at a deque
// and its sleep. Then the worker sleeps although there is a task. Here a worker enters the list
// of waiters, and looks at the deques again before it sleeps. The signal stays outside of the
// lock, and after the task. (2) In the document, a task that is submitted in a task, and not
// waited for, stays in the deque forever if no worker steals it. Here a task ends only when all
// tasks that it has submitted have ended.
//
// Departures: a future is completed and waited for as in task.go, and not under its owner's
// lock. A signal without waiters takes no lock, as in the C library; a signal to a worker takes
// the pool's lock. steal_work begins with the next worker, not always with the first.
//
// Cost: a fork is an allocation of the task and one mutex, unless a worker sleeps. future_get
// takes one more mutex.
type VT struct {
	workers []*VTWorker
	arrived atomic.Int32 // at the barrier, including the pool itself
	started task[*VTWorker]
	out     atomic.Int32 // workers that have left
	gone    task[*VTWorker]
	_       pad.Line

	workAvail condition // its lock is the pool's, and guards global and shutdown
	global    []*task[*VTWorker]
	shutdown  bool
	_         pad.Line
}

// VTWorker is a worker of a [VT].
type VTWorker struct {
	pool  *VT
	index int
	local *wsq.Locked[*task[*VTWorker]]
	work  *park.Parker // parks at workAvail; a permit is a signal
	got   *park.Parker // parks at the barrier and in future_get
	children[*VTWorker]
	_ pad.Line
}

// NewVT starts a pool. With oneLock, one lock guards all deques. NewVT returns when all workers
// are ready. It panics if workers is less than 1. The caller must call [VT.Close].
func NewVT(workers int, oneLock bool) *VT {
	p := newVT(workers)
	for _, w := range p.workers {
		go w.loop(oneLock)
	}
	p.begin()
	return p
}

// begin returns when all workers are ready.
func (p *VT) begin() {
	if int(p.arrived.Add(1)) > len(p.workers) { //tla:VTSignal.MainArrive
		p.started.finish()
	}
	p.started.wait(park.New()) //tla:VTSignal.MainStart
}

// newVT returns a pool whose workers have not started.
func newVT(workers int) *VT {
	checkWorkers(workers)
	p := &VT{workers: make([]*VTWorker, workers)}
	for i := range p.workers {
		p.workers[i] = &VTWorker{pool: p, index: i, work: park.New(), got: park.New()}
	}
	return p
}

// Submit queues a task. It does not block. After Close, Submit drops the task.
func (p *VT) Submit(t Task[*VTWorker]) {
	f := t.queuedBy(p)
	p.workAvail.lock.Lock() //tla:VTSignal.Submit
	refused := p.shutdown
	if !refused {
		p.global = append(p.global, f)
	}
	p.workAvail.lock.Unlock() //tla:VTSignal.Submit
	p.workAvail.signal()      //tla:VTSignal.SubmitSignal
	if refused {
		f.drop()
	}
}

// Close waits until all submitted tasks are done and the workers have left. A task must not
// call it.
func (p *VT) Close() {
	p.workAvail.lock.Lock() //tla:VTSignal.Shutdown
	p.shutdown = true
	p.workAvail.lock.Unlock() //tla:VTSignal.Shutdown
	p.workAvail.broadcast()   //tla:VTSignal.Broadcast
	p.gone.wait(park.New())   //tla:VTSignal.Join
}

// takeOut removes a task from global, and reports whether it was there.
func (p *VT) takeOut(t *task[*VTWorker]) bool {
	p.workAvail.lock.Lock() //tla:- as Get does with a worker's deque
	defer p.workAvail.lock.Unlock()
	i := slices.Index(p.global, t)
	if i >= 0 {
		p.global = slices.Delete(p.global, i, i+1)
	}
	return i >= 0
}

// setUp makes the worker's deque. Other workers look into it only after the barrier.
func (w *VTWorker) setUp(oneLock bool) {
	lock := new(sync.Mutex)
	if oneLock {
		lock = &w.pool.workAvail.lock
	}
	w.local = wsq.NewLockedUnder[*task[*VTWorker]](lock, 8)
}

func (w *VTWorker) loop(oneLock bool) {
	w.setUp(oneLock)
	w.serve()
}

// serve runs tasks until the pool is shut down.
func (w *VTWorker) serve() {
	p := w.pool
	if int(p.arrived.Add(1)) > len(p.workers) { //tla:VTSignal.Arrive
		p.started.finish()
	}
	p.started.wait(w.got) //tla:VTSignal.Start
	for t := w.find(); t != nil; t = w.find() {
		w.finish(t)
	}
	if int(p.out.Add(1)) == len(p.workers) { //tla:VTSignal.Leave
		p.gone.finish()
	}
}

// find returns a task, or nil if the pool is shut down.
func (w *VTWorker) find() (t *task[*VTWorker]) {
	p := w.pool
	for {
		if t = w.steal(); t != nil {
			return t
		}
		p.workAvail.lock.Lock() //tla:VTSignal.TakeGlobal
		leave := len(p.global) == 0 && p.shutdown
		switch {
		case len(p.global) > 0:
			t = p.global[0]
			p.global = slices.Delete(p.global, 0, 1)
		case !leave:
			p.workAvail.enter(w.work) //tla:VTSignal.TakeGlobal
		}
		p.workAvail.lock.Unlock() //tla:VTSignal.TakeGlobal
		switch {
		case t != nil || leave:
			return t
		case w.sees():
			p.workAvail.leave(w.work)
		default:
			w.work.Park() //tla:VTSignal.AwaitWork
		}
	}
}

// nth returns the k-th worker in w's order of victims. The 0-th is w itself.
func (w *VTWorker) nth(k int) *VTWorker {
	return w.pool.workers[(w.index+k)%len(w.pool.workers)]
}

// steal is steal_work. It returns the oldest task of the first other worker that has one, or
// nil.
func (w *VTWorker) steal() *task[*VTWorker] {
	for k := 1; k < len(w.pool.workers); k++ {
		if t, _ := w.nth(k).local.Steal(); t != nil { //tla:VTSignal.StealLook
			return t
		}
	}
	return nil
}

// sees reports whether there is a task to steal.
func (w *VTWorker) sees() bool {
	for k := 1; k < len(w.pool.workers); k++ {
		if w.nth(k).local.Len() > 0 { //tla:VTSignal.LookAgain
			return true
		}
	}
	return false
}

// finish runs a task, with all tasks that it submits.
func (w *VTWorker) finish(t *task[*VTWorker]) {
	w.whole(w, t)
	t.finish() //tla:VTSignal.Finish
}

func (w *VTWorker) fork(t *task[*VTWorker]) {
	w.open = append(w.open, t)
	w.local.Push(t)           //tla:VTSignal.Fork
	w.pool.workAvail.signal() //tla:VTSignal.ForkSignal
}

// await is future_get. The caller takes the task back from its owner's deque and runs it, or
// waits.
func (w *VTWorker) await(t *task[*VTWorker]) {
	w.joined(t)
	found := false
	if owner, is := t.by.(*VTWorker); is {
		found = owner.local.RemoveNear(func(other *task[*VTWorker]) bool { return other == t }) //tla:VTSignal.Get
	} else {
		found = w.pool.takeOut(t)
	}
	if found {
		w.finish(t)
	} else {
		t.wait(w.got) //tla:VTSignal.AwaitFuture
	}
}
