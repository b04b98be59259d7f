package engine

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// engine runs executions of one program, one after the other, each under a
// schedule that the strategy chooses. While one is running, exactly one of its
// threads is, or the controller between two of them.
//
// A thread that comes to a step chooses, in the strategy's name, who goes on: so
// nothing is switched if it is itself.
type engine struct {
	strategy strategy.Strategy
	state    strategy.State
	threads  []*thread // by id; those beyond state.Threads are idle
	current  *thread
	next     *thread // to be resumed by the controller, nil at the end
	gated    strategy.Set
	objects  *objects
	blocked  join
	awaits   await
	contents []content // by object, for loops
	rounds   int       // of loops, while nobody else can go on
	calm     int       // decisions until the first of them
	stirred  moment    // when something changed at last
	loops    *loops
	wrote    change           // by the step that is being done
	quiet    bool             // the step that is being done does not count for loops
	probing  int              // the thread that goes on alone in a probe, or -1
	probe    probe            // if so
	echo     bool             // this execution repeats another, to see that it can be
	replay   *strategy.Replay // the strategy, if it is one

	companions map[any]any

	step     strategy.Op // the step that is being done, not yet told to the strategy
	stepping int         // its thread, -1 if there is none
	place    uint32      // and where it is

	preemptions int // so far

	beats     atomic.Uint64 // executions begun or ended: odd while one runs
	solo      bool          // the only thread there is: its steps need no order
	flat      bool          // threads resume no others: the controller does
	crowded   bool          // the program starts more threads than there can be
	free      bool          // abandoned: it goes on to its end, unobserved
	halted    bool          // and it has failed, which counts elsewhere
	courteous bool          // all take turns, since it has not ended otherwise
	spun      uint32        // where it was then
	strict    bool          // not to end in the limit of steps breaks a rule
	void      bool          // or it has been left, and counts for nothing
	steps     int
	alone     int // steps while solo
	maxSteps  int
	end       strategy.End
	failure   *Failure

	races     *races              // nil if they are not looked for
	decisions []strategy.Decision // so far
	trace     *trace              // of this execution, nil if nobody wants it
	audience  *audience           // nil if there is none
	stops     bool                // also before what is no step, at each labelled place
	looks     bool                // somebody wants to know of plain accesses
	classes   *classes            // nil if they are not counted
	pairs     *pairs              // nil if they are not noted
	hits      []int               // steps at each site, while others were there
	variables snapshot
	history   history
	site      uint32
	size      uintptr // of the step that is announced, 0 if it has none
}

// active is the engine of the running execution, nil if there is none.
var active *engine

func newEngine(s strategy.Strategy) *engine {
	e := &engine{strategy: s, objects: newObjects(), maxSteps: mostSteps, loops: newLoops(), probing: -1}
	e.replay, _ = s.(*strategy.Replay)
	_, e.flat = s.(strategy.Single)
	e.blocked, e.awaits = join{e}, await{e}
	e.hits = make([]int, len(sites))
	e.companions = map[any]any{}
	return e
}

// mostSteps bounds an execution if nothing else does.
const mostSteps = 10_000

