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
	sites       []uint32 // of the accesses that race
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
	var waits []string
	for rest := e.state.Live; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		what := "waits for ever: " + e.state.Pending[t.id].Kind.String()
		if e.state.Pending[t.id].Kind == strategy.Join {
			what = "waits for the others to end"
		}
		if site := Where(t.site); site.Pos != "" {
			what += fmt.Sprintf(" of %s at %s, in %s", site.Expr, site.Pos, site.Func)
		}
		waits = append(waits, t.title()+" "+what)
		e.trace.last(e, t, what)
	}
	f.Detail = strings.Join(waits, "\n")
	if f.Rule == RuleLeak {
		f.Detail += "\nmain has ended"
	}
	return f
}

// spinning describes threads that go round in loops for ever.
func (e *engine) spinning(threads strategy.Set) *Failure {
	f := &Failure{Rule: RuleLivelock}
	for ; threads != 0; threads &= threads - 1 {
		f.Detail += fmt.Sprintf("%s goes round in a loop, and nothing changes\n", e.threads[threads.First()].title())
	}
	return f
}
