package refine

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// Divergence is a step of the code that the machine does not have.
type Divergence struct {
	Module, Label string
	Pos           string // file:line of the code; "" if the code has not done anything
	Why           string
	Code, Machine string   // the access of the code, and the step of the machine
	State         string   // state of the machine before the step: variables that differ from the initial state
	Enabled       []string // steps that the machine's threads can take in this state
}

func (d *Divergence) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the code does not refine %s", d.Module)
	if d.Label != "" {
		fmt.Fprintf(&b, " at %s", d.Label)
	}
	if d.Why != "" {
		fmt.Fprintf(&b, ": %s", d.Why)
	}
	fmt.Fprintf(&b, "\n  code:    %s\n  machine: %s\n  next:    %s\n  state:   %s",
		d.Code, d.Machine, strings.Join(d.Enabled, "; "), cmp.Or(d.State, "the initial state"))
	return b.String()
}

// diverges returns the divergence for an access, or for no access if a is nil.
func (f *Follower) diverges(a *model.Access, m int, why string) error {
	d := &Divergence{Module: f.b.Module, Why: why, State: f.w.State(), Enabled: f.w.Enabled(), Code: "nothing", Machine: "nothing"}
	if a != nil {
		d.Label, d.Pos = a.Label, engine.Where(a.Site).Pos
		d.Code = f.codeText(a)
	}
	if m >= 0 {
		s := f.w.Peek(m, 0)
		d.Machine = f.w.Threads()[m] + " at " + f.actions[s.Action].Name + ": " + f.stepText(s)
		if f.regions[m].on || s.Form == machine.Region {
			d.Machine += f.regionText(m)
		}
	}
	return d
}

// IsDivergence returns the divergence in an error, or nil.
func IsDivergence(err error) *Divergence {
	var d *Divergence
	if errors.As(err, &d) {
		return d
	}
	return nil
}
