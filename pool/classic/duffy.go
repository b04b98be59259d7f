package classic

import (
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// Duffy is the thread pool of J. Duffy, "Building a custom thread pool (series, part 2)"
// (2008): what a worker queues goes to its own work-stealing queue, what others queue to a
// global one under a lock. A worker looks into its own, into the global one, and then into
// those of others: in a first pass with a timeout of 0, so that it waits for no lock, and
// in a second one for those whose lock was held.
//
// The article ends where the pool waits: "this must be taken into consideration so as not
// to incur lost wake-ups". Here a worker that finds nothing announces that it sleeps, and
// looks once more; who queues does so before it looks for sleepers. A wake-up that reaches
// a worker which has found something else is passed on. The protocol is that of
// tla/pool/Park.tla, without its counter of those that search.
//
// Where the article is silent: Join, after the Task Parallel Library that it tells of, runs
// the task itself if nobody has begun it, or looks for other tasks, or blocks. A task joins
// only what it has forked: then what one worker runs on top of a join needs nothing below.
//
// Cost: a fork is an allocation of the task and a push, with no lock unless a worker sleeps.
type Duffy struct {
	workers []*DuffyWorker
	left    atomic.Int32 // workers that have not left
	gone    task[*DuffyWorker]

	idle   condition // its lock guards the rest
	global []*task[*DuffyWorker]
	closed bool
}

// DuffyWorker is a worker of a [Duffy].
type DuffyWorker struct {
	pool  *Duffy
	index int
	local *wsq.Duffy[*task[*DuffyWorker]]
	work  *park.Parker
	done  *park.Parker // woken by what it joins
}

// NewDuffy starts a pool. It panics unless workers is at least 1. Close it.
func NewDuffy(workers int) *Duffy {
	p := newDuffy(workers)
	for _, w := range p.workers {
		go w.loop()
	}
	return p
}

// newDuffy returns a pool whose workers have not begun.
func newDuffy(workers int) *Duffy {
	const places = 32 // of a queue at first, one of which is spare
	checkWorkers(workers)
	p := &Duffy{}
	for i := range workers {
		p.workers = append(p.workers, &DuffyWorker{
			pool: p, index: i, local: wsq.NewDuffy[*task[*DuffyWorker]](places - 1), work: park.New(), done: park.New(),
		})
	}
	p.left.Store(int32(workers)) //tla:- before the pool is shared
	return p
}

// Submit queues a task globally. It does not block. After Close the task is dropped.
func (p *Duffy) Submit(t Task[*DuffyWorker]) {
	f := t.queuedBy(p)
	p.idle.lock.Lock() //tla:- the global queue
	closed := p.closed
	if !closed {
		p.global = append(p.global, f)
	}
	p.idle.lock.Unlock() //tla:- the global queue
	if closed {
		f.drop()
	} else {
		p.idle.signal() //tla:- the sleepers
	}
}

// Close lets the workers leave when all that was queued is done, and waits for that. Not
// from a task.
func (p *Duffy) Close() {
	p.idle.lock.Lock() //tla:- the global queue
	p.closed = true
	p.idle.lock.Unlock() //tla:- the global queue
	p.idle.broadcast()   //tla:- the sleepers
	p.gone.wait(park.New())
}

func (w *DuffyWorker) loop() {
	for t := w.next(); t != nil; t = w.next() {
		w.begin(t)
	}
	if w.pool.left.Add(-1) == 0 { //tla:- the pool is closed
		w.pool.gone.finish()
	}
}

// next returns a task, as soon as there is one, or nil if the pool is closed.
func (w *DuffyWorker) next() *task[*DuffyWorker] {
	p := w.pool
	for {
		t := w.look()
		if t != nil {
			return t
		}
		p.idle.lock.Lock()   //tla:- the sleepers
		p.idle.enter(w.work) //tla:- before the second look: whatever came in is seen
		closed := p.closed
		p.idle.lock.Unlock() //tla:- the sleepers
		t = w.look()
		if t == nil && !closed {
			w.work.Park() //tla:- until there is a signal
			continue
		}
		p.idle.leave(w.work)
		return t
	}
}

// look returns a task that may have been begun by who joins it, or nil if each queue has
// been empty.
func (w *DuffyWorker) look() *task[*DuffyWorker] {
	if t, ok := w.local.Pop(); ok { //tla:- the own queue
		return t
	}
	p := w.pool
	p.idle.lock.Lock() //tla:- the global queue
	if len(p.global) > 0 {
		t := p.global[0]
		p.global[0] = nil
		p.global = p.global[1:]
		p.idle.lock.Unlock() //tla:- the global queue
		return t
	}
	p.idle.lock.Unlock()                //tla:- the global queue
	again := make([]*DuffyWorker, 0, 8) // whose lock was held
	for k := 1; k < len(p.workers); k++ {
		victim := p.workers[(w.index+k)%len(p.workers)]
		t, r := victim.local.TrySteal(0) //tla:- a first pass without waiting
		if r == wsq.Stolen {
			return t
		}
		if r == wsq.Retry {
			again = append(again, victim)
		}
	}
	for _, victim := range again {
		t, r := victim.local.Steal() //tla:- a second one, which waits
		for r == wsq.Retry {
			runtime.Gosched()
			t, r = victim.local.Steal() //tla:- a second one, which waits
		}
		if r == wsq.Stolen {
			return t
		}
	}
	return nil
}

// begin runs a task, unless who joins it was faster.
func (w *DuffyWorker) begin(t *task[*DuffyWorker]) {
	if t.claim() { //tla:WSPoolWait.Claim
		t.compute(w)
		t.finish()
	}
}

func (w *DuffyWorker) whole(_ *DuffyWorker, t *task[*DuffyWorker]) { t.compute(w) }

func (w *DuffyWorker) fork(t *task[*DuffyWorker]) {
	w.local.Push(t)      //tla:- before the look for sleepers
	w.pool.idle.signal() //tla:- the sleepers
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
