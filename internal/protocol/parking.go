package protocol

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Parking is a team of workers that run what is submitted. A worker announces that
// it is idle, looks for a task, and if there is none it parks: so either it sees a
// new task, or who submits the task sees it.
type Parking struct {
	tasks   stack
	closed  atomic.Bool
	workers []worker
}

type worker struct {
	idle   atomic.Bool // whoever sets it to false wakes the worker, or is it
	parker *park.Parker
}

// NewParking returns a team whose workers are yet to start work.
func NewParking(workers int) *Parking {
	p := &Parking{workers: make([]worker, workers)}
	for w := range p.workers {
		p.workers[w].parker = park.New()
	}
	return p
}

// Submit has one of the workers run a task.
func (p *Parking) Submit(task func()) {
	p.tasks.push(task)
	p.wakeOne()
}

// Close lets the workers return when they have run all tasks. No Submit may come
// later.
func (p *Parking) Close() {
	p.closed.Store(true)
	for w := range p.workers {
		p.workers[w].parker.Unpark()
	}
}

// Work runs tasks until Close.
func (p *Parking) Work(w int) {
	me := &p.workers[w]
	for {
		me.idle.Store(true)
		closed := p.closed.Load() // before the look for a task: afterwards one may come
		task := p.tasks.pop()
		switch {
		case task != nil:
			p.leave(me)
			task()
		case closed:
			return
		default:
			me.parker.Park()
		}
	}
}

// leave ends the announcement. A Submit that has chosen this worker, which is busy
// from now on, may need another one.
func (p *Parking) leave(me *worker) {
	if !me.idle.Swap(false) {
		p.wakeOne()
	}
}

// wakeOne wakes an idle worker, if there is one.
func (p *Parking) wakeOne() {
	for w := range p.workers {
		if p.workers[w].idle.CompareAndSwap(true, false) {
			p.workers[w].parker.Unpark()
			return
		}
	}
}
