package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// Result of a search.
type Result struct {
	Ending     report.Ending
	History    bool // mode: whether calls and returns were visible, and histories judged
	NoRaces    bool // data races were not looked for
	Executions int  // complete ones
	Abandoned  int  // cut off, since they would have shown nothing new
	Steps      int  // of all
	Deepest    int  // most steps of one
	Share      float64
	Bound      string   // what was hit, if that is neither time nor a number of executions
	Waits      []string // loops that are taken to do nothing but look, until they see a change
	Classes    int      // of executions, if Saturation asked for them
	More       []Result // what was done after the search had hit its bound
	Took       time.Duration
	Labels     map[string]int // steps with each label, while more than one thread was there
	Failure    *Failure

	loops string // what was found out about loops
}
