package classic

import (
	"math/rand/v2"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// WSPool is the pool of A. Tripathy, "Work Stealing Threadpool" (Virginia Tech, 2022),
// a fork-join pool after Java's. The protocol is tla/pool/WSPoolWait.tla.
//
// Names: status and casStatus, here claim, and the list of waiters head are in task.go;
// queues, wait4work, fork, join and get are the document's. awaitDone is await.
//
// Each worker has a deque, to which it and the outside add at the end. Its owner takes
// the first task (2.1); thieves take the last, and so does the owner if it helps: if what
// it joins has been taken by somebody else, it runs its own newest tasks, and when there
// are none it parks (2.2). What it joins and nobody has begun it claims, removes from its
// deque (3.1), and computes. A worker that finds nothing waits on wait4work (3.2), which
// each submit, invoke and fork signals.
//
// Three corrections. (1) A worker that has found nothing looks again, at the queues and at
// stop, with the lock of wait4work held, before it waits. As described, a task that comes
// between its look and its wait is signalled to nobody. (2) Who joins a task reads its
// status again after entering the list (task.go). As described, the task may be completed
// in between, and nobody wakes who parks. (3) Who helps runs only what the task that joins has
// forked, and what that has. As described, it may run a task from the outside that joins one which
// waits below it on the same stack, and which waits for ever then. So any tasks may join any, if
// none waits for itself; save that what a task has forked must not wait for the task, in whatever
// way.
//
// Where the document is silent: shutdown stores stop and signals; what is queued then is
// dropped. Departures: the deques are wsq.Locked, and not lock-free as ConcurrentLinkedDeque
// is, since no other one here has all that the document asks of it: all add to it, thieves
// take the end at which the owner adds, join takes from the middle. The current worker is an
// argument, since Go has no thread-local variables; nil, from outside, names no pool, so the
// join that pushes a task (2.1) is [Invoke].
//
// Cost: a fork is an allocation of the task, two mutexes and, if workers wait, waking all.
type WSPool struct {
	workers []*WSWorker
	stop    atomic.Bool
	left    atomic.Int32    // workers that have not left
	gone    task[*WSWorker] // complete when all have

	wait4work condition
}

// WSWorker is a worker of a [WSPool].
type WSWorker struct {
	pool  *WSPool
	index int
	queue *wsq.Locked[*task[*WSWorker]]
	task  *task[*WSWorker] // that it runs; nil between tasks
	work  *park.Parker     // woken by signal
	done  *park.Parker     // woken by what it joins
}

// FJTask, RTask and RAction are the document's names (3.): a task of a [WSPool], one with
// a result, and one without.
type (
	FJTask       = Task[*WSWorker]
	RTask[R any] = Future[*WSWorker, R]
	RAction      = Future[*WSWorker, struct{}]
)

// NewRAction returns a task without a result.
func NewRAction(compute func(*WSWorker)) *RAction {
	return NewFuture(func(w *WSWorker) struct{} { compute(w); return struct{}{} })
}

// NewWSPool starts a pool. It panics unless workers is at least 1. Close it.
func NewWSPool(workers int) *WSPool {
	p := newWSPool(workers)
	for _, w := range p.workers {
		go w.loop()
	}
	return p
}

// newWSPool returns a pool whose workers have not begun.
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

// Submit has a worker run the task, chosen at random (2.1). It does not block. After
// Close the task is dropped.
func (p *WSPool) Submit(t FJTask) {
	w, f := p.workers[rand.IntN(len(p.workers))], t.queuedBy(p)
	w.queue.Push(f)         //tla:WSPoolWait.Push
	p.wait4work.broadcast() //tla:WSPoolWait.Signal
	if p.stop.Load() {      //tla:- the workers may have left; Close may have looked before
		f.drop()
	}
}

// Invoke waits for a task as [Future.Join] does. From outside, where w is nil, it submits the
// task before, unless that has been queued; a worker that passes itself runs it at once.
func Invoke[R any](p *WSPool, w *WSWorker, t *RTask[R]) R {
	if w == nil && t.by == nil {
		p.Submit(t)
	}
	return t.Join(w)
}

// Close lets the workers leave when they have ended what they run, and waits for that.
// Tasks that are queued then are dropped. Not from a task.
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

// nth is the k-th worker whose queue w looks into: w itself, and then the others.
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

// scan polls the first of the own tasks, or else the last of another's (2.1).
func (w *WSWorker) scan() *task[*WSWorker] {
	t, _ := w.queue.PopTop() //tla:WSPoolWait.Scan
	for k := 1; t == nil && k < len(w.pool.workers); k++ {
		t, _ = w.nth(k).queue.Pop() //tla:WSPoolWait.Scan
	}
	return t
}

// run runs a task that was polled, unless who joins it was faster.
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

// whole runs the body of a task. One that nobody has queued is a part of the one that joins it.
func (w *WSWorker) whole(self *WSWorker, t *task[*WSWorker]) {
	below := w.task
	if t.by == nil {
		t.parent = below
	}
	w.task = t
	t.compute(self)
	w.task = below
}

// awaitWork waits on wait4work, unless there is something to do after all.
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
