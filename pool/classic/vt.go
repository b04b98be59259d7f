package classic

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/pool"
)

// VT is the pool of B. Lee and D. Altarace, "Thread pool" (Virginia Tech): futures, a
// global deque for what comes from outside and a local one for each worker, with a lock
// for each ("Multi-lock design") or one lock for all. The protocol is
// tla/pool/VTSignal.tla.
//
// Names: Submit is thread_pool_submit from outside, Fork from a worker; Join and Get are
// future_get; steal is steal_work; Close is thread_pool_shutdown_and_destroy.
//
//	global, shutdown, news   used under the pool's lock
//	local.tasks              used under its worker's lock
//	done, asleep             used under the lock of who has submitted the task: its home
//
// Nobody holds two locks. Pool and workers begin together, at a barrier. A worker steals,
// or else takes from global, or else leaves if the pool is shut down, or else sleeps. It
// never takes from its own deque, but in future_get: the very task that it waits for, if
// that is still there ("Work helping"). workAvail is signalled outside of the lock.
//
// Two corrections. (1) The signal may come between a worker's look at a deque and its
// sleep, and then it sleeps beside a task. Here who submits from a worker counts that under
// the pool's lock (news), and nobody sleeps who has not seen the last count. The signal
// stays outside. (2) A task that is submitted in a task and not waited for would stay there
// for ever if nobody steals it. Here a task ends when all that it has submitted have.
//
// Departure: a deque is a slice, since its lock guards the futures too and future_get may
// take from the middle.
//
// Cost: a fork is an allocation of the task and three mutexes.
type VT struct {
	workers  []*VTWorker
	arrived  atomic.Int32 // at the barrier, the pool itself included
	started  task[*VTWorker]
	out      atomic.Int32 // workers that have left
	gone     task[*VTWorker]
	global   vtDeque[*VTWorker]
	shutdown bool
	news     int // tasks that workers have submitted
	_        pad.Line

	workAvail condition
}

// VTWorker is a worker of a [VT].
type VTWorker struct {
	pool  *VT
	index int
	local *vtDeque[*VTWorker]
	open  []*task[*VTWorker] // what it has submitted, and not waited for yet
	work  *park.Parker       // at the barrier and at workAvail
	got   *park.Parker       // in future_get
	_     pad.Line
}

// NewVT starts a pool; with oneLock all deques are under one lock. It returns when all
// workers are ready, and panics unless workers is at least 1. Close it.
func NewVT(workers int, oneLock bool) *VT {
	p := newVT(workers)
	lock := p.global.lock
	for _, w := range p.workers {
		if !oneLock {
			lock = new(sync.Mutex)
		}
		go w.loop(lock)
	}
	if int(p.arrived.Add(1)) > workers { //tla:VTSignal.MainArrive
		p.started.finish()
	}
	p.started.wait(park.New()) //tla:VTSignal.MainStart
	return p
}

// newVT returns a pool whose workers have not begun.
func newVT(workers int) *VT {
	checkWorkers(workers)
	p := &VT{workers: make([]*VTWorker, workers)}
	p.global.lock = new(sync.Mutex)
	for i := range p.workers {
		p.workers[i] = &VTWorker{pool: p, index: i, work: park.New(), got: park.New()}
	}
	return p
}

// Submit queues a task. It does not block. After Close the task is dropped.
func (p *VT) Submit(t Task[*VTWorker]) {
	f := t.base()
	f.home = &p.global
	p.global.lock.Lock() //tla:VTSignal.Submit
	if p.shutdown {
		f.failure, f.done = pool.ErrClosed, true
		p.global.lock.Unlock() //tla:- the task is refused
		return
	}
	p.global.tasks = append(p.global.tasks, f)
	p.global.lock.Unlock() //tla:VTSignal.Submit
	p.workAvail.signal()   //tla:VTSignal.SubmitSignal
}

// Close lets the workers leave when all that was submitted is done, and waits for that.
// Not from a task.
func (p *VT) Close() {
	p.global.lock.Lock() //tla:VTSignal.Shutdown
	p.shutdown = true
	p.global.lock.Unlock()  //tla:VTSignal.Shutdown
	p.workAvail.broadcast() //tla:VTSignal.Broadcast
	p.gone.wait(park.New()) //tla:VTSignal.Join
}

