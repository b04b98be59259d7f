package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// announced is what is known of a step before its thread announces it.
type announced struct {
	site uint32  // 0 if it has none
	size uintptr // of an atomic access, 0 if it has none
}

// doing is the step that is being done. The strategy learns of it when the next one is
// announced, since a step may turn out to be another than was announced.
type doing struct {
	op         strategy.Op
	thread     int    // -1 if no step is being done
	site       uint32 // 0 if the step has none
	wrote      change
	noProgress bool // the step does not count for the loops of its thread
}

func (d *doing) reset() { d.thread, d.wrote, d.noProgress = -1, change{}, false }

// begin is called when it is the turn of a thread.
func (d *doing) begin(thread int, op strategy.Op, site uint32) {
	d.op, d.thread, d.site = op, thread, site
}

// is reports whether a step is being done.
func (d *doing) is() bool { return d.thread >= 0 }

// onlyRead says that the step, announced as a Write, was only a Read.
func (d *doing) onlyRead() { d.op.Kind = strategy.Read }

// stores says what the step has overwritten, and with what.
func (d *doing) stores(from, to uint64) { d.wrote = change{from, to, true} }

// end says that the strategy has learnt of the step.
func (d *doing) end() { d.thread = -1 }

// schedule is what has been decided in an execution.
type schedule struct {
	decisions   []strategy.Decision
	preemptions int
}

func (s *schedule) reset() { s.decisions, s.preemptions = s.decisions[:0], 0 }

func (s *schedule) add(d strategy.Decision) { s.decisions = append(s.decisions, d) }

// with returns a copy of the decisions, and the one whose step is being done. It is
// never nil: there is something to repeat.
func (s *schedule) with(d *doing) []strategy.Decision {
	all := append([]strategy.Decision{}, s.decisions...)
	if d.is() {
		all = append(all, strategy.Decision{Thread: d.thread, Op: d.op})
	}
	return all
}
