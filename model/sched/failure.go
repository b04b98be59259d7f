package sched

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched/strategy"
)

// The rules that an execution can break.
const (
	RulePanic      = "does not panic"
	RuleAssertion  = "assertion"
	RuleDeadlock   = "no deadlock"
	RuleLeak       = "no goroutine waits for ever"
	RuleLivelock   = "no livelock"
	RuleSteps      = "ends within the step limit"
	RuleRace       = "no data race"
	RuleHistory    = "linearizable"
	RuleObserver   = "each step is what the observer expects"
	RuleStray      = "starts goroutines only where the scheduler sees it"
	RuleBlocked    = "blocks only where the scheduler sees it"
	RuleRepeatable = "the same schedule gives the same execution"
)

// Failure is an execution that broke a rule.
type Failure struct {
	Rule    string         // one of the Rule constants
	Detail  string         // what was seen
	History *model.History // in history mode

	Trace       []Step // what happened, step by step
	Preemptions int    // in it
	thread      int
	decisions   []strategy.Decision
}

// Token returns what repeats the failure.
func (f *Failure) Token() Token { return Token{decisions: f.decisions} }

func (f *Failure) Error() string { return fmt.Sprintf("rule broken: %s\n%s", f.Rule, f.Detail) }

// stuck describes threads that are left and wait.
func (e *engine) stuck() *Failure {
	f := &Failure{Rule: RuleDeadlock}
	if !e.state.Live.Has(0) {
		f.Rule = RuleLeak
	}
	var b strings.Builder
	for rest := e.state.Live; rest != 0; rest &= rest - 1 {
		t := rest.First()
		op := e.state.Pending[t]
		fmt.Fprintf(&b, "thread %d waits: %v", t, op.Kind)
		if op.Object >= 0 {
			fmt.Fprintf(&b, " of object %d", op.Object)
		}
		b.WriteString("\n")
	}
	f.Detail = b.String()
	return f
}

// spinning describes threads that go round in loops for ever.
func (e *engine) spinning(threads strategy.Set) *Failure {
	f := &Failure{Rule: RuleLivelock}
	for ; threads != 0; threads &= threads - 1 {
		f.Detail += fmt.Sprintf("thread %d goes round in a loop, and nothing changes\n", threads.First())
	}
	return f
}
