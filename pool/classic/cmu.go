package classic

import (
	"container/list"
	"iter"
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// CMU is the framework of X. Jin and J. Li, "Work stealing Fork Join Framework in C++"
// (Carnegie Mellon, 2021), with child or continuation stealing (tla/pool/TwoQueue.tla).
//
// Names: workq is the shared queue of a worker, local its private one (2.2), next is gen_it,
// CMUContext is TaskInnerWrapper. A task is a generator of its children (1.1.1): it is
// suspended at each fork and join, and whoever takes it resumes it. To fork is to push the
// continuation and then the child, which the worker pops next; thieves take the oldest. A join
// that cannot finish goes to the back of local. When workq is empty one of local is tried
// again; if it still cannot finish it goes to the front, and the worker steals: "2Q". So n of
// them that wait for each other in a row cost n*n tries. Who finds nothing yields and tries
// again: nothing blocks but StartProcess. A fork costs an allocation and a push; of a
// continuation another push, and two switches of coroutines.
//
// A greedy join of continuations runs other work on the stack of who joins, and may take
// one that waits for what lies below: the dead join of figure 2. One central queue for all,
// which is said to avoid it (2.2), does not; here it comes with 2Q. With child stealing the
// join is greedy, and safe: a task needs only what was forked after it had begun.
//
// Corrections of 2Q: (1) local is fetched from the back; from the front it would be the same
// join again and again. (2) What was stolen runs at once; pushed and popped again it may be
// stolen to and fro for ever. (3) The child is read before the continuation is pushed; after
// it, as in the listing, a thief may have moved the generator on. (4) A task joins at its end
// what it has not joined, so that none outlives its process. Departures: victims are taken in
// turn; a listing that makes every pop a steal is read as meant; iter.Pull is stackful. With
// CMUEntryLock a continuation alone is its owner's.
type CMU struct {
	workers    []*cmuWorker
	child      bool // child stealing
	root       *task[*CMUContext]
	busy, stop atomic.Bool // a process runs; the pool is destroyed
}

// CMUOptions says how a [CMU] works.
type CMUOptions struct {
	Workers      int      // 0 is one for each processor (1.1.2)
	Continuation bool     // stealing of continuations, not of children
	Deque        CMUDeque // nil is CMUMutex
	Central      bool     // one work queue for all workers, under a mutex
}

// CMUDeque makes a work queue (2.1). With an entry lock its last item is its owner's.
type CMUDeque func() wsq.Deque[*CMUContext]

func CMUMutex() wsq.Deque[*CMUContext]     { return wsq.NewLocked[*CMUContext](8) }
func CMUEntryLock() wsq.Deque[*CMUContext] { return wsq.NewTHE[*CMUContext](8, true) }
func CMULockFree() wsq.Deque[*CMUContext]  { return wsq.NewChaseLev[*CMUContext](8) }

// CMUContext is a task under way, which forks and joins with it, in its own goroutine only.
type CMUContext struct {
	children[*CMUContext]
	task   *task[*CMUContext]
	worker *cmuWorker                        // that runs or resumes it; of who has the task in hand, as what follows
	yield  func(*task[*CMUContext]) bool     // nil with child stealing
	next   func() (*task[*CMUContext], bool) // nil if it has not begun
	sub    *task[*CMUContext]                // that it is suspended to join, nil at a fork
}

type cmuWorker struct {
	pool  *CMU
	index int
	workq wsq.Deque[*CMUContext]
	local list.List    // of *CMUContext: joins that cannot finish yet
	start *park.Parker // a process, or the end
	over  *park.Parker
}

// NewCMU starts a pool. It panics if Workers is negative. Destroy it.
func NewCMU(o CMUOptions) *CMU {
	p := newCMU(o)
	for _, w := range p.workers {
		go w.loop()
	}
	return p
}

// newCMU returns a pool whose workers have not begun.
func newCMU(o CMUOptions) *CMU {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	checkWorkers(o.Workers)
	if o.Deque == nil || o.Central {
		o.Deque = CMUMutex
	}
	p, workq := &CMU{child: !o.Continuation}, o.Deque()
	for i := range o.Workers {
		if i > 0 && !o.Central {
			workq = o.Deque()
		}
		p.workers = append(p.workers, &cmuWorker{p, i, workq, list.List{}, park.New(), park.New()})
	}
	return p
}

// StartProcess runs a task with all that it forks, and blocks until it is done. It returns
// nil, the [pool.PanicError] of a panic, or [pool.ErrClosed]. One at a time, or it panics.
func (p *CMU) StartProcess(root Task[*CMUContext]) error {
	if p.busy.Swap(true) { //tla:- outside of a process
		panic("classic: a CMU runs one process at a time")
	}
	defer p.busy.Store(false) //tla:- outside of a process
	if p.stop.Load() {        //tla:- outside of a process
		return pool.ErrClosed
	}
	p.root = root.queuedBy(p)
	p.workers[0].workq.Push(&CMUContext{task: p.root}) //tla:- the workers have not begun
	p.all()
	return p.root.failure
}

// Destroy has the workers leave. Not while a process runs.
func (p *CMU) Destroy() {
	if !p.stop.Swap(true) { //tla:- outside of a process
		p.all()
	}
}

// all lets all workers begin, and waits until they have ended.
func (p *CMU) all() {
	for _, w := range p.workers {
		w.start.Unpark() //tla:- the workers begin
	}
	for _, w := range p.workers {
		w.over.Park() //tla:- until the workers have ended
	}
}

func (w *cmuWorker) loop() {
	for stop := false; !stop; w.over.Unpark() { //tla:- after a process
		w.start.Park()                        //tla:- until a process begins
		if stop = w.pool.stop.Load(); !stop { //tla:- before a process
			w.process()
		}
	}
}

// process works until the root is done.
func (w *cmuWorker) process() {
	for {
		if c := w.take(); c != nil {
			w.run(c)
		} else if w.pool.root.isComplete() { //tla:TwoQueue.ReadRoot
			return
		} else {
			runtime.Gosched()
		}
	}
}

// take takes a task from workq, local if its join can finish, or another worker; or nil.
func (w *cmuWorker) take() *CMUContext {
	if c, _ := w.workq.Pop(); c != nil { //tla:TwoQueue.Pop
		return c
	}
	if e := w.local.Back(); e != nil {
		c := e.Value.(*CMUContext)
		if c.sub.isComplete() { //tla:TwoQueue.Join
			w.local.Remove(e)
			return c
		}
		w.local.MoveToFront(e)
	}
	return w.steal()
}

// steal takes the oldest task of the first other worker that has one, or nil.
func (w *cmuWorker) steal() *CMUContext {
	n := len(w.pool.workers)
	for k := 1; k < n; k++ {
		if c, _ := w.pool.workers[(w.index+k)%n].workq.Steal(); c != nil { //tla:TwoQueue.Steal
			return c
		}
	}
	return nil
}

// run runs a task: all of it, or up to where it forks or has to wait.
func (w *cmuWorker) run(c *CMUContext) {
	c.worker = w
	if w.pool.child {
		c.steps(nil)
		c.task.finish() //tla:TwoQueue.SetDone
		return
	}
	if c.next == nil {
		c.next, _ = iter.Pull(c.steps)
	}
	for {
		child, more := c.next()
		switch {
		case !more:
			c.task.finish() //tla:TwoQueue.SetDone
			return
		case c.sub == nil:
			w.workq.Push(c)                        //tla:TwoQueue.PushContinuation
			w.workq.Push(&CMUContext{task: child}) //tla:TwoQueue.PushChild
			return
		case !c.sub.isComplete(): //tla:TwoQueue.Join
			w.local.PushBack(c)
			return
		}
	}
}

// steps is the whole of a task, as an [iter.Seq] of its children: each at its fork and its join.
func (c *CMUContext) steps(yield func(*task[*CMUContext]) bool) {
	c.yield = yield
	c.whole(c, c.task)
}

// Worker is the number of who runs the task. It may change at each fork and join.
func (c *CMUContext) Worker() int { return c.worker.index }

func (c *CMUContext) fork(t *task[*CMUContext]) {
	c.open = append(c.open, t)
	if c.sub = nil; c.yield != nil {
		c.yield(t)
	} else {
		c.worker.workq.Push(&CMUContext{task: t}) //tla:TwoQueue.PushChild
	}
}

// await waits for a task that this one has forked; with child stealing, greedily.
func (c *CMUContext) await(t *task[*CMUContext]) {
	c.joined(t)
	if c.sub = t; c.yield != nil {
		c.yield(t)
		return
	}
	for !t.isComplete() { //tla:TwoQueue.Join
		if other := c.worker.take(); other != nil {
			c.worker.run(other)
		} else {
			runtime.Gosched()
		}
	}
}
