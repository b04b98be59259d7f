package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// newThread returns a thread that has not begun.
func (e *engine) newThread(job func()) *thread {
	id := e.state.Threads
	if id == len(e.threads) {
		e.threads = append(e.threads, newThread(e, id))
	}
	if e.threads[id].dead {
		e.threads[id] = newThread(e, id)
	}
	t := e.threads[id]
	t.id, t.job = id, job
	t.label, t.busy, t.held, t.ran, t.yielded = 0, 0, false, e.clock.steps, 0
	t.since, t.turns = moment{}, 0
	t.plain, t.worked, t.paused = false, false, false
	t.reads, t.drawn = 0, 0
	t.polled, t.entered, t.randoms, t.left = t.polled[:0], t.entered[:0], 0, 0
	if t.comm.stands || t.comm.cases != nil {
		t.comm = comm{}
	}
	if t.stands != nil || t.limit.most != 0 {
		t.stands, t.limit = nil, limit{}
	}
	t.loop.reset()
	t.forget()
	e.state.Threads++
	e.state.Pending = append(e.state.Pending, strategy.Op{Kind: strategy.Local, Object: -1})
	e.state.Live |= strategy.Only(id)
	e.goRace.release(unsafe.Pointer(&t.began))
	return t
}

// spawn starts a thread and lets it run until it stands before its first step.
func (e *engine) spawn(name string, job func()) {
	e.Owned() // not by a foreign goroutine
	parent := e.current
	if parent.killed {
		parent.live()
	}
	if e.late() {
		e.showLate()
	}
	if e.state.Threads == strategy.MaxThreads {
		e.tooMany = true
		e.fate.halt()
		parent.stop()
	}
	t := e.newThread(job)
	t.name = name
	t.launcher = parent
	e.trace.starts(t)
	e.solo = false
	if !e.fixed.on {
		e.fixed.started++
	}
	if e.races != nil {
		e.races.started(t.id, parent.id)
	}
	e.announced.site = 0 // of a step that the parent did alone
	parent.switchTo(e, t)
}

// joined is called when all other threads have ended, or those of a crew, and a thread has waited for
// that.
func (e *engine) joined(t *thread, gate Gate) {
	if e.races != nil {
		ended := ^strategy.Set(0)
		if by, is := gate.(interface{ joins() strategy.Set }); is {
			ended = by.joins()
		}
		for id := range e.state.Threads {
			if ended.Has(id) {
				e.races.joined(t.id, id)
			}
		}
	}
	e.goRace.meet()
	e.settle()
	e.solo = e.state.Live == strategy.Only(t.id)
}

// ended is called by a thread whose job is done.
func (e *engine) ended(t *thread) {
	if e.late() {
		e.showLate()
	}
	e.goRace.look(e)
	e.state.Live &^= strategy.Only(t.id)
	t.gate = nil
	e.gated &^= strategy.Only(t.id)
	if t.killed {
		return
	}
	if e.doing.thread == t.id {
		e.settle()
	}
	e.leaves(t)
	if l := t.launcher; l != nil {
		t.launcher = nil
		e.next = l
		return
	}
	e.next = e.pick()
}

// unwind ends all threads that are left.
func (e *engine) unwind() {
	for rest := e.state.Live; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		t.killed = true
		e.current = t
		t.resume()
		t.killed, t.kills, t.launcher = false, 0, nil // it has ended, or is dead
	}
	e.state.Live = 0
}
