package campaign

import (
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// Verdict is what became of a mutant.
type Verdict string

// The verdicts.
const (
	Killed   Verdict = "killed"
	Survived Verdict = "survived"
	// Unreached: it survived, and its changed code never ran.
	Unreached Verdict = "unreached"
	// Inapplicable: the detector does not look at such code. It makes no cell.
	Inapplicable Verdict = ""
)

// A Cell is what one detector has found of one mutant. Its form as JSON is a line of
// the dated results.
type Cell struct {
	Mutant string `json:"mutant"`
	Digest string `json:"digest"` // of the changed functions, see mutation.Mutant
	// Before is the digest of the functions in which this was found, if they have only been
	// moved since, with other names and receivers.
	Before   string   `json:"before,omitempty"`
	Detector Detector `json:"detector"`
	Verdict  Verdict  `json:"verdict"`
	Rule     string   `json:"rule,omitempty"` // that was broken
	// Executions until the failure, or in all: schedules, programs, rounds or states;
	// 0 where nobody counts.
	Executions int     `json:"executions,omitempty"`
	Seconds    float64 `json:"seconds"`
	Budget     float64 `json:"budget,omitempty"`   // seconds, of those that would go on for ever
	Programs   int     `json:"programs,omitempty"` // random ones of each test, if none had failed
	Test       string  `json:"test,omitempty"`
	Token      string  `json:"token,omitempty"`
	Date       string  `json:"date"`
	Machine    string  `json:"machine"`
}

// Repeatable reports whether the cell has a schedule that shows the fault again. One that
// goes on until a limit of steps shows only that it is long.
func (c Cell) Repeatable() bool {
	return c.Verdict == Killed && c.Token != "" && c.Rule != report.RuleSteps
}

// refused reports whether the cell is of what holds each step against the specification, by
// whatever that has noticed: its test fails as well where an action was never followed.
func (c Cell) refused() bool {
	return c.Rule == report.RuleObserver || strings.Contains(c.Rule, refines) || strings.HasPrefix(c.Test, refines)
}

// same reports whether a cell is what another run of the same would fill. A cell of functions
// that have moved since is to be filled again.
func (c Cell) same(d Cell) bool {
	return c.Before == "" && c.Mutant == d.Mutant && c.Digest == d.Digest && c.Detector == d.Detector && (c.Verdict == Killed || c.lasts(d))
}

// lasts reports whether a cell was put to as much as another.
func (c Cell) lasts(d Cell) bool { return c.Budget >= d.Budget && c.Programs >= d.Programs }

// Find returns the cell that is there already in place of one that is to be filled.
func Find(cells []Cell, of Cell) (Cell, bool) {
	for i := len(cells) - 1; i >= 0; i-- {
		if cells[i].same(of) {
			return cells[i], true
		}
	}
	return Cell{}, false
}
