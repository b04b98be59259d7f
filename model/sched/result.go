package sched

import (
	"fmt"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
)

// Ending says how a search ended.
type Ending string

// The endings of a search. Only Exhausted is a proof, and only for the program that ran.
const (
	Exhausted = Ending(report.Exhausted) // "exhausted": no schedule breaks a rule
	BoundHit  = Ending(report.BoundHit)  // "bound hit": none of the tried schedules breaks a rule
	Failed    = Ending(report.Failed)    // "failed": a schedule breaks a rule
	// NotChecked is "not checked": the scheduler cannot control the program. The rules of such a
	// failure are RuleStray, RuleBlocked, RuleRepeatable, RuleState, RuleOrder
	// and RuleUnseen.
	NotChecked = Ending(report.NotChecked)
)

// Result is the result of a search.
type Result struct {
	Ending     Ending
	History    bool           // calls and returns were visible, and histories were judged
	NoRaces    bool           // the race detector was off
	Executions int            // complete ones
	Abandoned  int            // executions cut off, because they would have shown nothing new
	Steps      int            // of all executions
	Deepest    int            // most steps of one execution
	Share      float64        // estimated share of all schedules that was covered, 0 if unknown
	Bound      string         // the bound that was hit, unless it is the time or the number of executions
	Waits      []string       // where loops wait for a change; rounds without a change were not tried
	Classes    int            // equivalence classes of executions, if [Options].Saturation is set
	More       []Result       // searches that Explore did after the first had hit its bound
	Took       time.Duration  // wall time
	Labels     map[string]int // steps with each label, while there was more than one thread
	Failure    *Failure       // nil unless Ending is Failed or NotChecked
}

// resultOf turns the engine's result into one for users.
func resultOf(r engine.Result) Result {
	out := Result{
		Ending: Ending(r.Ending), History: r.History, NoRaces: r.NoRaces, Executions: r.Executions, Abandoned: r.Abandoned,
		Steps: r.Steps, Deepest: r.Deepest, Share: r.Share, Bound: r.Bound, Waits: r.Waits, Classes: r.Classes,
		Took: r.Took, Labels: r.Labels, Failure: failureOf(r),
	}
	for _, m := range r.More {
		out.More = append(out.More, resultOf(m))
	}
	return out
}

// percent returns a share in percent, with two digits if it is small.
func percent(share float64) string {
	if share >= 0.1 {
		return fmt.Sprintf("%.0f", 100*share)
	}
	return fmt.Sprintf("%.2g", 100*share)
}

// String returns one line with the ending and the bound of the search.
func (r Result) String() string {
	text := fmt.Sprintf("%s: %d executions", r.Ending, r.Executions)
	if r.Ending == BoundHit && r.Share > 0 {
		text += fmt.Sprintf(", about %s %% of all", percent(r.Share))
	}
	if r.Bound != "" {
		text += ", " + r.Bound
	}
	for _, m := range r.More {
		if m.Classes > 0 {
			text += fmt.Sprintf("; then %d random executions, in %d classes", m.Executions, m.Classes)
		} else {
			text += fmt.Sprintf("; then %d executions with at most %d preemptions", m.Executions, engine.FewPreemptions)
		}
	}
	mode := "no history"
	if r.History {
		mode = "each history judged"
	}
	if r.NoRaces {
		mode += ", races not looked for"
	}
	return fmt.Sprintf("%s, at most %d steps, %s, in %v", text, r.Deepest, mode, r.Took.Round(time.Microsecond))
}
