package refine

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/model/sched"
)

// tries notes an attempt to explain the access: the furthest is what people are told of.
func (s *Shadow) tries(mark any, thread, rank int, why string) {
	if s.tried.mark == nil || rank > s.tried.rank {
		s.tried = tried{mark, thread, why, rank}
	}
}

// diverges returns the error for what the code has just done.
func (s *Shadow) diverges(t *threadInfo, why string) error {
	d := &Divergence{Module: s.p.Module, Why: why, Code: "nothing", Machine: "nothing"}
	if a := s.now; a != nil {
		at := sched.Where(a.Site)
		d.Label, d.Pos = a.Label, at.Pos
		object := at.Expr
		if o := s.object(a.Object); o != nil && o.word >= 0 {
			object += ", which is " + s.w.WordName(o.word) + ","
		}
		d.Code = accessText(a, object, at.Pos)
	}
	mark := s.tried.mark
	if mark == nil {
		mark = s.states[0].mark
	}
	s.w.Return(mark)
	d.State, d.Enabled = s.w.State(), s.w.Enabled()
	switch {
	case t.machine < 0:
		d.Machine = "it has no such thread"
	default:
		at, _ := s.w.At(t.machine)
		name := s.w.Actions()[at].Name
		d.Machine = s.w.Threads()[t.machine] + " at " + name
		if step := s.w.Peek(t.machine, 0); step.Word >= 0 {
			d.Machine += ": " + stepText(s.w, step)
		}
	}
	if n := len(s.states); n > 1 {
		d.Machine += fmt.Sprintf(", or another of %d states", n)
	}
	d.Why = strings.TrimSuffix(d.Why, "; ")
	return d
}
