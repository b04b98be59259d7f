package engine

import (
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// fate is how an execution is to end.
//
// At first the strategy schedules the execution. Once the strategy has abandoned it, it is free:
// it runs on to its end, and nothing in it counts. Once it is cut off or halted it is over: no
// thread does another step.
type fate struct {
	end     strategy.End
	failure *Failure // that cut it off
	free    bool     // the strategy has abandoned it
	halted  bool     // free, and not to run on to its end
	waits   bool     // it has ended with operations that wait for ever, as they may
	void    bool     // the strategy is told that it was cut off, however it ended
	tooMany bool     // the program starts more than MaxThreads threads
}

func (f *fate) reset() { *f = fate{} } // strategy.Complete is 0

// over reports whether there is no next step.
func (f *fate) over() bool { return f.halted || f.end == strategy.CutOff }

// watched reports whether what happens counts.
func (f *fate) watched() bool { return !f.free && f.failure == nil }

// passed reports whether the execution has come to its end without breaking a rule.
func (f *fate) passed() bool { return f.end == strategy.Complete && f.failure == nil }

// abandon lets the execution run on to its end, unscheduled.
func (f *fate) abandon() { f.free, f.end = true, strategy.Abandoned }

// cutOff ends the execution.
func (f *fate) cutOff() { f.end = strategy.CutOff }

// halt ends the execution at once.
func (f *fate) halt() { f.halted, f.end = true, strategy.CutOff }

// exceed ends it at once, since the program starts too many threads.
func (f *fate) exceed() {
	f.tooMany = true
	f.halt()
}

// discard ends the execution at once, and it counts for nothing.
func (f *fate) discard() { f.free, f.halted, f.void, f.end = true, true, true, strategy.Abandoned }

// fail cuts the execution off, and reports whether the failure is its first. A failure in the rest
// of an abandoned execution does not count: the search meets it in the execution that this one
// duplicates.
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

// reported returns the end that the strategy is told.
func (f *fate) reported() strategy.End {
	if f.void {
		return strategy.CutOff
	}
	return f.end
}

// stuck reports whether threads wait that another goroutine might wake.
func (f *fate) stuck() bool {
	if f.failure == nil {
		return false
	}
	switch f.failure.Rule {
	case report.RuleDeadlock, report.RuleLeak, report.RuleLivelock:
		return true
	}
	return false
}
