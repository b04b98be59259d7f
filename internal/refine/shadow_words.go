package refine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/machine"
)

// tries records an attempt to explain the access. The attempt that comes furthest is reported.
func (s *Shadow) tries(mark, thread, rank int, why string) {
	if !s.tried.any || rank > s.tried.rank {
		s.tried = tried{any: true, mark: mark, thread: thread, why: why, rank: rank}
		if o := s.other; o != nil {
			s.tried.other, s.tried.would, s.tried.code, s.tried.passed = o, s.would, o.value, s.passed()
		}
	}
	s.other = nil
}

// text says why the attempt failed.
func (t *tried) text(w machine.Walker) string {
	if t.other == nil {
		return t.why
	}
	if t.other.private {
		name := w.WordName(t.other.word)
		after := ""
		if t.passed != "" {
			after = "after " + t.passed + ", "
		}
		return fmt.Sprintf("%sthe machine would have %s = %s, and the code has %s", after, name, w.WordText(t.other.word, t.would), w.WordText(t.other.word, t.code))
	}
	return fmt.Sprintf("the machine would have %s = %s, and the code has %#x", w.WordName(t.other.word), w.WordText(t.other.word, t.would), t.code)
}

// diverges returns the divergence for the last access of the code.
func (s *Shadow) diverges(t *threadInfo, why string) error {
	d := &Divergence{Module: s.p.Module, Why: why, Code: "nothing", Machine: "nothing"}
	if a := s.now; a != nil {
		at := engine.Where(a.Site)
		d.Label, d.Pos = s.labelOf(t, a), at.Pos
		object := at.Expr
		if o := s.object(a.Object); o != nil && o.word >= 0 {
			object += ", which is " + s.w.WordName(o.word) + ","
		}
		d.Code = accessText(a, object, at.Pos)
	}
	mark := s.states[0].mark
	if s.tried.any {
		mark = s.tried.mark
	}
	s.w.Return(mark)
	d.State, d.Enabled = s.w.State(), s.w.Enabled()
	switch {
	case t.machine < 0:
		d.Machine = "it has no such thread"
	default:
		at, _ := s.w.At(t.machine)
		d.Machine = s.w.Threads()[t.machine] + " at " + s.names[at]
		if step := s.w.Peek(t.machine, 0); step.Word >= 0 {
			d.Machine += ": " + stepText(s.w, step)
		}
	}
	if n := len(s.states); n > 1 {
		d.Machine += fmt.Sprintf(", or another of %d states", n)
	}
	return d
}
