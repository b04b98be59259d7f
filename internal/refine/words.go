package refine

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// The texts of a divergence, for both sides.

func (f *Follower) codeText(a *model.Access) string {
	at := engine.Where(a.Site)
	object := at.Expr
	if w := *f.object(a.Object); w >= 0 {
		object += ", which is " + f.w.WordName(int(w)) + ","
	}
	return accessText(a, object, at.Pos)
}

// accessText describes an access of the code.
func accessText(a *model.Access, object, pos string) string {
	text := fmt.Sprintf("%s of %s", a.Kind, object)
	sized := a.Size > 0 || a.Kind < model.PlainRead
	switch {
	case !sized || a.Kind == model.LockStep:
	case a.Kind == model.Load || a.Kind == model.CASFailed || a.Kind == model.PlainRead:
		text += fmt.Sprintf(" found %#x", a.Read)
	case a.Kind == model.ReadWrite:
		text += fmt.Sprintf(" from %#x to %#x", a.Read, a.Wrote)
	default:
		text += fmt.Sprintf(" wrote %#x", a.Wrote)
	}
	return fmt.Sprintf("%s at %s", text, pos)
}

func (f *Follower) stepText(s machine.Step) string { return stepText(f.w, s) }

// stepText describes a step of the machine.
func stepText(w machine.Walker, s machine.Step) string {
	switch s.Form {
	case machine.Disabled:
		return "it cannot go on"
	case machine.Silent:
		return "it accesses nothing"
	case machine.Region:
		return "a region"
	}
	name := w.WordName(s.Word)
	text := fmt.Sprintf("%s of %s", s.Kind, name)
	switch s.Kind {
	case model.Load, model.CASFailed, model.PlainRead:
		text += " finds " + w.WordText(s.Word, s.Read)
	case model.ReadWrite:
		text += fmt.Sprintf(" from %s to %s", w.WordText(s.Word, s.Read), w.WordText(s.Word, s.Wrote))
	case model.Store, model.PlainWrite:
		text += " writes " + w.WordText(s.Word, s.Wrote)
	}
	return text
}

// regionText lists the accesses of a region.
func (f *Follower) regionText(m int) string {
	r := &f.regions[m]
	parts := r.parts
	if !r.on {
		parts = f.w.Region(m, nil)
	}
	var all []string
	for i, p := range parts {
		if p.Form == machine.Anew {
			continue
		}
		text := fmt.Sprintf("%s of %s", p.Kind, f.w.WordName(int(p.Object)))
		if r.on && r.done[i] {
			text += " (done)"
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return " without accesses"
	}
	return " of " + strings.Join(all, ", ")
}
