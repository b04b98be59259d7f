package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// fate is how an execution is to end.
//
// It goes on under the strategy until it is free: then it goes on to its end by itself, and
// nothing that happens in it counts. It is over when it is cut off or halted: then no
// thread does another step.
type fate struct {
	end     strategy.End
	failure *Failure // which has cut it off
	free    bool     // abandoned by the strategy
	halted  bool     // free, and not even to go on
	void    bool     // the strategy counts it as cut off, whatever it did
}

func (f *fate) reset() { *f = fate{} } // strategy.Complete is 0

// over reports whether there is no next step.
func (f *fate) over() bool { return f.halted || f.end == strategy.CutOff }

// watched reports whether what happens counts.
func (f *fate) watched() bool { return !f.free && f.failure == nil }

// held reports whether the execution has come to its end and broken no rule.
func (f *fate) passed() bool { return f.end == strategy.Complete && f.failure == nil }

// abandon lets the execution go on to its end.
func (f *fate) abandon() { f.free, f.end = true, strategy.Abandoned }

// cutOff ends the execution.
func (f *fate) cutOff() { f.end = strategy.CutOff }

// halt ends the execution at once.
func (f *fate) halt() { f.halted, f.end = true, strategy.CutOff }

// discard ends the execution at once, and it counts for nothing.
func (f *fate) discard() { f.free, f.halted, f.void, f.end = true, true, true, strategy.Abandoned }

// fail cuts the execution off, and reports whether the failure is its first. What fails in
// the rest of an abandoned execution counts in the one that it repeats.
func (f *fate) fail(why *Failure) (first bool) {
	if f.free {
		f.halted = true
		return false
	}
	if first = f.failure == nil; first {
		f.failure = why
	}
	f.cutOff()
	return first
}

// told returns what the strategy is told.
func (f *fate) reported() strategy.End {
	if f.void {
		return strategy.CutOff
	}
	return f.end
}
