package engine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// yield is a step of a thread that may be in a loop.
func (e *engine) yield() {
	t := e.current()
	t.live()
	t.work.pauses()
	if e.solo() {
		e.before(strategy.Local, nil, nil, 0)
		return
	}
	t.yields.at(e.clock.steps)
	e.settle()
	if e.loops.idle {
		e.loops.idle, e.loops.news = false, true
		e.discard() // earlier reads were not recorded
	}
	if !e.endsRound(t) {
		e.busy(t)
		return
	}
	if len(t.loop.reads) == 0 {
		e.before(strategy.Local, nil, nil, 0)
		return
	}
	var gate Gate
	if e.goesRound(t, here()) {
		gate = await{e}
	}
	e.before(strategy.Await, nil, gate, t.id)
}

// What yield keeps on its stack must be the same in each round of a loop, see recurrence. So endsRound and goesRound, which
// count, are not inlined.

// endsRound ends the round of a thread that yields, and reports whether it has changed nothing.
//
//go:noinline
func (e *engine) endsRound(t *thread) bool {
	all, same := t.round.same(&e.spins, e.loops.tries)
	if !same {
		e.leaves(t)
		t.loop.reset()
	} else if e.spins.merge(&t.loop, all) {
		t.loop.passed, t.loop.rounds = t.loop.passed[:0], 0
	}
	t.round.reset()
	return same
}

// goesRound counts a round of a loop that changed nothing, and reports whether the thread has to wait.
//
//go:noinline
func (e *engine) goesRound(t *thread, at place) bool {
	t.yields.turn(e.spins.lastChange)
	t.loop.rounds++
	t.loop.pass(at)
	if t.loop.rounds <= e.loops.free[at] || e.loops.ungated {
		return false
	}
	e.planProbe(t, at)
	e.loops.wait(at)
	return true
}

// busy is a step of a thread that has yielded, and has changed something since its last yield.
// Such a loop may be endless, and so may the search, so there is a limit.
func (e *engine) busy(t *thread) {
	var gate Gate
	if t.yields.change() && !e.loops.ungated {
		e.loops.hitBound(fmt.Sprintf("the loop at %%s changes something in each round, if only for a moment: at most %d of its rounds were tried", mostBusy), here())
		gate = await{e}
		t.yields.hold(true)
	}
	e.before(strategy.Await, nil, gate, t.id)
	t.yields.hold(false)
}

// holdsTime lets threads that [engine.busy] holds back go on before a time comes, since they are not waiting. It
// reports whether there are any.
func (e *engine) holdsTime() bool {
	var held strategy.Set
	for rest := e.stands.closed() &^ e.alarms.waits; rest != 0; rest &= rest - 1 {
		if t := e.threads[rest.First()]; t.yields.mayGoOn() {
			held |= strategy.Only(t.id)
		}
	}
	if held != 0 {
		e.enable(held)
	}
	return held != 0
}

// enable enables threads that wait in loops.
func (e *engine) enable(threads strategy.Set) {
	e.state.Enabled = threads
	e.stands.openAll(threads, e.threads)
}

// release lets the threads that wait in loops do one more round if no other thread is enabled,
// since a loop may give up after some rounds. It reports false if there are no such threads, or if
// their loops count as endless.
func (e *engine) release() bool {
	var awaiting strategy.Set
	for rest := e.stands.closed(); rest != 0; rest &= rest - 1 {
		if t := rest.First(); e.state.Pending[t].Kind == strategy.Await {
			awaiting |= strategy.Only(t)
		}
	}
	if awaiting == 0 {
		return false
	}
	e.spins.idleRound(len(e.schedule.decisions))
	if e.spins.rounds > report.FewRounds && e.mayWait(report.RuleLivelock) {
		e.loops.leave(e, awaiting)
		return false
	}
	if e.spins.endless() && e.loops.allEndless(e, awaiting) {
		e.fail(e.spinning(awaiting))
		return false
	}
	e.enable(awaiting)
	return true
}

// unfair reports whether the schedule has not run an enabled thread for long, while others went
// round in loops.
func (e *engine) unfair() bool {
	for rest := e.state.Enabled; rest != 0; rest &= rest - 1 {
		if t := e.threads[rest.First()]; !e.loops.idle && t.ran < e.clock.steps-e.clock.limit/4 {
			return true
		}
	}
	return false
}

// exhausted returns the failure at the limit of steps. It is a livelock in two cases. Either no
// other thread was enabled for long. Or nothing has changed for half of all steps, while each
// thread went round its loop again and again. It is none if a loop may end by itself.
func (e *engine) exhausted() *Failure {
	awaiting, turning := e.state.Enabled, e.clock.steps-e.spins.lastChange.step > e.clock.limit/2
	for rest := awaiting; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		if e.mayEnd(t) {
			turning, awaiting = false, 0
			break
		}
		turning = turning && t.yields.goesRound(e.spins.lastChange)
		if t.loop.rounds == 0 {
			awaiting = 0
		}
	}
	switch {
	case awaiting != 0 && e.spins.endless():
		for rest := awaiting; rest != 0; rest &= rest - 1 {
			e.loops.endless[e.threads[rest.First()].loop.last()] = true
		}
		return e.spinning(awaiting)
	case turning:
		e.spins.stem = e.spins.lastChange.decisions
		return e.spinning(e.state.Enabled)
	}
	return &Failure{Rule: report.RuleSteps, thread: e.state.Current}
}

// noteChange records that something has changed. Taking and releasing a lock is no change. If it
// were, threads that spin on the lock would keep each other going, and the search would never
// report the livelock.
func (e *engine) noteChange() { e.spins.lastChange = moment{e.clock.steps, len(e.schedule.decisions)} }

// Did reports whether the current thread has changed something, and whether it has yielded, since its last call of Did.
func Did() (worked, paused bool) {
	t := active.current()
	worked, paused = t.work.did()
	active.spins.recurs.changed = active.spins.recurs.changed || !paused // package time counts
	return worked, paused
}
