package engine

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// before is called by the current thread before a step. It returns when it is the turn of that
// step, and reports whether the step is observed. If there is no gate, the last argument is the size of an atomic
// access, or 0.
func (e *engine) before(kind strategy.Kind, p unsafe.Pointer, gate Gate, arg int) bool {
	t, also := e.current(), e.announced.also
	e.announced.also, t.reads = 0, 0
	t.luck.steps()
	if t.cut.is() {
		t.live()
	}
	if t.allowance.spent() {
		return e.stopped(kind, p, gate, arg, also)
	}
	e.goRace.look(e)
	if e.shortcuts.wants() && p != nil && kind != strategy.Read {
		e.remains.wrote(p)
	}
	if e.shortcuts.looks() {
		e.attend(uintptr(unsafe.Pointer(&arg)))
	}
	if e.solo() && (gate == nil || gate.Ready(arg)) {
		e.stepAlone(t, kind, p, gate)
		return false
	}
	op := strategy.Op{Kind: kind, Object: -1, Also: also}
	if gate != nil {
		e.stands.gate(t, gate, arg)
		arg = 0
	}
	if p != nil {
		op.Object = e.object(p, uint32(arg))
	}
	e.state.Pending[t.id] = op
	t.at.stands(e.announced.site)
	e.announced.site = 0
	if e.trace != nil {
		e.trace.arrive(t)
	}
	next := t.launcher
	if next != nil {
		t.launcher = nil
	} else {
		next = e.pick()
	}
	if next != t { // as in switchTo, without the call: after a switch the processor mispredicts each return
		for ; next != t; next = e.turn.following() {
			if e.turn.byController(next) {
				t.pauses(e, next)
				break
			}
			t.lets(e, next)
			next.goroutine.resume()
			t.link.paused()
		}
		t.goesOn(e)
	}
	if kind == strategy.Join {
		e.joined(t, gate)
	}
	return true
}

// stepAlone is a step of the only thread.
func (e *engine) stepAlone(t *thread, kind strategy.Kind, p unsafe.Pointer, gate Gate) {
	if !e.clock.tickAlone() {
		e.cutShort(e.clock.alone-1, e.announced.site)
		e.fate.halt()
		t.stop()
	}
	if e.trace != nil {
		e.trace.early(e, kind, p, gate)
	}
}

// attend is called before each step of an execution that is attended. The argument is an address on the stack, above
// which the frames of the program are.
func (e *engine) attend(above uintptr) {
	e.spins.recurs.above = above
	if e.late() {
		e.showLate()
	}
}

// pick chooses the thread of the next step, or returns nil at the end of the execution.
func (e *engine) pick() *thread {
	e.settle()
	if e.stands.queued() != 0 {
		e.queues()
	}
	s := &e.state
	s.Enabled = s.Live
	for rest := e.stands.closed(); rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		joins, ready := t.barrier.joins()
		if joins && !ready || !joins && !t.barrier.ready() {
			s.Enabled &^= rest & -rest
		}
	}
	if e.shortcuts.adjusts() {
		e.adjust()
	}
	if e.fate.over() || s.Enabled == 0 && (e.alarms.asleep() || !e.alarms.ring() && !e.release()) {
		return nil
	}
	if !e.clock.tick() && !e.beyond() {
		return nil
	}
	id := strategy.Abandon
	if e.fate.free || e.clock.fair || e.fixed.is() {
		id = e.choice()
	} else {
		if e.observer != nil {
			e.observer.decides(len(e.schedule.decisions))
		}
		id = e.strategy.Pick(s)
		s.Woken = 0
		if id == strategy.Abandon {
			e.fate.abandon()
			id = e.choice()
		}
	}
	t := e.threads[id]
	if id != s.Current && s.Enabled.Has(s.Current) && !e.clock.fair {
		e.schedule.preemptions++
	}
	s.Current = id
	t.ran = e.clock.steps
	e.doing.begin(id, s.Pending[id], t.at.site())
	if t.barrier.is() {
		e.stands.open(t)
	}
	e.coverage.hit(t.at.site())
	if e.trace != nil {
		e.trace.step(e, t)
	}
	return t
}

