package refine

import (
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// said has the known values of the code in a step of the plan. A state that follows the plan has the last step,
// and each step links to the one before.
type said struct {
	before int // index in Tour.said; 0 is the beginning, without values
	at     int // position in the plan
	values
	later []int // words whose values are seen when the region ends
}

// Trace records the first n executions that follow their plan, for TLC. The argument module is the text of the
// module.
func (t *Tour) Trace(module string, n int) { t.to, t.keep = newScribe(t.s.w, module), n }

// traces reports whether more traces must be recorded.
func (t *Tour) traces() bool { return t != nil && len(t.Traces) < t.keep }

// step records the values that the code read and wrote in a step between two states. The access is the step's
// access, or nil if the step is a region of several accesses.
func (t *Tour) step(a *model.Access, before int, step machine.Step, from, to state) state {
	if !t.traces() || from.at < 0 || to.at == from.at {
		return to
	}
	s := t.s
	one := said{before: from.said, at: from.at}
	if a != nil && step.Form == machine.Single && a.Kind == step.Kind && (a.Size > 0 || a.Kind < model.PlainRead) {
		if o := s.places[step.Word]; o != nil && !o.only && !o.parker {
			if found(a.Kind) {
				one.read = t.to.stands(o.values, step.Word, step.Read, a.Read)
			}
			if leaves(a.Kind) {
				one.wrote = t.to.stands(o.values, step.Word, step.Wrote, a.Wrote)
			}
		}
	}
	for _, o := range s.bound {
		if step.Form == machine.Single && o.word == step.Word && one.wrote != "" || !s.changes(o.word, before, to.mark) {
			continue
		}
		if o.hidden() {
			one.later = append(one.later, o.word)
		} else {
			t.leaves(&one, o)
		}
	}
	t.said = append(t.said, one)
	to.said = len(t.said) - 1
	return to
}

// over records the values that a thread left in a region that has ended.
func (t *Tour) over(c state, m int) state {
	if !t.traces() || c.open[m].said == 0 {
		return c
	}
	region := c.open[m].said
	one := said{before: c.said, at: t.said[region].at}
	t.s.w.Return(c.mark)
	for _, word := range t.said[region].later {
		if o := t.s.places[word]; o != nil && !o.hidden() {
			t.leaves(&one, o)
		}
	}
	t.said = append(t.said, one)
	c.said = len(t.said) - 1
	return c
}

// leaves adds the value that the code left in an object, at the walker's current state.
func (t *Tour) leaves(one *said, o *object) {
	if o.known && !o.parker {
		one.left = append(one.left, left{o.word, t.to.stands(o.values, o.word, t.s.w.Word(o.word), o.value)})
	}
}

// changes reports whether a word differs between two states. It leaves the walker in the second state.
func (s *Shadow) changes(word, before, after int) bool {
	s.w.Return(before)
	was := s.w.Word(word)
	s.w.Return(after)
	return s.w.Word(word) != was
}

// trace returns the steps of the plan, with the values of the code that state c has recorded.
func (t *Tour) trace(c state) (all Trace) {
	known := make([]values, len(t.plan))
	for i := c.said; i != 0; i = t.said[i].before {
		one := &t.said[i]
		k := &known[one.at]
		k.left = append(k.left, one.left...)
		if one.read != "" || one.wrote != "" {
			k.read, k.wrote = one.read, one.wrote
		}
	}
	t.s.w.Begin()
	for i, e := range t.plan {
		edge := &t.g.Edges[e]
		step := t.s.w.Do(edge.Thread, edge.Choice)
		all = append(all, t.to.write(edge.Thread, step, known[i]))
		if k := &known[i]; len(k.left) > 0 || k.read != "" || k.wrote != "" {
			t.Seen++
		}
	}
	return all
}
