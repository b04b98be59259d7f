package strategy

// Bounded covers every schedule with few preemptions: first those without any, then those with
// one, and so on. It does not leave out schedules that differ only in the order of steps that
// commute. Reduction together with a bound on preemptions would miss schedules within the bound
// (K. E. Coons, M. Musuvathi and K. S. McKinley, "Bounded Partial-Order Reduction", OOPSLA 2013).
//
// A preemption is a step of another thread while the thread of the step before is enabled. The
// order of the search is CHESS's (M. Musuvathi and S. Qadeer, "Iterative Context Bounding for
// Systematic Testing of Multithreaded Programs", PLDI 2007).
type Bounded struct {
	first       int
	bound, most int // the current bound, and the last; most < 0 is no limit
	stack       []turn
	events      int
	spent       int  // preemptions of the current execution
	pruned      bool // some schedules have more preemptions than bound
	cutOff      bool
	started     bool
	done        bool
}

// turn is one decision: for a thread, or for a number.
type turn struct {
	left   Set // threads still to be tried
	thread int
	n, i   int // of a Choose
}

// NewBounded returns the strategy for up to most preemptions. If most < 0, it covers all
// schedules.
func NewBounded(most int) *Bounded {
	b := &Bounded{most: most}
	if most < 0 {
		b.first, b.bound = 1<<30, 1<<30
	}
	return b
}

// NewBoundedTo returns the strategy for all schedules with up to that many preemptions, in no
// particular order.
func NewBoundedTo(bound int) *Bounded { return &Bounded{first: bound, bound: bound, most: bound} }

// Bound returns the current bound on preemptions.
func (b *Bounded) Bound() int { return b.bound }

// Next implements [Strategy].
func (b *Bounded) Next() bool {
	if b.done {
		return false
	}
	if b.started && !b.retreat() {
		if !b.pruned || b.bound >= b.most {
			b.done = true
			return false
		}
		b.bound++
		b.pruned = false
	}
	b.started = true
	b.events, b.spent = 0, 0
	return true
}

// Repeats implements [Repeater].
func (b *Bounded) Repeats() int { return max(0, len(b.stack)-1) }

// Restart implements [Restarter].
func (b *Bounded) Restart() {
	b.stack, b.bound = b.stack[:0], b.first
	b.pruned, b.cutOff, b.started, b.done = false, false, false, false
}

func (b *Bounded) retreat() bool {
	for ; len(b.stack) > 0; b.stack = b.stack[:len(b.stack)-1] {
		f := &b.stack[len(b.stack)-1]
		if f.n > 0 {
			if f.i+1 < f.n {
				f.i++
				return true
			}
			continue
		}
		if f.left != 0 {
			f.thread = f.left.First()
			f.left &^= Only(f.thread)
			return true
		}
	}
	return false
}

// Pick implements [Strategy].
func (b *Bounded) Pick(s *State) int {
	if b.events == len(b.stack) {
		f := turn{left: s.Enabled}
		if f.left.Has(s.Current) {
			f.thread = s.Current
			if b.spent == b.bound && f.left != Only(s.Current) {
				f.left = 0
				b.pruned = true
			}
		} else {
			f.thread = f.left.First()
		}
		f.left &^= Only(f.thread)
		b.stack = append(b.stack, f)
	}
	f := &b.stack[b.events]
	b.events++
	if f.thread != s.Current && s.Enabled.Has(s.Current) {
		b.spent++
	}
	return f.thread
}

// Choose implements [Strategy].
func (b *Bounded) Choose(_ *State, n int) int {
	if b.events == len(b.stack) {
		b.stack = append(b.stack, turn{n: n})
	}
	f := &b.stack[b.events]
	b.events++
	return f.i
}

// Did implements [Strategy].
func (b *Bounded) Did(*State, int, Op) {}

// End implements [Strategy].
func (b *Bounded) End(_ *State, why End) { b.cutOff = b.cutOff || why == CutOff }

// Fault implements [Strategy].
func (b *Bounded) Fault() error { return nil }

// Exhausted implements [Strategy].
func (b *Bounded) Exhausted() (all bool, share float64) {
	return b.done && !b.pruned && !b.cutOff, 0
}
