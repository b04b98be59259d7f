package sched

import (
	"fmt"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
)

// Ending says how a search ended.
type Ending string

// The endings. Only Exhausted is a proof, and only for the program that ran.
const (
	Exhausted = Ending(report.Exhausted) // "exhausted": all schedules hold
	BoundHit  = Ending(report.BoundHit)  // "bound hit": those that were tried hold
	Failed    = Ending(report.Failed)    // "failed": one breaks a rule
)

// Result is what a search has come to.
type Result struct {
	Ending     Ending
	History    bool           // calls and returns were visible, and histories judged
	NoRaces    bool           // data races were not looked for
	Executions int            // complete ones
	Abandoned  int            // executions cut off, since they would have shown nothing new
	Steps      int            // of all executions
	Deepest    int            // most steps of one execution
	Share      float64        // an estimate of how much has been covered, 0 if there is none
	Bound      string         // what was hit, if that is neither time nor a number of executions
	Waits      []string       // where a loop waits for a change; rounds without one were not tried
	Classes    int            // of executions, if [Options].Saturation asked for them
	More       []Result       // the searches that Explore made after the first had hit its bound
	Took       time.Duration  // of wall time
	Labels     map[string]int // steps with each label, while there was more than one thread
	Failure    *Failure       // nil unless Ending is Failed
}

// resultOf returns a result of the engine.
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

// percent is a share, with two digits where it is small.
func percent(share float64) string {
	if share >= 0.1 {
		return fmt.Sprintf("%.0f", 100*share)
	}
	return fmt.Sprintf("%.2g", 100*share)
}

// String says in one line how the search ended, and with what bound.
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
			text += fmt.Sprintf("; then %d random ones, in %d classes", m.Executions, m.Classes)
		} else {
			text += fmt.Sprintf("; then %d with at most %d preemptions", m.Executions, engine.FewPreemptions)
		}
	}
	mode := "every step"
	if r.History {
		mode = "every history"
	}
	if r.NoRaces {
		mode += ", races not looked for"
	}
	return fmt.Sprintf("%s, at most %d steps, %s, in %v", text, r.Deepest, mode, r.Took.Round(time.Microsecond))
}
