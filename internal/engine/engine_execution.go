package engine

import (
	"github.com/stealproof/stealproof/internal/engine/strategy"
)

func newEngine(s strategy.Strategy) *engine {
	e := &engine{
		strategy: s, objects: newObjects(), loops: newLoops(), coverage: newCoverage(len(sites)),
		clock: clock{limit: mostSteps}, repeats: repeating{alone: -1},
	}
	e.repeats.replay, _ = s.(*strategy.Replay)
	if _, single := s.(strategy.Single); single {
		e.turn.flatten()
	}
	e.alarms.e = e
	e.foreign.seen = make(chan struct{})
	return e
}

// start begins an execution of the program.
func (e *engine) start(body func()) {
	e.state = strategy.State{Pending: e.state.Pending[:0], Also: e.state.Also[:0]}
	e.announced = nothingAnnounced
	e.stands.reset()
	e.doing.reset()
	e.schedule.reset()
	e.clock.reset()
	e.fate.reset()
	e.fixed.reset(e.strategy)
	e.alarms.reset()
	e.spins.reset()
	e.visits.reset()
	e.history.reset()
	e.tester.reset()
	e.observers.reset(e.strategy)
	e.shortcuts.reset(e.remains.hooked(), e.observer != nil, e.alarms.ahead.on || e.alarms.ahead.last || e.repeats.alone >= 0)
	e.clock.beat()
	main := e.newThread(body)
	main.name = "main"
	e.turn.handsTo(main)
	active = e
}

// control resumes threads until the execution has ended. If a Goexit of the program ended it
// early, it can be called again.
func (e *engine) control() {
	for t := e.turn.following(); t != nil; t = e.turn.following() {
		e.turn.goesTo(t)
		t.link.follows(nil)
		t.goroutine.resume()
	}
}

// finish ends the execution.
func (e *engine) finish() {
	e.goRace.meet()
	e.failsOutside(e.threads[0])
	e.tester.ends(e.fate.watched())
	if e.fate.end == strategy.Complete && e.state.Live != 0 && !e.fate.waits && !e.alarms.asleep() && !e.withholdsDeadlock() {
		if f := e.servedOutside(); f != nil {
			e.fail(f)
		} else if f := e.stuck(); !e.mayWait(f.Rule) {
			e.fail(f)
		}
	}
	if e.clock.fair && e.fate.passed() {
		e.loops.hitBound(e.tookTurns(), place{})
		e.fate.cutOff()
	}
	e.strategy.End(&e.state, e.fate.reported())
	if e.state.Live != 0 {
		e.tester.goesOn()
		e.unwind()
		e.goRace.meet()
	}
	e.cleanUpLate()
	active = nil
	e.remains.restore(e.fate.failure != nil)
	e.clock.beat()
	countExecution()
	e.objects.reset()
}
