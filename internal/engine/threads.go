package engine

import (
	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// newThread returns a thread that has not begun.
func (e *engine) newThread(job func()) *thread {
	id := e.state.Threads
	if id == len(e.threads) {
		e.threads = append(e.threads, newThread(e, id))
	}
	if e.threads[id].goroutine.isDead() {
		e.threads[id] = newThread(e, id)
	}
	t := e.threads[id]
	t.id, t.job = id, job
	t.ran, t.reads = e.clock.steps, 0
	t.polled, t.entered = t.polled[:0], t.entered[:0]
	t.at.begins()
	t.luck.reset()
	t.work.reset()
	t.yields.reset()
	t.allowance.reset()
	if t.comm.stands || t.comm.cases != nil {
		t.comm = comm{}
	}
	t.loop.reset()
	t.round.reset()
	e.state.Threads++
	e.state.Pending = append(e.state.Pending, strategy.Op{Kind: strategy.Local, Object: -1})
	e.state.Live |= strategy.Only(id)
	e.goRace.release(t.marks.start())
	return t
}

// spawn starts a thread and lets it run until it stands before its first step.
func (e *engine) spawn(name string, job func()) {
	e.Owned() // not by a foreign goroutine
	parent := e.current()
	if parent.cut.is() {
		parent.live()
	}
	if e.late() {
		e.showLate()
	}
	if e.state.Threads == strategy.MaxThreads {
		e.fate.exceed()
		parent.stop()
	}
	t := e.newThread(job)
	t.name = name
	t.launcher = parent
	e.trace.starts(t)
	e.shortcuts.isAlone(false)
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
	e.shortcuts.isAlone(e.state.Live == strategy.Only(t.id))
}

// ended is called by a thread whose job is done.
func (e *engine) ended(t *thread) {
	if e.late() {
		e.showLate()
	}
	e.goRace.look(e)
	e.state.Live &^= strategy.Only(t.id)
	e.stands.open(t)
	if t.cut.is() {
		return
	}
	if e.doing.thread == t.id {
		e.settle()
	}
	e.leaves(t)
	if l := t.launcher; l != nil {
		t.launcher = nil
		e.turn.handsTo(l)
		return
	}
	e.turn.handsTo(e.pick())
}

// unwind ends all threads that are left.
func (e *engine) unwind() {
	for rest := e.state.Live; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		t.cut.kill()
		e.turn.goesTo(t)
		t.goroutine.resume()
		t.cut.over()
		t.launcher = nil // it has ended, or is dead
	}
	e.state.Live = 0
}
