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

// A Divergence is a step of the code that the machine does not have.
type Divergence struct {
	Module, Label string
	Pos           string // file:line of the code, "" if the code has done nothing
	Why           string
	Code, Machine string   // what each does
	State         string   // of the machine, before: what is not as in the beginning
	Enabled       []string // what its threads can do there
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
		d.Code, d.Machine, strings.Join(d.Enabled, "; "), cmp.Or(d.State, "as in the beginning"))
	return b.String()
}

// diverges returns the error for an access, nil if there is none.
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