// start begins an execution of the program.
func (e *engine) start(body func()) {
	e.state = strategy.State{Pending: e.state.Pending[:0]}
	e.stepping, e.steps, e.gated, e.rounds, e.alone = -1, 0, 0, 0, 0
	e.stirred = moment{}
	e.wrote = change{}
	e.solo, e.free, e.courteous, e.halted, e.void, e.quiet, e.preemptions = true, false, false, false, false, false, 0
	e.end, e.failure = strategy.Complete, nil
	e.decisions = e.decisions[:0]
	e.history.reset()
	if e.races != nil {
		e.races.reset()
	}
	if e.trace != nil {
		e.trace.reset()
	}
	if e.classes != nil {
		e.classes.reset()
	}
	if e.pairs != nil {
		e.pairs.reset()
	}
	e.site = 0
	e.looks = e.races != nil || e.audience != nil
	if e.audience != nil {
		e.audience.begin(e.strategy)
	}
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
	if e.end == strategy.Complete && e.state.Live != 0 {
		e.fail(e.stuck())
	}
	if e.courteous && e.end == strategy.Complete && e.failure == nil {
		e.loops.hold(fmt.Sprintf("some executions had %d steps, and ended only when all threads took turns then: is a runtime.Gosched missing in the loop at %v?", e.maxSteps, Where(e.spun)), place{})
		e.end = strategy.CutOff
	}
	if e.void {
		e.strategy.End(&e.state, strategy.CutOff)
	} else {
		e.strategy.End(&e.state, e.end)
	}
	if e.state.Live != 0 {
		e.unwind()
	}
	active = nil
	e.variables.restore()
	e.beats.Add(1)
	e.objects.reset()
	e.contents = e.contents[:0]
	if len(e.companions) > 0 {
		clear(e.companions)
	}
}

func (e *engine) newThread(job func()) *thread {
	id := e.state.Threads
	if id == len(e.threads) {
		e.threads = append(e.threads, newThread(e))
	}
	if e.threads[id].dead {
		e.threads[id] = newThread(e)
	}
	t := e.threads[id]
	t.id, t.job = id, job
	t.label, t.busy, t.ran, t.yielded = 0, 0, e.steps, 0
	t.since, t.turns = moment{}, 0
	t.loop.reset()
	t.forget()
	e.state.Threads++
	e.state.Pending = append(e.state.Pending, strategy.Op{Kind: strategy.Local, Object: -1})
	e.state.Live |= strategy.Only(id)
	return t
}

// spawn starts a thread and lets it run until it stands before its first step.
func (e *engine) spawn(name string, job func()) {
	parent := e.current
	parent.live()
	if e.audience != nil && len(e.audience.late) > 0 {
		e.tellLate()
	}
	if e.state.Threads == strategy.MaxThreads {
		e.crowded = true
		e.halted, e.end = true, strategy.CutOff
		parent.stop()
	}
	t := e.newThread(job)
	t.name = name
	t.launcher = parent
	e.solo = false
	if e.races != nil {
		e.races.started(t.id, parent.id)
	}
	parent.switchTo(e, t)
}

// before is called by the current thread before a step. It returns when it is
// the turn of that step, and reports whether it is observed.
func (e *engine) before(kind strategy.Kind, p unsafe.Pointer, gate Gate, arg int) bool {
	t, size := e.current, e.size
	e.size, t.reads = 0, 0
	if t.killed {
		t.live()
	}
	if e.audience != nil && len(e.audience.late) > 0 {
		e.tellLate()
	}
	if e.solo && (gate == nil || gate.Ready(arg)) {
		if e.alone++; e.alone > 100*e.maxSteps {
			e.fail(&Failure{Rule: report.RuleSteps, Detail: fmt.Sprintf("%s is alone, and goes on and on at %v", t.title(), Where(e.site)), thread: t.id})
			t.stop()
		}
		return false
	}
	op := strategy.Op{Kind: kind, Object: -1}
	if p != nil {
		op.Object = e.object(p, size)
	}
	e.state.Pending[t.id] = op
	t.site = e.site
	e.site = 0
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
		e.joined(t)
	}
	return true
}

// joined is what comes after the end of all other threads.
func (e *engine) joined(t *thread) {
	if e.races != nil {
		for id := range e.state.Threads {
			e.races.joined(t.id, id)
		}
	}
	e.settle()
	e.solo = true
}

