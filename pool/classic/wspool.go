package classic

import (
	"math/rand/v2"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// WSPool is the pool of A. Tripathy, "Work Stealing Threadpool" (Virginia Tech, 2022), a
// fork-join pool after Java's. tla/pool/WSPoolWait.tla specifies the protocol.
//
// Names: status, casStatus (here claim) and the list of waiters head are in task.go. queues,
// wait4work, fork, join and get are the document's. awaitDone is await.
//
// Each worker has a deque. The worker and outside callers add tasks at the end. Its owner takes
// the first task (2.1), and thieves take the last. If the joined task has not started, the
// joining worker claims it, removes it from its deque (3.1), and computes it. If another worker
// has taken the task, the joining worker helps: it runs its own newest tasks, and parks when
// there are none (2.2). A worker that finds nothing waits on wait4work (3.2). Each submit,
// invoke and fork signals wait4work.
//
// Three corrections. (1) A worker that has found nothing takes the lock of wait4work, and looks
// again at the queues and at stop before it waits. In the document, a task may come between the
// worker's look and its wait, and the signal for that task is lost. (2) A joining worker reads
// the status again after it has entered the list (task.go). In the document, the task may be
// completed in between, and the worker parks forever. (3) A helping worker runs only tasks that
// the joining task has forked, directly or indirectly. In the document, it may run a task from
// outside. If that task joins one that waits below it on the same stack, it waits forever. With
// the correction any task may join any other, if their waits form no cycle. A child must not
// wait for its parent, directly or indirectly.
//
// The document does not describe shutdown. Here it stores stop and signals, and drops the
// queued tasks.
//
// Departures: the deques are wsq.Locked, not lock-free as ConcurrentLinkedDeque is. The document
// needs a deque to which outside callers add, from which thieves take at the end where the owner
// adds, and from whose middle join removes. No other deque here can do all that. The current
// worker is an argument, because Go has no thread-local variables. A caller from outside passes
// nil, which names no pool. So the join that first pushes its task (2.1) is a function with a
// pool: [Invoke].
//
// Cost: a fork is an allocation of the task and two mutexes. If workers wait, it also wakes all
// of them.
type WSPool struct {
	workers []*WSWorker
	stop    atomic.Bool
	left    atomic.Int32    // workers that have not left
	gone    task[*WSWorker] // complete when all have left

	wait4work condition
}

// WSWorker is a worker of a [WSPool].
type WSWorker struct {
	pool  *WSPool
	index int
	queue *wsq.Locked[*task[*WSWorker]]
	task  *task[*WSWorker] // the running task; nil between tasks
	work  *park.Parker     // woken by signal
	done  *park.Parker     // woken by the task that it joins
}

type (
	// FJTask is the document's name (3.) of a task of a [WSPool].
	FJTask = Task[*WSWorker]
	// RTask is the document's name of a task with a result.
	RTask[R any] = Future[*WSWorker, R]
	// RAction is the document's name of a task without a result.
	RAction = Future[*WSWorker, struct{}]
)

// NewRAction returns a task without a result.
func NewRAction(compute func(*WSWorker)) *RAction {
	checkFunction(compute == nil)
	return NewFuture(func(w *WSWorker) struct{} { compute(w); return struct{}{} })
}

// NewWSPool starts a pool. It panics if workers is less than 1. The caller must call
// [WSPool.Close].
func NewWSPool(workers int) *WSPool {
	p := newWSPool(workers)
	for _, w := range p.workers {
		go w.loop()
	}
	return p
}

// newWSPool returns a pool whose workers have not started.
func newWSPool(workers int) *WSPool {
	checkWorkers(workers)
	p := &WSPool{workers: make([]*WSWorker, workers)}
	for i := range p.workers {
		p.workers[i] = &WSWorker{
			pool: p, index: i, queue: wsq.NewLocked[*task[*WSWorker]](8), work: park.New(), done: park.New(),
		}
	}
	p.left.Store(int32(workers)) //tla:- before the pool is shared
	return p
}

// Submit queues the task on a worker that is chosen at random (2.1). It does not block. After
// Close, Submit drops the task.
func (p *WSPool) Submit(t FJTask) {
	w, f := p.workers[rand.IntN(len(p.workers))], t.queuedBy(p)
	w.queue.Push(f)         //tla:WSPoolWait.Push
	p.wait4work.broadcast() //tla:WSPoolWait.Signal
	if p.stop.Load() {      //tla:- the workers may have left; Close may have looked before
		f.drop()
	}
}

// Invoke waits for a task as [Future.Join] does. From outside, w is nil, and Invoke submits the
// task first if it is not queued yet. In a task, w is its worker, which runs the task at once.
func Invoke[R any](p *WSPool, w *WSWorker, t *RTask[R]) R {
	if w == nil && t.by == nil {
		p.Submit(t)
	}
	return t.Join(w)
}

// Close waits until the workers have ended their running tasks and have left. It drops the
// queued tasks. A task must not call it.
func (p *WSPool) Close() {
	p.shutdown()
	p.gone.wait(park.New())
	for _, w := range p.workers {
		for t, ok := w.queue.Pop(); ok; t, ok = w.queue.Pop() {
			t.drop()
		}
	}
}

// shutdown tells the workers to leave.
func (p *WSPool) shutdown() {
	p.stop.Store(true)      //tla:WSPoolWait.Stop
	p.wait4work.broadcast() //tla:WSPoolWait.Signal
}

// nth returns the k-th worker in w's order of queues. The 0-th is w itself.
func (w *WSWorker) nth(k int) *WSWorker {
	return w.pool.workers[(w.index+k)%len(w.pool.workers)]
}

func (w *WSWorker) loop() {
	for !w.pool.stop.Load() { //tla:WSPoolWait.ReadStop
		if t := w.scan(); t != nil {
			w.run(t)
		} else {
			w.awaitWork()
		}
	}
	if w.pool.left.Add(-1) == 0 { //tla:- after the last step of the specification
		w.pool.gone.finish()
	}
}

// scan takes the first of the worker's own tasks, or else the last task of another worker
// (2.1).
func (w *WSWorker) scan() *task[*WSWorker] {
	t, _ := w.queue.PopTop() //tla:WSPoolWait.Scan
	for k := 1; t == nil && k < len(w.pool.workers); k++ {
		t, _ = w.nth(k).queue.Pop() //tla:WSPoolWait.Scan
	}
	return t
}

// run runs a task that was taken from a queue, unless a joining worker has claimed it.
func (w *WSWorker) run(t *task[*WSWorker]) {
	if t.claim() { //tla:WSPoolWait.Claim
		w.compute(t)
	}
}

// compute runs a task that the worker has claimed.
func (w *WSWorker) compute(t *task[*WSWorker]) {
	w.whole(w, t)
	t.finish()
}

// whole runs the body of a task. A task that was never queued is a part of the task that joins
// it.
func (w *WSWorker) whole(self *WSWorker, t *task[*WSWorker]) {
	below := w.task
	if t.by == nil {
		t.parent = below
	}
	w.task = t
	t.compute(self)
	w.task = below
}

// awaitWork waits on wait4work, unless it finds a task or stop when it looks again.
func (w *WSWorker) awaitWork() {
	p := w.pool
	p.wait4work.lock.Lock() //tla:WSPoolWait.WaitLock
	for k := range p.workers {
		if w.nth(k).queue.Len() > 0 { //tla:WSPoolWait.RecheckQueue
			p.wait4work.lock.Unlock() //tla:WSPoolWait.Unlock
			return
		}
	}
	if p.stop.Load() { //tla:WSPoolWait.RecheckStop
		p.wait4work.lock.Unlock() //tla:WSPoolWait.Unlock
		return
	}
	p.wait4work.enter(w.work) //tla:WSPoolWait.Wait
	p.wait4work.lock.Unlock() //tla:WSPoolWait.Wait
	w.work.Park()             //tla:WSPoolWait.Awake
}

func (w *WSWorker) fork(t *task[*WSWorker]) {
	t.parent = w.task
	w.queue.Push(t)              //tla:WSPoolWait.Push
	w.pool.wait4work.broadcast() //tla:WSPoolWait.Signal
}

// await computes the task itself, or helps, or waits (2.2, 3.3).
func (w *WSWorker) await(t *task[*WSWorker]) {
	if t.claim() { //tla:WSPoolWait.JoinClaim
		w.queue.Remove(func(other *task[*WSWorker]) bool { return other == t }) //tla:WSPoolWait.Remove
		w.compute(t)
	}
	for !t.isComplete() {
		var other *task[*WSWorker]
		own := func(o *task[*WSWorker]) bool { other = o; return o.within(w.task) }
		if !w.queue.Remove(own) { //tla:WSPoolWait.Help
			t.wait(w.done)
			return
		}
		w.run(other)
	}
}
