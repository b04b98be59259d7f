package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// recurrence finds out that threads which take turns go round in circles for ever, since the state of the execution
// recurs. Then the execution need not go on up to its limit.
//
// A loop whose rounds read the same may still count its rounds. Nothing reports a local variable, but it is on the stack
// of its thread. So a state recurs on three conditions: the same thread goes on, the stacks of all threads have the same
// bytes, and each change of an object was undone.
type recurrence struct {
	sums  [strategy.MaxThreads]uint64 // of the stacks, at the latest step of each thread
	above uintptr                     // on the stack of the current thread, where its own frames begin
	moved uint64                      // sum of the changes since the mark: 0 if all were undone

	changed bool   // something was changed since the latest turn, or might have been
	mark    uint64 // an earlier state, or 0
	since   int    // the step of the mark
	age     int    // turns since the mark, or since it has recurred last
	power   int    // after so many, there is another mark; see R. P. Brent, "An improved Monte Carlo factorization algorithm" (1980)
	laps    int    // how often the mark has recurred, each time after as many turns
	period  int    // those turns
	left    int    // turns to look at
}

const (
	mostLooks  = 1_000   // turns of each [clock.limit] whose states are compared
	mostStack  = 1 << 15 // bytes that are compared; an endless recursion has a deep stack, and no state that recurs
	mostLimits = 10      // times of [clock.limit]: code that is not rewritten may count rounds unseen
	mostLaps   = 8       // the clock of package time lets a thread read the same time some times
)

// begins looks at the next turns.
func (r *recurrence) begins() { *r = recurrence{left: mostLooks, power: 1, above: r.above} }

// is reports whether the state recurs for ever.
func (r *recurrence) is() bool { return r.laps >= mostLaps && !r.changed }

// turn is called before each turn, with a number for the state apart from the objects, and the steps so far.
func (r *recurrence) turn(state uint64, step int) {
	r.left--
	r.age++
	switch again := state == r.mark && r.moved == 0; {
	case r.changed:
		r.mark, r.age, r.power, r.laps, r.changed = 0, 0, 1, 0, false
	case again:
		r.laps++
		r.period, r.age = r.age, 0
	case r.mark == 0, r.laps == 0 && r.age >= r.power, r.laps > 0 && r.age >= r.period:
		r.mark, r.age, r.power, r.laps, r.since, r.moved = state, 0, 2*r.power, 0, step, 0
	}
}

// did notes a step that is done.
func (r *recurrence) did(op strategy.Op, wrote change) {
	switch op.Kind {
	case strategy.Read, strategy.Closed, strategy.Await, strategy.Local:
	case strategy.Lock:
		r.moved += mixed(op.Object, 1)
	case strategy.Unlock:
		r.moved -= mixed(op.Object, 1)
	case strategy.Write:
		r.changed = r.changed || !wrote.known
		r.moved += mixed(op.Object, wrote.to) - mixed(op.Object, wrote.from)
	default:
		r.changed = true
	}
}

// mixed returns a number for a value of an object.
func mixed(object int32, value uint64) uint64 { return mix(0, uint64(object)+1, value) }

// inTurn is called before each turn of an execution whose threads take turns.
func (e *engine) inTurn() {
	e.spins.able |= e.state.Enabled
	if r := &e.spins.recurs; r.left > 0 && (!r.is() || e.clock.turns != noTurns) {
		e.looksAt(e.current())
		e.compareTurns()
	}
}

// looksAt notes the stack of the current thread.
func (e *engine) looksAt(t *thread) {
	r := &e.spins.recurs
	if !e.state.Live.Has(t.id) || !t.stack.Holds() || t.stack.Above(r.above) > mostStack || len(coroutines.open) > 0 || e.alarms.later() {
		r.changed = true // this stack does not tell what the thread does next
	} else {
		r.sums[t.id] = t.stack.Sum(r.above)
	}
}

// compareTurns compares the state with that at the mark.
func (e *engine) compareTurns() {
	s, r := &e.state, &e.spins.recurs
	state := mix(uint64(s.Enabled), uint64(s.Live), uint64(s.Current)+uint64(e.current().id)<<8+uint64(len(e.visits.made))<<16)
	for rest := s.Live; rest != 0; rest &= rest - 1 { // those that have yielded are not enabled, but may go on
		t := e.threads[rest.First()]
		state = mix(state, r.sums[t.id], t.luck.count())
	}
	r.turn(state|1, e.clock.steps)
}

// recursLong is called at each [clock.limit]. It reports whether the state has recurred since several of them.
func (e *engine) recursLong() bool {
	r := &e.spins.recurs
	if !r.is() || e.alarms.later() {
		e.spins.recurring = 0
		return false
	}
	e.spins.recurring++
	return e.spins.recurring >= mostLimits && e.circles(e.clock.allowed-mostLimits*e.clock.limit+e.clock.limit/2, false)
}

// turning says what tells a livelock beyond the limit of steps, where the threads take turns.
type turning uint8

const (
	noTurns       turning = iota // the bounds of [clock]: the livelock is not made smaller
	stateRecurs                  // a state that recurs
	orCircles                    // or threads that go round in circles: a trace changes the stacks, and then no state recurs
	recursForLong                // the same, after many more steps: code that is not rewritten may count rounds unseen
)

// steps returns for how many steps the state must have recurred, after a few laps.
func (t turning) steps() int {
	if t == recursForLong {
		return 100_000
	}
	return 0
}

// turnsRecur is called at each step beyond the limit while a livelock is made smaller. It reports whether the execution
// goes on.
func (e *engine) turnsRecur() bool {
	r := &e.spins.recurs
	switch {
	case !e.clock.fair:
		e.clock.takeTurns(e.threads[e.state.Current])
		e.clock.allowed = e.clock.steps
		e.shortcuts.slow()
		r.begins()
		r.left += e.clock.turns.steps()
	case r.is() && e.clock.steps >= r.since+e.clock.turns.steps() && !e.alarms.later() && e.circles(r.since, false),
		r.left <= 0 && e.clock.turns >= orCircles && !e.alarms.later() && e.circles((e.clock.steps+e.clock.limit)/2, false):
		f := e.spinning(e.state.Enabled)
		f.turns = e.clock.limit
		e.failOrCut(f)
		return false
	case r.left <= 0:
		e.fate.cutOff()
		return false
	default:
		e.clock.allowed++
	}
	return true
}
