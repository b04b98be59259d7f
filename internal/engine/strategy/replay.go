package strategy

import "fmt"

// Decision is the decision at one step of an execution: the thread that went on and the step that
// it did, or the number that Choose returned.
type Decision struct {
	Thread int // -1 for a Choose
	Op     Op
	Choice int
}

// Replay repeats one execution, and checks that each step is the same.
type Replay struct {
	decisions []Decision
	at        int
	within    int // choices that belong to the step at decisions[at]
	picked    bool
	begun     bool
	one
}

// NewReplay returns the strategy for the decisions of one execution. After the last decision it
// goes on without preemption.
func NewReplay(d []Decision) *Replay { return &Replay{decisions: d} }

// More reports whether decisions are left.
func (r *Replay) More() bool { return r.at < len(r.decisions) }

// Next implements [Strategy].
func (r *Replay) Next() bool {
	first := !r.begun
	r.begun = true
	return first
}

func (r *Replay) differs(format string, args ...any) {
	if r.fault == nil {
		r.fault = fmt.Errorf("step %d: %s", r.at+1, fmt.Sprintf(format, args...))
	}
}

// Pick implements [Strategy].
func (r *Replay) Pick(s *State) int {
	r.picked = true
	if r.fault == nil && r.at < len(r.decisions) {
		d := r.decisions[r.at]
		switch {
		case d.Thread < 0:
			r.differs("a thread does a step; the recorded execution has a choice there")
		case d.Thread >= s.Threads || !s.Enabled.Has(d.Thread):
			r.differs("thread %d is blocked; in the recorded execution it was not", d.Thread)
		default:
			return d.Thread
		}
	}
	if s.Enabled.Has(s.Current) {
		return s.Current
	}
	return s.Enabled.First()
}

// Choose implements [Strategy].
func (r *Replay) Choose(_ *State, n int) int {
	at := r.at
	if r.picked { // the choice comes after the decision of its step
		r.within++
		at += r.within
	}
	if r.fault != nil || at >= len(r.decisions) {
		return 0
	}
	d := r.decisions[at]
	if d.Thread >= 0 || d.Choice >= n {
		r.differs("a choice among %d; the recorded execution has none there", n)
		return 0
	}
	if !r.picked {
		r.at++
	}
	return d.Choice
}

// Did implements [Strategy].
func (r *Replay) Did(_ *State, thread int, op Op) {
	within := r.within
	r.picked, r.within = false, 0
	if r.fault != nil || r.at >= len(r.decisions) {
		return
	}
	if d := r.decisions[r.at]; d.Op.Kind.Recorded() != op.Kind.Recorded() || d.Op.Object != op.Object {
		r.differs("thread %d: %v of object %d; in the recorded execution it was %v of object %d", thread, op.Kind, op.Object, d.Op.Kind, d.Op.Object)
	}
	r.at += 1 + within
}

// Recorded returns the kind that recorded executions have: a Write for an Add, and a Wait for the other
// kinds that wait.
func (k Kind) Recorded() Kind {
	switch {
	case k == Add:
		return Write
	case k.Waits(), k == Closed:
		return Wait
	}
	return k
}
