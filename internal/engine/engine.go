package engine

import (
	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// engine runs executions of one program, one after the other, each under a schedule that the
// strategy chooses. At any time exactly one of its threads runs, or the controller between two
// threads.
//
// A thread that comes to a step asks the strategy itself which thread goes on. If it goes on
// itself, no switch is needed.
type engine struct {
	strategy strategy.Strategy

	// The threads.
	turn      turns
	shortcuts shortcuts
	announced announced
	stands    stands
	threads   []*thread // by id; those from state.Threads on are unused
	state     strategy.State

	// The execution.
	doing    doing
	clock    clock
	fate     fate
	fixed    fixed
	schedule schedule
	history  history
	tester   tester
	alarms   alarms
	repeats  repeating
	foreign  foreign
	observers
	coverage coverage
	goRace   goRace

	// Its loops.
	loops *loops // known from all executions
	spins spins  // in this one

	// Its memory.
	objects *objects
	remains remains
	visits  visits
}

// active is the engine of the running execution, nil if there is none.
var active *engine

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

// fail ends the execution with a failure, if it is the first.
func (e *engine) fail(f *Failure) {
	f.ofDump()
	if e.fate.fail(f) {
		f.decisions, f.Preemptions = e.decided(), e.schedule.preemptions
		f.steps, f.ahead = len(f.decisions), len(e.alarms.ahead.fired)
	}
}

// decided returns the decisions so far, with that of the current step.
func (e *engine) decided() []strategy.Decision { return e.schedule.with(&e.doing) }
