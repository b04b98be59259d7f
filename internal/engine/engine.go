package engine

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
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
	state      strategy.State
	threads    []*thread // by id; those from state.Threads on are unused
	current    *thread
	next       *thread      // the controller resumes it; nil at the end
	gated      strategy.Set // threads whose next step may be blocked
	standing   strategy.Set // threads before a communication by channels
	queueing   strategy.Set // of these, threads before a send or a receive on a buffer with several slots
	ready      []option     // see options
	recent     *Channel     // the one that was used last
	cases      cases
	hooked     bool    // the same as memory.hooked
	attended   bool    // something looks at each step before it, see attend
	special    bool    // something may change which threads are enabled, see adjust
	solo       bool    // the thread is the only one, so its steps need no order
	flat       bool    // threads do not resume each other, only the controller does
	controller uintptr // address of its goroutine
	foreign    foreign
	tooMany    bool // the program starts more than MaxThreads threads
	blocked    join
	beats      atomic.Uint64 // executions begun or ended: odd while one runs

	// The execution.
	announced announced
	doing     doing
	schedule  schedule
	clock     clock
	fate      fate
	fixed     fixed
	alarms    alarms
	repeats   repeating
	history   history
	tester    tester
	outside   func() bool // see Options.Outside
	// judgesStuck reports whether a history whose last operations wait for ever breaks no rule. It may be nil.
	judgesStuck func(*model.History) bool
	observers
	goRace goRace

	// Its loops.
	loops  *loops // known from all executions
	spins  spins  // in this one
	awaits await

	// Its memory.
	objects    *objects
	companions map[any]any
	memory     *memory
	left       leftovers
	visits     visits
	given      given
}

// active is the engine of the running execution, nil if there is none.
var active *engine

func newEngine(s strategy.Strategy) *engine {
	e := &engine{
		strategy: s, objects: newObjects(), loops: newLoops(), companions: map[any]any{},
		clock: clock{limit: mostSteps}, repeats: repeating{alone: -1}, observers: observers{hits: make([]int, len(sites))},
	}
	e.repeats.replay, _ = s.(*strategy.Replay)
	_, e.flat = s.(strategy.Single)
	e.blocked, e.awaits, e.alarms.e = join{e}, await{e}, e
	e.cases = make(cases, len(sites))
	e.foreign.seen = make(chan struct{})
	return e
}

// start begins an execution of the program.
func (e *engine) start(body func()) {
	e.state = strategy.State{Pending: e.state.Pending[:0], Also: e.state.Also[:0]}
	e.gated, e.solo, e.announced, e.standing, e.queueing = 0, true, nothingAnnounced, 0, 0
	e.recent = nil
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
	e.hooked, e.attended = e.memory.hooked, e.observer != nil
	e.special = e.alarms.ahead.on || e.alarms.ahead.last || e.repeats.alone >= 0
	e.beats.Add(1)
	e.next = e.newThread(body)
	e.next.name = "main"
	active = e
}

// control resumes threads until the execution has ended. If a Goexit of the program ended it
// early, it can be called again.
func (e *engine) control() {
	for t := e.next; t != nil; t = e.next {
		e.current, e.next = t, nil
		t.by = nil
		t.resume()
	}
}

// finish ends the execution.
func (e *engine) finish() {
	e.goRace.meet()
	e.failsOutside(e.threads[0])
	e.tester.passes = e.outside != nil && e.fate.watched()
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
		e.tester.passes = false
		e.unwind()
		e.goRace.meet()
	}
	e.cleanUpLate()
	active = nil
	e.left.restore()
	e.memory.restore(e.fate.failure != nil)
	e.beats.Add(1)
	countExecution()
	e.objects.reset()
	if len(e.companions) > 0 {
		clear(e.companions)
	}
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
