package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// Result is the result of a search.
type Result struct {
	Ending         report.Ending
	History        bool // in history mode: calls and returns were visible, and histories were judged
	NoRaces        bool // the race detector was off
	Executions     int  // complete ones
	Abandoned      int  // cut off, because they would have shown nothing new
	Steps          int  // of all executions
	Deepest        int  // most steps of one execution
	Long           int  // executions that had more steps than the limit
	Threads        int  // most threads of one execution that the search has scheduled
	Share          float64
	Bound          string   // the bound that was hit, unless it is the time or the number of executions
	Waits          []string // loops that the search assumes only read until they see a change
	Left           []string // of these, loops that were left after [report.FewRounds], since their operations may wait for ever
	Classes        int      // equivalence classes of executions, if Saturation is set
	More           []Result // searches done after this one had hit its bound
	Took           time.Duration
	Labels         map[string]int // steps with each label, while more than one thread was there
	Taken, Untaken []string       // cases of selects that were taken, and those that never were
	Given          []string       // calls that gave memory to code that was not rewritten
	Failure        *Failure
	Timers         bool   // the program has met a timer, whose firing Options.Ahead could change
	Differs        string // how a repeated execution differs from the recorded one

	loops string // what was found out about loops
}

// classify turns a failure that is a limit of the tool into NotChecked.
func (r *Result) classify() {
	if r.Ending == report.Failed && r.Failure != nil && report.IsLimit(r.Failure.Rule) {
		r.Ending = report.NotChecked
	}
}