// adjust is called before each turn of an execution that is special. It may enable or disable threads.
func (e *engine) adjust() {
	s := &e.state
	if e.alarms.ahead.on && s.Enabled != 0 {
		s.Enabled |= e.alarms.soon()
	}
	if e.alarms.ahead.last {
		s.Enabled = e.alarms.dueLast(s.Enabled)
	}
	if e.clock.fair {
		e.inTurn()
	}
	if e.repeats.isAlone() && !e.fate.halted {
		e.probed()
	}
}

// choice returns the thread that goes on where the strategy does not choose.
func (e *engine) choice() int {
	s := &e.state
	if !e.fate.free && !e.clock.fair {
		return e.fixed.next(s)
	}
	// Taking turns ends a loop that waits for another thread.
	after := s.Enabled &^ (strategy.Only(s.Current+1) - 1)
	if after == 0 {
		after = s.Enabled
	}
	return after.First()
}

// beyond is called when the limit of steps is passed. It reports whether the execution goes on.
func (e *engine) beyond() bool {
	if e.clock.turns != noTurns {
		return e.turnsRecur()
	}
	if e.unfair() {
		e.loops.hitBound("some schedules run only threads that go round in loops, and starve another thread", place{})
		e.fate.cutOff()
		return false
	}
	site := e.threads[e.state.Current].at.site()
	if !e.clock.fair || e.clock.allowed == 2*e.clock.limit {
		if f := e.exhausted(); e.clock.strict || f.Rule == report.RuleLivelock {
			e.failOrCut(f)
			return false
		}
	}
	switch {
	case !e.clock.fair && e.circles(e.clock.limit*3/4, true):
	case !e.clock.fair:
		e.clock.takeTurns(e.threads[e.state.Current])
		e.shortcuts.slow()
		e.spins.recurs.begins()
		return true
	case e.recursLong():
	case e.clock.extend():
		e.spins.able = 0
		e.spins.recurs.begins()
		return true
	case e.alarms.later() || !e.circles(e.clock.allowed/2, false):
		e.cutShort(e.clock.allowed, site)
		return false
	}
	e.failOrCut(e.spinning(e.state.Enabled))
	return false
}

// circles reports whether the threads have gone round in circles since a step. No object has had a new value
// since then. Each thread that was not blocked all the time has run. If yielded is set, it has also yielded, in a loop
// that does not end by itself.
func (e *engine) circles(since int, yielded bool) bool {
	if e.spins.lastNew >= since {
		return false
	}
	for rest := e.state.Live; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		kind := e.state.Pending[t.id].Kind
		blocked := kind == strategy.Join || kind.Waits() && !yielded && !e.spins.able.Has(t.id)
		if !blocked && (t.ran < since || yielded && (!t.yields.after(since) || e.mayEnd(t))) {
			return false
		}
	}
	return true
}

// cutShort ends an execution that does not end by itself. That breaks no rule: no bound tells an endless loop from
// a long one.
func (e *engine) cutShort(steps int, site uint32) {
	e.loops.hitBound(fmt.Sprintf("an execution was cut off after %d steps, in %s: it is endless, or needs more steps%s", steps, loopAt(site), e.option(": see Options.Steps")), place{})
	e.fate.cutOff()
}

// settle reports the step that was done to the strategy, if there is one.
func (e *engine) settle() {
	if e.doing.is() {
		e.recordStep(true)
	}
}

// recordStep reports the current step to the strategy and the observers, and to the loops unless they know it.
func (e *engine) recordStep(loops bool) {
	d := &e.doing
	if loops {
		if !e.loops.idle || e.clock.isLong() {
			e.follow(e.threads[d.thread], d.op)
		}
		if d.op.Also != 0 && !d.op.Kind.Queues() {
			e.followOthers(e.threads[d.thread], d.op)
		}
	}
	if !e.fate.free {
		e.schedule.add(strategy.Decision{Thread: d.thread, Op: d.op})
		if len(d.choices) > 0 {
			e.schedule.chose(d.choices)
		}
		e.did(d)
		if d.op.Also != 0 && !d.op.Kind.Queues() || d.taken != 0 {
			e.countMore(d.thread, d.op, d.taken)
		}
		if !e.clock.fair && !e.fixed.is() {
			e.strategy.Did(&e.state, d.thread, d.op)
		}
	}
	e.doing.end()
}
