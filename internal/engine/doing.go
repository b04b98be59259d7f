package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// announced is what is known of a step before its thread announces it.
type announced struct {
	site     uint32        // 0 if it has none
	also     int32         // see strategy.Op; 0 for all but channels
	addition strategy.Kind // of the step if it is an atomic addition: an Add if nobody sees its result, else a Write
}

// nothingAnnounced is before a step of which nothing is known yet.
var nothingAnnounced = announced{addition: strategy.Write}

// doing is the current step. The strategy learns of it when the next step is announced, since a
// step may turn out to be of another kind than its thread announced.
type doing struct {
	op         strategy.Op
	thread     int    // -1 if there is no current step
	site       uint32 // 0 if the step has none
	wrote      change
	noProgress bool  // the step is no progress for the loops of its thread
	choices    []int // that are part of the step
	taken      int   // of a select: the index of its case, or -1
}

func (d *doing) reset() {
	d.thread, d.wrote, d.noProgress, d.choices, d.taken = -1, change{}, false, d.choices[:0], 0
}

// begin makes a thread's step the current one.
func (d *doing) begin(thread int, op strategy.Op, site uint32) {
	d.op, d.thread, d.site = op, thread, site
}

// is reports whether there is a current step.
func (d *doing) is() bool { return d.thread >= 0 }

// onlyRead says that the current step, announced as a Write, has only read.
func (d *doing) onlyRead() { d.op.Kind = strategy.Read }

// stores says which value the step has overwritten, and the new one.
func (d *doing) stores(from, to uint64) { d.wrote = change{from, to, true} }

// end says that the strategy has learnt of the step.
func (d *doing) end() { d.thread, d.choices, d.taken = -1, d.choices[:0], 0 }

// schedule is the decisions of an execution so far.
type schedule struct {
	decisions   []strategy.Decision
	preemptions int
}

func (s *schedule) reset() { s.decisions, s.preemptions = s.decisions[:0], 0 }

func (s *schedule) add(d strategy.Decision) { s.decisions = append(s.decisions, d) }

// chose adds choices.
func (s *schedule) chose(choices []int) {
	for _, c := range choices {
		s.add(strategy.Decision{Thread: -1, Choice: c})
	}
}

// with returns a copy of the decisions, followed by that of the current step. It is never nil,
// since a nil schedule cannot be repeated.
func (s *schedule) with(d *doing) []strategy.Decision {
	all := append([]strategy.Decision{}, s.decisions...)
	if d.is() {
		all = append(all, strategy.Decision{Thread: d.thread, Op: d.op})
		for _, c := range d.choices {
			all = append(all, strategy.Decision{Thread: -1, Choice: c})
		}
	}
	return all
}
