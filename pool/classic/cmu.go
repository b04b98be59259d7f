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

// CMU is the framework of X. Jin and J. Li, "Work stealing Fork Join Framework in C++" (Carnegie Mellon, 2021), with child
// or continuation stealing. tla/pool/TwoQueue.tla specifies it. Names: workq is the shared queue of a worker, and local
// its private one (2.2). next is gen_it, and CMUContext is TaskInnerWrapper.
//
// A task is a generator of its children (1.1.1). It is suspended at each fork and join, and the worker that takes it resumes
// it. If continuations are stolen, a fork first pushes the continuation. It then pushes the child, which the worker pops
// next. Thieves take the oldest item. A join that cannot finish goes to the back of local. When workq is empty, the worker
// tries one item of local again. If that cannot finish either, it goes to the front of local, and the worker steals: "2Q".
// So a row of n joins, each waiting for the next, costs n*n tries. A worker that finds nothing yields and retries. Only
// StartProcess blocks. A fork costs an allocation and a push. A continuation costs one more push and two coroutine switches.
//
// A greedy join of continuations runs other work on the stack of the joining task. That work may wait for a task that lies
// below on the same stack: the dead join of figure 2. The document says that one central queue avoids it (2.2), but it does
// not; here the central queue is combined with 2Q. With child stealing the greedy join is safe: a task only needs tasks
// that were forked after it had started. So a task may join only its own children. If siblings join, the process may hang.
//
// Corrections of 2Q: (1) The worker fetches from the back of local. From the front it would fetch the same join again and
// again. (2) A stolen item runs at once. If it were pushed and popped again, thieves could steal it to and fro forever. (3)
// The child is read before the continuation is pushed. In the listing it is read afterwards, when a thief may already have
// moved the generator on. (4) At its end a task joins its unjoined children, so none outlives its process.
// Departures: a thief tries the victims in turn. A pop takes the newest item; one listing steals. Coroutines have stacks.
type CMU struct {
	workers    []*cmuWorker
	child      bool // child stealing
	root       *task[*CMUContext]
	busy, stop atomic.Bool // a process runs; the pool was destroyed
}

// CMUOptions configure a [CMU].
type CMUOptions struct {
	Workers      int      // 0 means one for each processor (1.1.2)
	Continuation bool     // steal continuations, not children
	Deque        CMUDeque // nil means CMUMutex
	Central      bool     // one work queue for all workers, under a mutex
}

// CMUDeque makes a work queue (2.1).
type CMUDeque func() wsq.Deque[*CMUContext]

// CMUMutex makes a work queue under a mutex.
func CMUMutex() wsq.Deque[*CMUContext] { return wsq.NewLocked[*CMUContext](8) }

// CMUEntryLock makes a work queue whose thieves take a lock. They never take its last item.
func CMUEntryLock() wsq.Deque[*CMUContext] { return wsq.NewTHE[*CMUContext](8, true) }

// CMULockFree makes a lock-free work queue.
func CMULockFree() wsq.Deque[*CMUContext] { return wsq.NewChaseLev[*CMUContext](8) }

// CMUContext is a task that runs or is suspended. Only the task's own goroutine may use it, to fork and to join.
type CMUContext struct {
	children[*CMUContext]
	task   *task[*CMUContext]
	worker *cmuWorker                        // runs or resumes the task; owned, like the fields below, by the holder of the task
	yield  func(*task[*CMUContext]) bool     // nil with child stealing
	next   func() (*task[*CMUContext], bool) // nil if the task has not started
	sub    *task[*CMUContext]                // the task it is suspended to join, nil at a fork
}

type cmuWorker struct {
	pool  *CMU
	index int
	workq wsq.Deque[*CMUContext]
	local list.List    // of *CMUContext: joins that cannot finish yet
	start *park.Parker // woken to start a process, or to leave
	over  *park.Parker
}

// NewCMU starts a pool. It panics if Workers is negative. The caller must call [CMU.Destroy].
func NewCMU(o CMUOptions) *CMU {
	p := newCMU(o)
	for _, w := range p.workers {
		go w.loop()
	}
	return p
}

// newCMU returns a pool whose workers have not started.
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

// StartProcess runs a task and all its forks, and blocks until they are done. It returns nil, the [pool.PanicError] of a
// panic, or [pool.ErrClosed]. It panics if another process runs.
func (p *CMU) StartProcess(root Task[*CMUContext]) error {
	checkIdle(p.busy.Swap(true)) //tla:- outside of a process
	defer p.busy.Store(false)    //tla:- outside of a process
	if p.stop.Load() {           //tla:- outside of a process
		return pool.ErrClosed
	}
	p.root = root.queuedBy(p)
	p.workers[0].workq.Push(&CMUContext{task: p.root}) //tla:- the workers have not started
	p.all()
	return p.root.failure
}

// Destroy makes the workers leave. It panics if a process is running.
func (p *CMU) Destroy() {
	checkIdle(p.busy.Load()) //tla:- outside of a process
	if !p.stop.Swap(true) {  //tla:- outside of a process
		p.all()
	}
}

// all starts all workers, and waits until they have finished.
func (p *CMU) all() {
	for _, w := range p.workers {
		w.start.Unpark() //tla:- the workers start
	}
	for _, w := range p.workers {
		w.over.Park() //tla:- until the workers have finished
	}
}

func (w *cmuWorker) loop() {
	for stop := false; !stop; w.over.Unpark() { //tla:- after a process
		w.start.Park()                        //tla:- until a process starts
		if stop = w.pool.stop.Load(); !stop { //tla:- before a process
			w.process()
		}
	}
}

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

// take takes a task from workq, from local if its join can finish, or from another worker. It returns nil if it finds none.
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

// steal takes the oldest task of the first other worker that has one, or returns nil.
func (w *cmuWorker) steal() *CMUContext {
	n := len(w.pool.workers)
	for k := 1; k < n; k++ {
		if c, _ := w.pool.workers[(w.index+k)%n].workq.Steal(); c != nil { //tla:TwoQueue.Steal
			return c
		}
	}
	return nil
}

// run runs a task to its end, or until it forks or has to wait.
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

// steps runs a task as an [iter.Seq]. It yields each child at its fork and at its join.
func (c *CMUContext) steps(yield func(*task[*CMUContext]) bool) {
	c.yield = yield
	c.whole(c, c.task)
}

// Worker returns the number of the worker that runs the task. It may change at each fork and join.
func (c *CMUContext) Worker() int { return c.worker.index }

func (c *CMUContext) fork(t *task[*CMUContext]) {
	c.open = append(c.open, t)
	if c.sub = nil; c.yield != nil {
		c.yield(t)
	} else {
		c.worker.workq.Push(&CMUContext{task: t}) //tla:TwoQueue.PushChild
	}
}

// await waits for a task that this one has forked. With child stealing it waits greedily.
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
