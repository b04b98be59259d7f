package engine

import (
	"fmt"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// engine runs executions of one program, one after the other, each under a
// schedule that the strategy chooses. While one is running, exactly one of its
// threads is, or the controller between two of them.
//
// A thread that comes to a step chooses, in the strategy's name, who goes on: so
// nothing is switched if it is itself.
type engine struct {
	strategy strategy.Strategy

	// The threads.
	state   strategy.State
	threads []*thread // by id; those beyond state.Threads are idle
	current *thread
	next    *thread      // to be resumed by the controller, nil at the end
	gated   strategy.Set // those whose next step may have to wait
	solo    bool         // the only thread there is: its steps need no order
	flat    bool         // threads resume no others: the controller does
	tooMany bool         // the program starts more threads than there can be
	blocked join
	beats   atomic.Uint64 // executions begun or ended: odd while one runs

	// The execution.
	announced announced
	doing     doing
	schedule  schedule
	clock     clock
	fate      fate
	repeats   repeating
	history   history
	observers

	// Its loops.
	loops  *loops // known from all executions
	spins  spins  // in this one
	awaits await

	// Its memory.
	objects    *objects
	companions map[any]any
	variables  snapshot
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
	e.blocked, e.awaits = join{e}, await{e}
	return e
}

// start begins an execution of the program.
func (e *engine) start(body func()) {
	e.state = strategy.State{Pending: e.state.Pending[:0]}
	e.gated, e.solo, e.announced.site = 0, true, 0
	e.doing.reset()
	e.schedule.reset()
	e.clock.reset()
	e.fate.reset()
	e.spins.reset()
	e.history.reset()
	e.observers.reset(e.strategy)
	e.beats.Add(1)
	e.next = e.newThread(body)
	e.next.name = "main"
	active = e
}

// control resumes threads until the execution has ended. It can be called again
// if it was left by a Goexit of the program.
func (e *engine) control() {
	for t := e.next; t != nil; t = e.next {
		e.current, e.next = t, nil
		t.by = nil
		t.resume()
	}
}

// finish ends the execution.
func (e *engine) finish() {
	if e.fate.end == strategy.Complete && e.state.Live != 0 {
		e.fail(e.stuck())
	}
	if e.clock.fair && e.fate.passed() {
		e.loops.hitBound(fmt.Sprintf("some executions had %d steps, and ended only when all threads took turns then: is a runtime.Gosched missing in the loop at %v?", e.clock.limit, Where(e.clock.limitSite)), place{})
		e.fate.cutOff()
	}
	e.strategy.End(&e.state, e.fate.reported())
	if e.state.Live != 0 {
		e.unwind()
	}
	active = nil
	e.variables.restore()
	e.beats.Add(1)
	e.objects.reset()
	if len(e.companions) > 0 {
		clear(e.companions)
	}
}

// fail ends the execution.
func (e *engine) fail(f *Failure) {
	if e.fate.fail(f) {
		f.decisions, f.Preemptions = e.decided(), e.schedule.preemptions
	}
}

// decided returns the decisions so far, with the one whose step is being done.
func (e *engine) decided() []strategy.Decision { return e.schedule.with(&e.doing) }
