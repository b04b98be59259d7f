package pool

import (
	"math/rand/v2"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// Worker is the handle of the worker that runs a task. It is given to tasks and is
// theirs until they return; no other goroutine may use it.
type Worker struct {
	poll uint32 // bits that others set: request; atomic
	_    pad.Line
	slot atomic.Pointer[task] // the one frame that is published, see promotion.go
	_    pad.Line

	number uint32
	pool   *state
	parker *park.Parker
	deque  wsq.Deque[*task] // of closures
	free   []*task          // of func items, to be used again

	// Of the task that runs, and of those below it on the stack.
	family   *family
	frames   []frames  // by number of definition, nil where there are none yet
	current  *core     // whose forks take the fast path
	segments []segment // the order of frames, see promotion.go
	rng      *rand.Rand
}

func newWorker(p *state, number uint32) *Worker {
	return &Worker{
		number: number, pool: p, parker: park.New(), deque: p.newDeque(),
		rng: rand.New(rand.NewPCG(uint64(number), 0x9e3779b97f4a7c15)),
	}
}

// loop runs tasks until the pool is closed and drained.
func (w *Worker) loop() {
	for {
		t := w.next(nil)
		if t == nil {
			return
		}
		w.run(t)
	}
}

// run claims a task and runs it, unless somebody else has claimed it or it is
// cancelled.
func (w *Worker) run(t *task) {
	if !t.claim(w) {
		return
	}
	family, segments := w.family, len(w.segments)
	returned := false
	defer func() {
		if !returned {
			t.fail(recover())
		}
		w.forget(segments)
		w.family = family
		t.complete()
	}()
	if t.family.isCancelled() { //tla:Join.ReadCancel
		t.failure = t.family.dropped()
	} else {
		w.family = t.family
		w.settle(nil)
		t.body.run(w)
	}
	returned = true
}

// await returns when a task is completed. Meanwhile the worker runs others: its own
// newest first, then those of the worker that runs the task, then those of others.
func (w *Worker) await(t *task) {
	listed := false
	for {
		switch s := t.status.Load(); { //tla:Join.Look
		case s == completed:
			return
		case s == notStarted:
			w.run(t)
			continue
		}
		if !listed {
			// It may be woken for other work as well, so there is no hurry to register; but
			// the list has to be joined before the worker sleeps.
			if !t.register(w.parker) {
				return
			}
			listed = true
		}
		if u := w.next(t); u != nil {
			w.run(u)
		}
	}
}

// next returns a task to run, or nil: what is awaited is completed, or the pool is
// closed and there is nothing left.
func (w *Worker) next(awaited *task) *task {
	if t, ok := w.deque.Pop(); ok {
		return t
	}
	l := &w.pool.lot
	l.search()
	for {
		for range sweeps {
			if awaited != nil && awaited.status.Load() == completed { //tla:Park.LookLatch
				l.leave()
				return nil
			}
			if t := w.sweep(awaited); t != nil { //tla:Park.Take
				l.leave()
				return t
			}
			pause()
		}
		w.requestAll()
		l.announce(w)
		closes := awaited == nil && w.pool.closed.Load() //tla:Park.ReadClosed
		switch {
		case awaited != nil && awaited.status.Load() == completed: //tla:Park.RecheckLatch
			closes = false
		case w.recheck(): //tla:Park.Recheck
			closes = false
		case !closes:
			w.parker.Park() //tla:Park.Park
		}
		if l.retract(w, closes) && closes {
			return nil
		}
	}
}

// sweeps is how often a worker looks everywhere before it goes to sleep.
const sweeps = 64

// sweep looks once for a task: in the injector, and with the others.
func (w *Worker) sweep(awaited *task) *task {
	if awaited != nil {
		if s := awaited.status.Load(); s != notStarted && s != completed {
			if t := w.steal(w.pool.worker(s - 1)); t != nil {
				return t
			}
		}
	}
	if awaited == nil {
		if t := w.pool.injector.take(w); t != nil {
			return t
		}
	}
	all := w.pool.all()
	for n, i := 0, w.rng.IntN(len(all)); n < len(all); n++ {
		if t := w.steal(all[i]); t != nil {
			return t
		}
		if i++; i == len(all) {
			i = 0
		}
	}
	return nil
}

// steal takes a task from another worker, or from this one's own slot.
func (w *Worker) steal(v *Worker) *task {
	for {
		t := v.slot.Load() //tla:Promotion.ReadVictim
		if t == nil {
			break
		}
		if v.slot.CompareAndSwap(t, nil) { //tla:Promotion.Claim
			atomic.OrUint32(&v.poll, request) //tla:Promotion.Rerequest
			return t
		}
	}
	if v == w {
		return nil
	}
	for {
		t, r := v.deque.Steal()
		if r != wsq.Retry {
			return t
		}
	}
}

// requestAll leaves a request with each worker that has nothing published.
func (w *Worker) requestAll() {
	for _, v := range w.pool.all() {
		if v.slot.Load() == nil {
			atomic.OrUint32(&v.poll, request) //tla:Promotion.Request
		}
	}
}

// recheck reports whether there is something to take.
func (w *Worker) recheck() bool {
	if w.pool.injector.size.Load() > 0 {
		return true
	}
	for _, v := range w.pool.all() {
		if v.slot.Load() != nil || v != w && v.deque.(interface{ Len() int }).Len() > 0 {
			return true
		}
	}
	return false
}

func pause() {
	for range 30 {
		spin.Load()
	}
}

var spin atomic.Uint32
