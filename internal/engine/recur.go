package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// recurrence finds out that threads which take turns go round in circles for ever, since the state of the execution
// recurs. Then the execution need not go on up to its limit.
//
// A loop whose rounds read the same and write nothing may still count its rounds. Nothing reports a local variable, but
// it is on the stack of its thread. So a state recurs if the same thread goes on, each enabled thread's stack has the
// same bytes as at its step before, and what came in between has changed nothing else.
type recurrence struct {
	sums  [strategy.MaxThreads]uint64 // of the stacks, at the latest step of each thread
	above uintptr                     // on the stack of the current thread, where its own frames begin
	locks uint64                      // taken and not released since the mark

	changed bool   // something was changed since the latest turn, or might have been
	mark    uint64 // an earlier state, or 0
	age     int    // turns since
	power   int    // after so many, there is another mark; see R. P. Brent, "An improved Monte Carlo factorization algorithm" (1980)
	laps    int    // how often the mark has recurred
	left    int    // turns to look at
}

const (
	mostLooks = 1_000   // turns of each [clock.limit] whose states are compared
	mostStack = 1 << 15 // bytes that are compared; an endless recursion has a deep stack, and no state that recurs
	mostLaps  = 8       // the clock of package time lets a thread read the same time some times
)

// begins looks at the next turns.
func (r *recurrence) begins() { *r = recurrence{left: mostLooks, power: 1, above: r.above} }

// is reports whether the state recurs for ever.
func (r *recurrence) is() bool { return r.laps >= mostLaps && !r.changed }

// turn is called before each turn, with a number for the state.
func (r *recurrence) turn(state uint64) {
	r.left--
	switch {
	case r.changed:
		r.mark, r.age, r.power, r.laps, r.changed, r.locks = 0, 0, 1, 0, false, 0
	case r.mark == 0, r.age == r.power && r.laps == 0:
		r.mark, r.age, r.power, r.locks = state, 0, 2*r.power, 0
	case state == r.mark:
		r.laps++
	default:
		r.age++
	}
}

// did notes a step that is done.
func (r *recurrence) did(op strategy.Op, wrote change) {
	switch op.Kind {
	case strategy.Read, strategy.Closed:
	case strategy.Lock:
		r.locks += mixed(0, uint64(op.Object)+1)
	case strategy.Unlock:
		r.locks -= mixed(0, uint64(op.Object)+1)
	case strategy.Write:
		r.changed = r.changed || !wrote.known || wrote.from != wrote.to
	default:
		r.changed = true
	}
}

func mixed(a, b uint64) uint64 {
	x := (a ^ b) * 0x9e3779b97f4a7c15
	return x ^ x>>29
}

// inTurn is called before each turn of an execution whose threads take turns.
func (e *engine) inTurn() {
	e.spins.able |= e.state.Enabled
	if r := &e.spins.recurs; r.left > 0 && !r.is() {
		e.looksAt(e.current)
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
	state := mixed(mixed(uint64(s.Enabled), uint64(s.Live)), uint64(s.Current)+uint64(e.current.id)<<8+uint64(len(e.visits.made))<<16)
	for rest := s.Enabled; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		state = mixed(mixed(state, r.sums[t.id]), t.randoms)
	}
	r.turn(mixed(state, r.locks) | 1)
}
