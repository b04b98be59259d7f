package classic

import (
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// Duffy is the thread pool of J. Duffy, "Building a custom thread pool (series, part 2)"
// (2008). A worker queues tasks in its own work-stealing queue; other goroutines queue them in
// a global one under a lock. A worker looks into its own queue, into the global one, and then
// into the queues of other workers. In a first pass over these it uses a timeout of 0, so it
// waits for no lock. In a second pass it visits the queues whose lock was held.
//
// The article leaves out how workers sleep and wake: "this must be taken into consideration so
// as not to incur lost wake-ups". Here a worker that finds nothing announces that it sleeps, and
// looks once more. A task is queued before its publisher looks for sleepers. If a wake-up
// reaches a worker that has found another task, the worker passes the wake-up on. This is the
// protocol of tla/pool/Park.tla, without the counter of searching workers.
//
// The article does not describe Join. Here it follows the Task Parallel Library, which the
// article mentions. If the task has not started, Join runs it; otherwise Join looks for other
// tasks, or blocks. A task may join only tasks that it has forked. So a task that a worker runs
// during a join needs no task that lies below it on the stack. If siblings join each other, the
// pool may hang.
//
// Cost: a fork is an allocation of the task and a push. It takes no lock unless a worker
// sleeps.
type Duffy struct {
	workers []*DuffyWorker
	left    atomic.Int32 // workers that have not left
	gone    task[*DuffyWorker]

	idle   condition // its lock guards global and closed
	global []*task[*DuffyWorker]
	closed bool
}

// DuffyWorker is a worker of a [Duffy].
type DuffyWorker struct {
	pool  *Duffy
	index int
	local *wsq.Duffy[*task[*DuffyWorker]]
	work  *park.Parker
	done  *park.Parker // woken by the task that it joins
}

// NewDuffy starts a pool. It panics if workers is less than 1. The caller must call
// [Duffy.Close].
func NewDuffy(workers int) *Duffy {
	p := newDuffy(workers)
	for _, w := range p.workers {
		go w.loop()
	}
	return p
}

// newDuffy returns a pool whose workers have not started.
func newDuffy(workers int) *Duffy {
	const places = 32 // initial size of a queue; one place stays empty
	checkWorkers(workers)
	p := &Duffy{}
	for i := range workers {
		p.workers = append(p.workers, &DuffyWorker{
			pool: p, index: i, local: wsq.NewDuffy[*task[*DuffyWorker]](places - 1), work: park.New(), done: park.New(),
		})
	}
	p.left.Store(int32(workers))
	return p
}

// Submit queues a task globally. It does not block. After Close, Submit drops the task.
func (p *Duffy) Submit(t Task[*DuffyWorker]) {
	f := t.queuedBy(p)
	p.idle.lock.Lock()
	closed := p.closed
	if !closed {
		p.global = append(p.global, f)
	}
	p.idle.lock.Unlock()
	if closed {
		f.drop()
	} else {
		p.idle.signal()
	}
}

// Close waits until all queued tasks are done and the workers have left. A task must not call
// it.
func (p *Duffy) Close() {
	p.idle.lock.Lock()
	p.closed = true
	p.idle.lock.Unlock()
	p.idle.broadcast()
	p.gone.wait(park.New())
}

func (w *DuffyWorker) loop() {
	for t := w.next(); t != nil; t = w.next() {
		w.begin(t)
	}
	if w.pool.left.Add(-1) == 0 {
		w.pool.gone.finish()
	}
}

// next waits for a task and returns it. It returns nil if the pool is closed.
func (w *DuffyWorker) next() *task[*DuffyWorker] {
	p := w.pool
	for {
		t := w.look()
		if t != nil {
			return t
		}
		p.idle.lock.Lock()
		p.idle.enter(w.work)
		closed := p.closed
		p.idle.lock.Unlock()
		t = w.look()
		if t == nil && !closed {
			w.work.Park()
			continue
		}
		p.idle.leave(w.work)
		return t
	}
}

// look returns a task, or nil if each queue was empty. A joining worker may already have
// started the task.
func (w *DuffyWorker) look() *task[*DuffyWorker] {
	if t, ok := w.local.Pop(); ok {
		return t
	}
	p := w.pool
	p.idle.lock.Lock()
	if len(p.global) > 0 {
		t := p.global[0]
		p.global[0] = nil
		p.global = p.global[1:]
		p.idle.lock.Unlock()
		return t
	}
	p.idle.lock.Unlock()
	again := make([]*DuffyWorker, 0, 8) // victims whose lock was held
	for k := 1; k < len(p.workers); k++ {
		victim := p.workers[(w.index+k)%len(p.workers)]
		t, r := victim.local.TrySteal(0)
		if r == wsq.Stolen {
			return t
		}
		if r == wsq.Retry {
			again = append(again, victim)
		}
	}
	for _, victim := range again {
		t, r := victim.local.Steal()
		for r == wsq.Retry {
			runtime.Gosched()
			t, r = victim.local.Steal()
		}
		if r == wsq.Stolen {
			return t
		}
	}
	return nil
}

// begin runs a task, unless a joining worker has claimed it.
func (w *DuffyWorker) begin(t *task[*DuffyWorker]) {
	if t.claim() {
		t.compute(w)
		t.finish()
	}
}

func (w *DuffyWorker) whole(_ *DuffyWorker, t *task[*DuffyWorker]) { t.compute(w) }

func (w *DuffyWorker) fork(t *task[*DuffyWorker]) {
	w.local.Push(t)
	w.pool.idle.signal()
}

func (w *DuffyWorker) await(t *task[*DuffyWorker]) {
	for w.begin(t); !t.isComplete(); {
		other := w.look()
		if other == nil {
			t.wait(w.done)
			return
		}
		w.begin(other)
	}
}
