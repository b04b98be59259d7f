package engine

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// before is called by the current thread before a step. It returns when it is the turn of that
// step, and reports whether the step is observed.
func (e *engine) before(kind strategy.Kind, p unsafe.Pointer, gate Gate, arg int) bool {
	t, size := e.current, e.announced.size
	also := e.announced.also
	e.announced.size, e.announced.also, t.reads = 0, 0, 0
	if t.killed {
		t.live()
	}
	if t.left > 0 {
		if t.left--; t.left == 0 {
			return e.stopped(kind, p, gate, arg, size, also)
		}
	}
	e.goRace.look(e)
	if e.hooked && p != nil && kind != strategy.Read {
		e.memory.wrote(p)
	}
	if e.attended {
		e.attend(uintptr(unsafe.Pointer(&arg)))
	}
	if e.solo && (gate == nil || gate.Ready(arg)) {
		if !e.clock.tickAlone() {
			e.cutShort(e.clock.alone-1, e.announced.site)
			e.fate.halt()
			t.stop()
		}
		if e.trace != nil {
			e.trace.early(e, kind, p, gate)
		}
		return false
	}
	op := strategy.Op{Kind: kind, Object: -1, Also: also}
	if p != nil {
		op.Object = e.object(p, size)
	}
	e.state.Pending[t.id] = op
	t.site = e.announced.site
	e.announced.site = 0
	if e.trace != nil {
		e.trace.arrive(t)
	}
	if gate != nil {
		t.gate, t.arg = gate, arg
		e.gated |= strategy.Only(t.id)
	}
	if l := t.launcher; l != nil {
		t.launcher = nil
		t.switchTo(e, l)
	} else if next := e.pick(); next != t {
		t.switchTo(e, next)
	}
	if kind == strategy.Join {
		e.joined(t, gate)
	}
	return true
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
	if e.queueing != 0 {
		e.queues()
	}
	s := &e.state
	s.Enabled = s.Live
	for rest := e.gated; rest != 0; rest &= rest - 1 {
		if t := e.threads[rest.First()]; !t.gate.Ready(t.arg) {
			s.Enabled &^= strategy.Only(t.id)
		}
	}
	if e.special {
		e.adjust()
	}
	if e.fate.over() || s.Enabled == 0 && (e.alarms.asleep() || !e.alarms.ring() && !e.release()) {
		return nil
	}
	if !e.clock.tick() && !e.beyond() {
		return nil
	}
	t := e.threads[e.choice()]
	if t.id != s.Current && s.Enabled.Has(s.Current) && !e.clock.fair {
		e.schedule.preemptions++
	}
	s.Current = t.id
	t.ran = e.clock.steps
	e.doing.begin(t.id, s.Pending[t.id], t.site)
	if t.gate != nil {
		t.gate = nil
		e.gated &^= strategy.Only(t.id)
	}
	e.hit(t.site)
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

// choice returns the thread that goes on: the strategy's choice, or the next in turn.
func (e *engine) choice() int {
	s := &e.state
	if !e.fate.free && !e.clock.fair {
		if e.fixed.is() {
			return e.fixed.next(s)
		}
		if e.observer != nil {
			e.observer.decides(len(e.schedule.decisions))
		}
		id := e.strategy.Pick(s)
		s.Woken = 0
		if id != strategy.Abandon {
			return id
		}
		e.fate.abandon()
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
	if e.clock.turns > 0 {
		return e.turnsRecur()
	}
	if e.unfair() {
		e.loops.hitBound("some schedules run only threads that go round in loops, and starve another thread", place{})
		e.fate.cutOff()
		return false
	}
	site := e.threads[e.state.Current].site
	if !e.clock.fair || e.clock.allowed == 2*e.clock.limit {
		if f := e.exhausted(); e.clock.strict || f.Rule == report.RuleLivelock && !e.alarms.later() {
			e.failOrCut(f)
			return false
		}
	}
	switch {
	case !e.clock.fair && e.circles(e.clock.limit*3/4, true):
	case !e.clock.fair:
		e.clock.takeTurns(site)
		e.special, e.attended = true, true
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
// since then. Each thread that was not blocked all the time has run; if yielded is set, it has also yielded.
func (e *engine) circles(since int, yielded bool) bool {
	if e.spins.lastNew >= since {
		return false
	}
	for rest := e.state.Live; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		kind := e.state.Pending[t.id].Kind
		blocked := kind == strategy.Join || kind.Waits() && !yielded && !e.spins.able.Has(t.id)
		if !blocked && (t.ran < since || yielded && t.yielded < since) {
			return false
		}
	}
	return true
}

// cutShort ends an execution that does not end by itself. That breaks no rule: no bound tells an endless loop from
// a long one.
func (e *engine) cutShort(steps int, site uint32) {
	e.loops.hitBound(fmt.Sprintf("an execution was cut off after %d steps, in the loop at %v: it is endless, or needs larger Options.Steps", steps, Where(site)), place{})
	e.fate.cutOff()
}

// settle reports the step that was done to the strategy, if there is one.
func (e *engine) settle() {
	if !e.doing.is() {
		return
	}
	if !e.loops.idle || e.clock.isLong() {
		e.follow(e.threads[e.doing.thread], e.doing.op)
	}
	if e.doing.op.Also != 0 && !e.doing.op.Kind.Queues() {
		e.followOthers(e.threads[e.doing.thread], e.doing.op)
	}
	e.recordStep()
}

// recordStep reports the current step to the strategy and the observers.
func (e *engine) recordStep() {
	if d := &e.doing; !e.fate.free {
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

// choose asks the strategy for a number, for the current thread.
func (e *engine) choose(n int) int {
	e.current.live()
	if e.fate.free || e.clock.fair || n < 2 {
		return 0
	}
	e.settle()
	if e.observer != nil {
		e.observer.decides(len(e.schedule.decisions))
	}
	c := 0
	if !e.fixed.is() {
		c = e.strategy.Choose(&e.state, n)
	}
	e.schedule.add(strategy.Decision{Thread: -1, Choice: c})
	if e.classes != nil {
		e.classes.chose(e.current.id, c)
	}
	if e.trace != nil {
		e.trace.chose(e.current, c, n)
	}
	return c
}
