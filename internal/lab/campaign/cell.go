package campaign

import (
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// Verdict is the result of a detector for a mutant.
type Verdict string

// The verdicts.
const (
	Killed   Verdict = "killed"
	Survived Verdict = "survived"
	// Unreached: the mutant survived, but its changed code never ran.
	Unreached Verdict = "unreached"
	// Inapplicable: the detector does not look at this code, so there is no cell.
	Inapplicable Verdict = ""
)

// A Cell is the result of one detector for one mutant. Its JSON form is a line of the dated
// results.
type Cell struct {
	Mutant string `json:"mutant"`
	Digest string `json:"digest"` // of the changed functions; see mutation.Mutant
	// Before is the digest of the functions as the detector saw them, if they have moved or changed
	// since then. A schedule of such a cell was replayed on the code as it is.
	Before   string   `json:"before,omitempty"`
	Detector Detector `json:"detector"`
	Verdict  Verdict  `json:"verdict"`
	Rule     string   `json:"rule,omitempty"` // the broken rule
	// Executions is the number until the failure, or in all: schedules, programs, rounds or
	// states. It is 0 if the detector does not count.
	Executions int     `json:"executions,omitempty"`
	Seconds    float64 `json:"seconds"`
	Budget     float64 `json:"budget,omitempty"`   // in seconds, for a detector that does not end by itself
	Programs   int     `json:"programs,omitempty"` // random programs of each test, if none fails
	Test       string  `json:"test,omitempty"`
	Token      string  `json:"token,omitempty"`
	Date       string  `json:"date"`
	Machine    string  `json:"machine"`

	longest time.Duration // longest silence of the tests
}

// Repeatable reports whether the cell has a schedule that shows the fault again. A schedule that
// hits the limit of steps does not: it only shows that the run is long.
func (c Cell) Repeatable() bool {
	return c.Verdict == Killed && c.Token != "" && c.Rule != report.RuleSteps
}

// refused reports whether the test that follows the specification noticed the mutant, by whatever
// rule. That test also fails if an action was never followed.
func (c Cell) refused() bool {
	return c.Rule == report.RuleObserver || strings.Contains(c.Rule, refines) || strings.HasPrefix(c.Test, refines)
}

// same reports whether another run of d would give this cell. A cell of functions that have moved
// or changed must be filled again.
func (c Cell) same(d Cell) bool {
	return c.Before == "" && c.Mutant == d.Mutant && c.Digest == d.Digest && c.Detector == d.Detector && (c.Verdict == Killed || c.lasts(d))
}

// lasts reports whether the cell had at least the budget and the programs of another one.
func (c Cell) lasts(d Cell) bool { return c.Budget >= d.Budget && c.Programs >= d.Programs }

// Find returns the newest existing cell that can stand in for one that is to be filled.
func Find(cells []Cell, of Cell) (Cell, bool) {
	for i := len(cells) - 1; i >= 0; i-- {
		if cells[i].same(of) {
			return cells[i], true
		}
	}
	return Cell{}, false
}
