package protocol

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Parking is a team of workers that run submitted tasks. A worker announces that it is idle, then looks for a
// task, and parks if there is none. So either the worker sees a new task, or the submitter sees the idle
// worker.
type Parking struct {
	tasks   stack
	closed  atomic.Bool
	workers []worker
}

type worker struct {
	idle   atomic.Bool // the thread that sets it to false wakes the worker, or is the worker
	parker *park.Parker
}

// NewParking returns a team whose workers have not started.
func NewParking(workers int) *Parking {
	p := &Parking{workers: make([]worker, workers)}
	for w := range p.workers {
		p.workers[w].parker = park.New()
	}
	return p
}

// Submit lets one of the workers run a task.
func (p *Parking) Submit(task func()) {
	p.tasks.push(task)
	p.wakeOne()
}

// Close lets the workers return when they have run all tasks. Submit must not be called after Close.
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
		closed := p.closed.Load() // read before looking for a task, because a task may come afterwards
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

// leave ends the announcement of a worker that found a task. A Submit may have chosen this worker in the
// meantime, and then needs another one.
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
