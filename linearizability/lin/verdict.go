package lin

import (
	"fmt"
	"strings"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// Part is what one way to run the scenarios has done.
type Part struct {
	Ending     sched.Ending
	Scenarios  int    // that were run to the end
	Of         int    // how many were to be run
	Executions int    // of all scenarios
	Says       string // the bound, or why it did not run
	Unpicked   string // which generated scenarios were not run, by shape
	Took       time.Duration
}

// Verdict is the result of a [Check]. A Part that did not run is zero, or its Ending is
// [sched.NotChecked]. Fuzz and Cores only sample, so they pass with the Ending [sched.BoundHit].
type Verdict struct {
	Condition Condition
	Every     Part     // every schedule of each scenario
	Fuzz      Part     // larger scenarios, and their schedules, chosen by a fuzzer with coverage
	Cores     Part     // real cores
	Progress  Part     // a thread stopped at each step, if a Progress was asked for
	Failure   *Failure // nil if no rule was broken
}

// Failure is what a Check found.
type Failure struct {
	Rule     string // such as "linearizable" or "no data race"
	Says     string // what is wrong, in one sentence
	Scenario string // the smallest one that was found
	Text     string // the whole report
}

// Error returns the rule and the sentence.
func (f *Failure) Error() string { return fmt.Sprintf("rule broken: %s\n%s", f.Rule, f.Says) }

// String returns a line for each part.
func (v Verdict) String() string {
	var b strings.Builder
	for _, p := range []struct {
		name, unit string
		Part
	}{{"every schedule", "executions", v.Every}, {"progress", "executions", v.Progress}, {"fuzzer", "executions", v.Fuzz}, {"real cores", "rounds", v.Cores}} {
		if p.Ending == "" {
			continue // it was not asked for
		}
		fmt.Fprintf(&b, "%-17s %s", p.name+":", p.Ending)
		if p.Executions > 0 {
			fmt.Fprintf(&b, ", %d of %d scenarios, %d %s, %v", p.Scenarios, p.Of, p.Executions, p.unit, p.Took.Round(time.Millisecond))
		}
		if p.Says != "" {
			fmt.Fprintf(&b, "; %s", p.Says)
		}
		if p.Unpicked != "" {
			fmt.Fprintf(&b, "; picked: %s", p.Unpicked)
		}
		b.WriteString("\n")
	}
	return b.String()
}
