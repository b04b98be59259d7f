package classic

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// CMU is the framework of X. Jin and J. Li, "Work stealing Fork Join Framework in C++"
// (Carnegie Mellon, 2021), with child stealing or continuation stealing. The protocol of
// the latter is tla/pool/TwoQueue.tla.
//
// Names: workq is the shared queue of a worker, local its private one (2.2), next is
// gen_it. A task is a generator of what it forks and joins (1.1.1): it is suspended at
// each, and whoever takes it resumes it. To fork is to push the continuation and then the
// child, which the worker pops next; thieves take the oldest. A join that cannot finish
// goes to the back of local. When workq is empty one of local is tried again; if it still
// cannot finish it goes to the front, and the worker steals: "2Q".
//
// A greedy join of continuations runs other work on the stack of who joins, and may take
// one that waits for what lies below: the dead join of figure 2. With child stealing the
// join is greedy, and safe: a task needs only what was forked after it had begun.
//
// Corrections of 2Q: (1) local is fetched from the back; from the front it would be the
// same join again and again. (2) What was stolen runs at once; pushed and popped again it
// may be stolen to and fro for ever. (3) The child is read before the continuation is
// pushed, as in the listing it is not: a thief may have moved the generator on. (4) A task
// joins at its end what it has not joined, so that none outlives its process.
//
// Departures: victims are taken in turn, not at random; a listing of push and pop that
// makes every pop a steal is read as meant. With CMUEntryLock a continuation that is alone
// in its queue is nobody's but its owner's.
//
// Workers that find nothing try again, and yield: nothing blocks but StartProcess.
type CMU struct {
	workers []*cmuWorker
	child   bool // child stealing
	root    *CMUTask
	busy    atomic.Bool  // a process runs
	left    atomic.Int32 // workers that have not left the process, or the pool
	over    *park.Parker
	stop    atomic.Bool
}

// CMUOptions says how a [CMU] works.
type CMUOptions struct {
	Workers      int  // 0 is one for each processor (1.1.2)
	Continuation bool // stealing of continuations, not of children
	Deque        CMUDeque
}

// CMUDeque is what work queues a [CMU] has (2.1).
type CMUDeque int

// The work queues.
const (
	CMUMutex     CMUDeque = iota
	CMUEntryLock          // whose last item is its owner's
	CMULockFree
	CMUCentral // one for all workers, under a mutex
)

type cmuWorker struct {
	pool  *CMU
	index int
	workq wsq.Deque[*CMUTask]
	local []cmuJoin // the front first
	start *park.Parker
}

// cmuJoin is a continuation that waits for its subtask.
type cmuJoin struct{ task, sub *CMUTask }

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
	p := &CMU{child: !o.Continuation, over: park.New()}
	workq := o.Deque.make()
	for i := range o.Workers {
		if i > 0 && o.Deque != CMUCentral {
			workq = o.Deque.make()
		}
		p.workers = append(p.workers, &cmuWorker{pool: p, index: i, workq: workq, start: park.New()})
	}
	return p
}

func (d CMUDeque) make() wsq.Deque[*CMUTask] {
	switch d {
	case CMUEntryLock:
		return wsq.NewTHE[*CMUTask](8, true)
	case CMULockFree:
		return wsq.NewChaseLev[*CMUTask](8)
	}
	return wsq.NewLocked[*CMUTask](8)
}

// StartProcess runs a task with all that it forks, and blocks until it is done. It returns
// nil, the [pool.PanicError] of a panic, or [pool.ErrClosed]. It panics if another process
// runs.
func (p *CMU) StartProcess(root *CMUTask) error {
	if p.busy.Swap(true) { //tla:- outside of a process
		panic("classic: a CMU runs one process at a time")
	}
	defer p.busy.Store(false) //tla:- outside of a process
	if p.stop.Load() {        //tla:- outside of a process
		return pool.ErrClosed
	}
	p.root = root
	p.workers[0].workq.Push(root) //tla:- the workers have not begun
	p.all()
	return root.failure
}

// Destroy has the workers leave. Not while a process runs.
func (p *CMU) Destroy() {
	if !p.stop.Swap(true) { //tla:- outside of a process
		p.all()
	}
}

// all lets all workers begin, and waits until they have ended.
func (p *CMU) all() {
	p.left.Store(int32(len(p.workers))) //tla:- the workers have not begun
	for _, w := range p.workers {
		w.start.Unpark() //tla:- the workers begin
	}
	p.over.Park() //tla:- until the workers have ended
}

func (w *cmuWorker) loop() {
	for stop := false; !stop; {
		w.start.Park()            //tla:- until a process begins
		stop = w.pool.stop.Load() //tla:- before a process
		if !stop {
			w.process()
		}
		if w.pool.left.Add(-1) == 0 { //tla:- after a process
			w.pool.over.Unpark() //tla:- after a process
		}
	}
}

// process works until the root is done.
func (w *cmuWorker) process() {
	for {
		t, _ := w.workq.Pop() //tla:TwoQueue.Pop
		if n := len(w.local) - 1; t == nil && n >= 0 {
			e := w.local[n]
			w.local = w.local[:n]
			if w.joins(e) {
				t = e.task
			} else {
				w.local = slices.Insert(w.local, 0, e)
			}
		}
		if t == nil {
			t = w.steal()
		}
		if t != nil {
			w.run(t)
			continue
		}
		if w.pool.root.isDone.Load() { //tla:TwoQueue.ReadRoot
			return
		}
		runtime.Gosched()
	}
}

// steal takes the oldest task of the first other worker that has one, or nil.
func (w *cmuWorker) steal() *CMUTask {
	n := len(w.pool.workers)
	for k := 1; k < n; k++ {
		if t, _ := w.pool.workers[(w.index+k)%n].workq.Steal(); t != nil { //tla:TwoQueue.Steal
			return t
		}
	}
	return nil
}

// joins reports whether a join can finish.
func (w *cmuWorker) joins(e cmuJoin) bool {
	return e.sub.isDone.Load() //tla:TwoQueue.Join
}

// run runs a task: all of it, or up to where it forks or has to wait.
func (w *cmuWorker) run(t *CMUTask) {
	if w.pool.child {
		t.steps(&CMUContext{worker: w})
		t.isDone.Store(true) //tla:TwoQueue.SetDone
		return
	}
	t.on = w.index
	for {
		step, more := t.resume()
		switch {
		case !more:
			t.isDone.Store(true) //tla:TwoQueue.SetDone
			return
		case !step.join:
			w.workq.Push(t)          //tla:TwoQueue.PushContinuation
			w.workq.Push(step.child) //tla:TwoQueue.PushChild
			return
		case !w.joins(cmuJoin{t, step.child}):
			w.local = append(w.local, cmuJoin{t, step.child})
			return
		}
	}
}