func (w *VTWorker) loop(lock *sync.Mutex) {
	p := w.pool
	w.local = &vtDeque[*VTWorker]{lock: lock}   // others look into it after the barrier
	if int(p.arrived.Add(1)) > len(p.workers) { //tla:VTSignal.Arrive
		p.started.finish()
	}
	p.started.wait(w.work) //tla:VTSignal.Start
	for t := w.find(); t != nil; t = w.find() {
		w.finish(t)
	}
	if int(p.out.Add(1)) == len(p.workers) { //tla:VTSignal.Leave
		p.gone.finish()
	}
}

// find returns a task, or nil if the pool is shut down.
func (w *VTWorker) find() *task[*VTWorker] {
	p := w.pool
	for {
		p.global.lock.Lock() //tla:VTSignal.ReadNews
		seen := p.news
		p.global.lock.Unlock() //tla:VTSignal.ReadNews
		if t := w.steal(); t != nil {
			return t
		}
		p.global.lock.Lock() //tla:VTSignal.TakeGlobal
		t := p.global.oldest()
		leave := t == nil && p.shutdown
		sleep := t == nil && !leave && seen == p.news
		if sleep {
			p.workAvail.enter(w.work) //tla:VTSignal.TakeGlobal
		}
		p.global.lock.Unlock() //tla:VTSignal.TakeGlobal
		if t != nil || leave {
			return t
		}
		if sleep {
			w.work.Park() //tla:VTSignal.AwaitWork
		}
	}
}

// steal is steal_work: the oldest task of the first other worker that has one, or nil.
func (w *VTWorker) steal() *task[*VTWorker] {
	n := len(w.pool.workers)
	for k := 1; k < n; k++ {
		victim := w.pool.workers[(w.index+k)%n].local
		victim.lock.Lock() //tla:VTSignal.StealLook
		t := victim.oldest()
		victim.lock.Unlock() //tla:VTSignal.StealLook
		if t != nil {
			return t
		}
	}
	return nil
}

// finish runs a task, and completes it under the lock of its home.
func (w *VTWorker) finish(t *task[*VTWorker]) {
	before := len(w.open)
	t.compute(w)
	for len(w.open) > before {
		child := w.open[len(w.open)-1]
		w.await(child)
		if t.failure == nil {
			t.failure = child.failure
		}
	}
	t.home.lock.Lock() //tla:VTSignal.Finish
	t.done = true
	for _, p := range t.asleep {
		p.Unpark() //tla:VTSignal.Finish
	}
	t.home.lock.Unlock() //tla:VTSignal.Finish
}

func (w *VTWorker) fork(t *task[*VTWorker]) {
	t.home = w.local
	w.open = append(w.open, t)
	w.local.lock.Lock() //tla:VTSignal.Fork
	w.local.tasks = append(w.local.tasks, t)
	w.local.lock.Unlock()     //tla:VTSignal.Fork
	w.pool.global.lock.Lock() //tla:VTSignal.CountNews
	w.pool.news++
	w.pool.global.lock.Unlock() //tla:VTSignal.CountNews
	w.pool.workAvail.signal()   //tla:VTSignal.ForkSignal
}

// await is future_get.
func (w *VTWorker) await(t *task[*VTWorker]) {
	if w == nil {
		t.mainGet(park.New())
		return
	}
	if i := slices.Index(w.open, t); i >= 0 {
		w.open = slices.Delete(w.open, i, i+1)
	}
	for {
		t.home.lock.Lock() //tla:VTSignal.Get
		i, done := slices.Index(t.home.tasks, t), t.done
		if i >= 0 {
			t.home.tasks = slices.Delete(t.home.tasks, i, i+1)
		} else if !done {
			t.asleep = append(t.asleep, w.got)
		}
		t.home.lock.Unlock() //tla:VTSignal.Get
		switch {
		case done:
			return
		case i >= 0:
			w.finish(t)
		default:
			w.got.Park() //tla:VTSignal.AwaitFuture
		}
	}
}

// mainGet is future_get from outside.
func (t *task[W]) mainGet(p *park.Parker) {
	for {
		t.home.lock.Lock() //tla:VTSignal.MainGet
		done := t.done
		if !done {
			t.asleep = append(t.asleep, p)
		}
		t.home.lock.Unlock() //tla:VTSignal.MainGet
		if done {
			return
		}
		p.Park() //tla:VTSignal.MainAwait
	}
}
