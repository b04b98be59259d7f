package refine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// tried is the best attempt to explain an access. It is reported if all attempts fail.
type tried struct {
	any    bool // there was an attempt
	mark   int
	thread int
	why    string
	rank   int // the attempt with the highest rank is reported

	// Set if an object does not agree:
	other       *object
	would, code uint64
	passed      string // actions without an access before it, for a private word
}

// looks keeps the states that agree with the values of the code.
func (s *Shadow) looks(a *model.Access) error {
	next := s.room()
	o := s.object(a.Object)
	for _, c := range s.states {
		s.w.Return(c.mark)
		if s.stillAgrees(o, -1) {
			next = append(next, c)
		} else {
			s.tries(c.mark, s.threads[a.Thread].machine, 2, "")
		}
	}
	return s.keep(next, noAction)
}

// steps keeps the states to which an access leads.
func (s *Shadow) steps(t *threadInfo, o *object, a *model.Access, rules []*rule) error {
	if len(rules) == 0 {
		return s.looks(a)
	}
	next := s.room()
	first := noAction
	for _, r := range rules {
		for _, c := range s.states {
			// A parker may not be bound yet when an access to it leaves the machine where it is.
			if (o != nil || a.Kind == model.LockStep) && r.looks(a) {
				s.w.Return(c.mark)
				if s.stillAgrees(o, -1) {
					next = s.add(next, c)
				}
			}
			if r.passes(a) {
				continue
			}
			s.ways(c, t.machine, r.do, func(before int, step machine.Step, to state) {
				if why := s.compare(r, a, step, before); why != "" {
					s.tries(before, t.machine, 1, why)
					return
				}
				agrees := s.agrees
				if before == c.mark && step.Form == machine.Single && !s.trail.learning {
					agrees = func() bool { return s.stillAgrees(o, step.Word) }
				}
				if !agrees() || !s.ownAgrees(t.machine, r) {
					s.tries(before, t.machine, 2, "")
					return
				}
				if r.used++; first == noAction {
					first = step.Action
				}
				to.mark = s.w.Mark()
				next = s.add(next, s.tour.on(s.tour.step(a, before, step, c, to)))
			})
		}
	}
	if o == nil && s.object(a.Object) != nil { // it was bound on the way, after other states were kept
		next = slices.DeleteFunc(next, func(c state) bool { s.w.Return(c.mark); return !s.agrees() })
	}
	return s.keep(next, first)
}

// add appends a state unless an equal one is there already.
func (s *Shadow) add(all []state, c state) []state {
	for i := range all {
		if all[i].open == c.open && all[i].at == c.at && s.w.Alike(all[i].mark, c.mark) {
			return all
		}
	}
	return append(all, c)
}

// noAction stands for no action.
const noAction = -1

// keep makes next the current states, after a step by an action.
func (s *Shadow) keep(next []state, action int) error {
	if len(next) == 0 {
		return s.diverges(&s.threads[s.now.Thread], s.tried.text(s.w))
	}
	if action != noAction {
		s.Steps++
		s.taken[action]++
	}
	n := len(s.all)
	s.all = append(s.all, next...) // next is in place already, unless there was no room
	s.states = s.all[n:]
	s.trail.keep(n, len(s.all), s.w.Marks())
	s.tour.seen(next)
	s.Most = max(s.Most, len(next))
	return nil
}

// ways calls do for each step that a thread can take from a state by one of the actions. The thread may make
// choices without accesses before. A state that follows a plan takes only the next step of the plan.
func (s *Shadow) ways(c state, m int, actions []int, do func(before int, step machine.Step, to state)) {
	if choice, planned := s.tour.next(c, m); planned {
		s.w.Return(c.mark)
		if at, _ := s.w.At(m); choice >= 0 && slices.Contains(actions, at) {
			to := c
			to.at++
			do(c.mark, s.w.Do(m, choice), to)
		}
		return
	}
	s.reach(c.mark, m, actions, 0, func(before int) {
		for choice := range s.w.Choices(m) {
			s.w.Return(before)
			do(before, s.w.Do(m, choice), c)
		}
	})
}

// reach calls do for each state that a thread reaches by choices without accesses, and in which it is about to
// take one of the actions.
func (s *Shadow) reach(mark, m int, actions []int, depth int, do func(mark int)) {
	s.w.Return(mark)
	at, _ := s.w.At(m)
	if slices.Contains(actions, at) {
		if do(mark); s.silent[m][at] == "" {
			return
		}
	} else if depth == 0 {
		s.tries(mark, m, 0, "the machine is not there")
	}
	if depth == 8 || s.unshared[m][at] {
		return
	}
	s.w.Return(mark) // do may have moved the walker
	for choice := range s.w.Choices(m) {
		s.w.Return(mark)
		form := s.w.Do(m, choice).Form
		if key := s.silent[m][at]; key != "" && form != machine.Silent && form != machine.Disabled {
			s.Used["silent "+key]++
			form = machine.Silent
		}
		if form == machine.Silent {
			s.way = append(s.way, at)
			s.reach(s.w.Mark(), m, actions, depth+1, do)
			s.way = s.way[:len(s.way)-1]
		}
	}
}

// compare returns the difference between an access and a step that the machine has taken, or "".
func (s *Shadow) compare(r *rule, a *model.Access, step machine.Step, before int) string {
	switch step.Form {
	case machine.Disabled:
		return "the machine cannot go on"
	case machine.Silent:
		if r.Form == Unshared {
			return ""
		}
		return "the machine does not access anything"
	case machine.Region:
		if r.Form == Same {
			return "the machine has a region"
		}
		if r.Writes != "" {
			return s.compareWritten(r, a, before)
		}
		return ""
	}
	if r.Form == Same {
		kind := a.Kind
		if kind == model.LockStep && a.Wrote == 1 {
			kind = model.Store
		} else if kind == model.LockStep && step.Kind == model.ReadWrite {
			kind = model.ReadWrite
		}
		if kind != step.Kind {
			return "another kind of access"
		}
	}
	s.renew(r, step.Word)
	o := s.bind(step.Word, a)
	if o == nil || o.word != step.Word {
		return "another object"
	}
	if o.parker {
		return ""
	}
	if (a.Kind == model.ReadWrite || a.Kind == model.Load || a.Kind == model.CASFailed) && !o.values.Same(step.Word, step.Read, a.Read) {
		return "another value read"
	}
	if n, is := o.values.(*Renamed); is && writes(a) {
		n.Name(step.Wrote, a.Wrote)
	}
	if (a.Kind == model.Store || a.Kind == model.ReadWrite || a.Kind == model.PlainWrite) && !o.values.Same(step.Word, step.Wrote, a.Wrote) {
		return "another value written"
	}
	return ""
}

// compareWritten is compare for a region in which the code writes one word.
func (s *Shadow) compareWritten(r *rule, a *model.Access, before int) string {
	after := s.w.Mark()
	for _, v := range s.w.Words() {
		for word := v.First; v.Name == r.Writes && word < v.First+v.Words; word++ {
			is := s.w.Word(word)
			s.w.Return(before)
			was := s.w.Word(word)
			s.w.Return(after)
			if is == was {
				continue
			}
			s.renew(r, word)
			o := s.bind(word, a)
			if o == nil || o.word != word {
				return "another object"
			}
			if !o.values.Same(word, is, a.Wrote) {
				return "another value written"
			}
			return ""
		}
	}
	return "the machine writes nothing there"
}
