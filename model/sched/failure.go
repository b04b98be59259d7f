package sched

import (
	"fmt"
	"io"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

// The rules that an execution can break.
const (
	RulePanic      = report.RulePanic      // "does not panic"
	RuleAssertion  = report.RuleAssertion  // "assertion": the program called S.Errorf
	RuleDeadlock   = report.RuleDeadlock   // "no deadlock"
	RuleLeak       = report.RuleLeak       // "no goroutine waits for ever": main has ended, and others are blocked
	RuleLivelock   = report.RuleLivelock   // "no livelock": threads go round in loops, and nothing changes
	RuleSteps      = report.RuleSteps      // "ends within the step limit": see Options.Steps
	RuleRace       = report.RuleRace       // "no data race"
	RuleHistory    = report.RuleHistory    // "linearizable": Options.Judge rejected a history
	RuleObserver   = report.RuleObserver   // "each step is what the observer expects"
	RuleStray      = report.RuleStray      // "starts goroutines only where the scheduler sees it"
	RuleBlocked    = report.RuleBlocked    // "blocks only where the scheduler sees it"
	RuleRepeatable = report.RuleRepeatable // "the same schedule gives the same execution"
	RuleState      = report.RuleState      // "each execution begins in the same state"
	RuleOrder      = report.RuleOrder      // "its order does not depend on locks of std": see the flag -race of check
	RuleUnseen     = report.RuleUnseen     // "synchronizes where the scheduler sees it"
)

// Failure is an execution that broke a rule.
type Failure struct {
	Rule        string         // one of the Rule constants
	Detail      string         // what was seen
	History     *model.History // of all operations, if Options.Judge is set
	Trace       []Step         // the steps
	Preemptions int            // in the trace

	text string // the result of String
}

// failureOf returns the failure of an engine's result, or nil.
func failureOf(r engine.Result) *Failure {
	f := r.Failure
	if f == nil {
		return nil
	}
	out := &Failure{Rule: f.Rule, Detail: f.Detail, History: f.History, Preemptions: f.Preemptions, text: r.Report(report.Token{}).Text}
	for _, s := range f.Trace {
		out.Trace = append(out.Trace, Step(s))
	}
	return out
}

// Error returns the broken rule and what was seen.
func (f *Failure) Error() string { return fmt.Sprintf("rule broken: %s\n%s", f.Rule, f.Detail) }

// String returns the whole failure for people: the rule, what was seen, the schedule as a table,
// and the history.
func (f *Failure) String() string { return f.text }

// WriteTable writes the schedule, one step a line: the thread, the step, its label if it has one,
// and the line of the source. A ">" marks the steps that break the rule. Steps within an operation
// are indented. Equal rounds of a loop are left out.
func (f *Failure) WriteTable(w io.Writer) error {
	steps := make([]report.Step, len(f.Trace))
	for i, s := range f.Trace {
		steps[i] = report.Step(s)
	}
	return report.WriteTable(w, steps)
}