// pick chooses the thread whose step is next, or returns nil at the end of the
// execution.
func (e *engine) pick() *thread {
	e.settle()
	s := &e.state
	s.Enabled = s.Live
	for rest := e.gated; rest != 0; rest &= rest - 1 {
		if t := e.threads[rest.First()]; !t.gate.Ready(t.arg) {
			s.Enabled &^= strategy.Only(t.id)
		}
	}
	if e.probing >= 0 && !e.halted && !e.replay.More() {
		e.probed()
	}
	if e.halted || e.end == strategy.CutOff || s.Enabled == 0 && !e.release() {
		return nil
	}
	if e.steps++; e.steps > e.maxSteps && !e.courteous || e.steps > 2*e.maxSteps {
		if e.unfair() {
			e.loops.hold("threads that go round in loops can keep others waiting for ever", place{})
			e.end = strategy.CutOff
			return nil
		}
		t := e.threads[s.Current]
		if f := e.exhausted(); e.courteous || e.strict || f.Rule == report.RuleLivelock || t.yielded > e.maxSteps*3/4 {
			e.fail(f)
			return nil
		}
		// Who waits for another thread, without yielding, ends when all take turns from here on.
		e.courteous, e.spun = true, t.site
	}
	id := -1
	if !e.free && !e.courteous {
		if e.audience != nil {
			e.audience.decides(len(e.decisions))
		}
		id = e.strategy.Pick(s)
		if id == strategy.Abandon {
			e.free = true
			e.end = strategy.Abandoned
		}
	}
	if e.free || e.courteous {
		// Taking turns: then a loop that waits for another ends.
		after := s.Enabled &^ (strategy.Only(s.Current+1) - 1)
		if after == 0 {
			after = s.Enabled
		}
		id = after.First()
	}
	t := e.threads[id]
	if id != s.Current && s.Enabled.Has(s.Current) {
		e.preemptions++
	}
	s.Current = id
	t.ran = e.steps
	e.step, e.stepping, e.place = s.Pending[id], id, t.site
	if t.gate != nil {
		t.gate = nil
		e.gated &^= strategy.Only(id)
	}
	e.hit(t.site)
	if e.trace != nil {
		e.trace.step(e, t)
	}
	return t
}

// decided returns the decisions so far, with the one whose step is being done.
func (e *engine) decided() []strategy.Decision {
	d := append([]strategy.Decision{}, e.decisions...) // not nil: there is something to repeat
	if e.stepping >= 0 {
		d = append(d, strategy.Decision{Thread: e.stepping, Op: e.step})
	}
	return d
}

// settle tells the strategy about the step that has been done.
func (e *engine) settle() {
	if e.stepping < 0 {
		return
	}
	e.follow(e.threads[e.stepping], e.step)
	e.tell()
}

func (e *engine) tell() {
	if !e.free {
		e.decisions = append(e.decisions, strategy.Decision{Thread: e.stepping, Op: e.step})
		if e.classes != nil {
			e.classes.step(e.stepping, e.step, e.place)
		}
		if e.pairs != nil {
			e.pairs.step(e.stepping, e.step, e.place)
		}
		if !e.courteous {
			e.strategy.Did(&e.state, e.stepping, e.step)
		}
	}
	e.stepping = -1
}

// choose asks the strategy for a number in the name of the current thread.
func (e *engine) choose(n int) int {
	e.current.live()
	if e.free || e.courteous || n < 2 {
		return 0
	}
	e.settle()
	if e.audience != nil {
		e.audience.decides(len(e.decisions))
	}
	c := e.strategy.Choose(&e.state, n)
	e.decisions = append(e.decisions, strategy.Decision{Thread: -1, Choice: c})
	if e.trace != nil {
		e.trace.chose(e.current, c, n)
	}
	return c
}

// ended is called by a thread that has nothing more to do.
func (e *engine) ended(t *thread) {
	if e.audience != nil && len(e.audience.late) > 0 {
		e.tellLate()
	}
	e.state.Live &^= strategy.Only(t.id)
	t.gate = nil
	e.gated &^= strategy.Only(t.id)
	if t.killed {
		return
	}
	if e.stepping == t.id {
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

// fail ends the execution. What happens in the rest of an abandoned one counts
// in the execution that it repeats.
func (e *engine) fail(f *Failure) {
	if e.free {
		e.halted = true
		return
	}
	if e.failure == nil {
		f.decisions, f.Preemptions = e.decided(), e.preemptions
		e.failure = f
	}
	e.end = strategy.CutOff
}
