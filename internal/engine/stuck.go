package engine

import (
	"math"
	"slices"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

// mayWait reports whether no rule is broken although threads wait for ever, by the rule that they would break. If the
// operations that have returned cannot be explained, the judge finds that at the end of the execution.
func (e *engine) mayWait(rule string) bool {
	if rule == report.RuleLeak || !e.fate.watched() || len(e.history.waiting()) == 0 || !e.history.judgesStuck(e.judgedStuck()) {
		return false
	}
	e.fate.waits = true
	return true
}

// judgedStuck returns the history of an execution that is stuck, or nil if there is none or all operations have returned.
func (e *engine) judgedStuck() *model.History {
	if len(e.history.waiting()) == 0 {
		return nil
	}
	h := &model.History{Ops: slices.Clone(e.history.ops)}
	for i := range h.Ops {
		if o := &h.Ops[i]; o.Return < o.Call {
			o.Return = math.MaxInt64
		}
	}
	return h
}

// judgesStuck judges a history whose last operations wait for ever.
func (r *search) judgesStuck(h *model.History) bool {
	return r.o.Stuck != nil && r.o.Judge != nil && (r.o.Stuck(h) == nil || r.o.Judge(h) != nil)
}

// failOrCut ends an execution that goes round in loops until the limit of steps. If that breaks no rule, it is cut off.
func (e *engine) failOrCut(f *Failure) {
	if f.Rule == report.RuleLivelock && e.mayWait(f.Rule) {
		e.loops.hitBound("threads go round in loops for ever, as they may, and not all schedules of that were tried", place{})
		e.fate.cutOff()
		return
	}
	e.fail(f)
}
