package refine

import "slices"

// trail lets a Shadow return to the point where two executions part. It records the changes of each access, and
// undoes them. Solvers have the same data structure: see D. H. D. Warren, "An Abstract Prolog Instruction Set"
// (1983).
type trail struct {
	told   int // number of accesses in this execution
	undone []undo
	kept   []kept

	prepared     int // number of accesses before the last call of Watch, Lock or Ignore
	preparations int // number of calls of Watch, Lock and Ignore
	due          int // number of these calls that this execution repeats
	learning     bool
}

// undo records a change by an access.
type undo struct {
	at     int // number of the access
	what   undoKind
	object *object
	was    content
	index  int
	thread int
	inside *object
}

type undoKind uint8

const (
	undoContent undoKind = iota // of the object
	undoBind
	undoForget // from the index in bound
	undoInside // of the thread
	undoThread // the thread was seen for the first time
)

// kept are the states that the machine may be in after an access: those from first to end.
type kept struct{ at, first, end, marks int }

func (t *trail) begin(late map[string]Values) {
	*t = trail{undone: t.undone[:0], kept: t.kept[:0]}
	for _, v := range late {
		t.learning = t.learning || learns(v)
	}
}

func (t *trail) note(u undo) {
	u.at = t.told
	t.undone = append(t.undone, u)
}

// object records an object before it changes.
func (t *trail) object(o *object) { t.note(undo{what: undoContent, object: o, was: o.content}) }

// prepares counts a call of Watch, Lock or Ignore. It reports whether the execution before made the same call.
func (t *trail) prepares() (again bool) {
	if t.due > 0 {
		t.due--
		return true
	}
	t.preparations++
	t.prepared = t.told
	return false
}

// learns reports whether values depend on earlier comparisons of the execution. It reports true for unknown
// types. If it does, the order of comparisons and the addresses matter.
func learns(v Values) bool {
	switch v := v.(type) {
	case nil, Numbers, Signed, Flags, Func, Judge:
		return false
	case Unset:
		return learns(v.Values)
	}
	return true
}

// room returns the place for the states after an access.
func (s *Shadow) room() []state { return s.all[len(s.all):] }

// Repeat implements [model.Repeater].
func (s *Shadow) Repeat(accesses int) bool {
	t := &s.trail
	if len(s.bound) == 0 || t.learning || s.tour != nil || accesses <= t.prepared || accesses > t.told {
		return false
	}
	for n := len(t.undone); n > 0 && t.undone[n-1].at > accesses; n-- {
		s.undo(&t.undone[n-1])
		t.undone = t.undone[:n-1]
	}
	n := len(t.kept)
	for n > 0 && t.kept[n-1].at > accesses {
		n--
	}
	t.kept = t.kept[:n]
	last := kept{end: 1, marks: 1} // the initial state
	if n > 0 {
		last = t.kept[n-1]
	}
	s.all = s.all[:last.end]
	s.states = s.all[last.first:]
	s.w.Forget(last.marks)
	s.crossed.repeat(accesses)
	t.told, t.due = accesses, t.preparations
	s.now, s.tried, s.other = nil, tried{}, nil
	return true
}

func (s *Shadow) undo(u *undo) {
	switch o := u.object; u.what {
	case undoContent:
		o.content = u.was
	case undoBind:
		s.objects[o.number], s.places[o.word] = nil, nil
		s.bound = s.bound[:len(s.bound)-1]
	case undoForget:
		s.objects[o.number], s.places[o.word] = o, o
		s.bound = slices.Insert(s.bound, u.index, o)
	case undoInside:
		s.threads[u.thread].inside = u.inside
	case undoThread:
		s.threads[u.thread] = threadInfo{machine: -1}
	}
}

// keep records the states after an access.
func (t *trail) keep(first, end, marks int) {
	t.kept = append(t.kept, kept{t.told, first, end, marks})
}
