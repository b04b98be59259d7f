package specs

import (
	"fmt"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// modelRow is a configuration with its result.
type modelRow struct {
	manifest *tla.Manifest
	want     tla.Row
	found    modelFound
	wrong    []string   // differences from the expected result
	never    []tlc.Part // parts that TLC never took
	bound    string     // the bound that cut it short
	text     string     // a counterexample, or a difference
	state    console.State
	took     time.Duration
	cpu      time.Duration // processor time of TLC
}

// modelFound is the result of a configuration in JSON. The names of its fields stay stable.
type modelFound struct {
	Exit      *int           `json:"exit,omitempty"` // exit code of TLC
	Ending    string         `json:"ending,omitempty"`
	Message   string         `json:"message,omitempty"`
	Generated int            `json:"generated,omitempty"`
	States    int            `json:"states,omitempty"`
	Depth     int            `json:"depth,omitempty"`
	Trace     int            `json:"trace,omitempty"`
	Edges     int            `json:"edges,omitempty"`
	Digest    string         `json:"digest,omitempty"`
	Rate      int            `json:"states_per_second,omitempty"`
	Unreached []string       `json:"unreached,omitempty"`
	Reached   map[string]int `json:"reached,omitempty"` // states of the shortest trace to each situation
}

func (r *modelRow) miss(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

// expect notes a number that differs from the expected one.
func (r *modelRow) expect(what string, found, want int) {
	if found != want {
		r.miss("%s %s, want %s", console.Count(found), what, console.Count(want))
	}
}

// ended sets the state of the row at its end.
func (r *modelRow) ended(interrupted bool) {
	switch {
	case interrupted || r.bound != "":
		r.state = console.CutShort
	case len(r.wrong) > 0:
		r.state = console.Violation
	default:
		r.state = console.Held
	}
}

func (r *modelRow) verdict() string {
	switch {
	case r.state == console.Violation:
		return "NOT AS EXPECTED: " + strings.Join(r.wrong, "; ")
	case r.bound != "":
		return "bound hit: " + r.bound
	case r.state != console.Held:
		return strings.ReplaceAll(string(r.state), "_", " ")
	case r.want.Fails():
		return "fails, as it must"
	}
	if r.want.Graph != nil && r.found.Digest != "" {
		return "equal"
	}
	return "holds"
}
