package refine

import (
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// said is what is known of the code's values in a step of the plan: a state that follows the
// plan has the last of them, and each has the one before.
type said struct {
	before int // in Tour.said; 0 is the first, of which nothing is known
	at     int // in the plan
	values
	later []int // words that are seen when the region ends
}

// Trace keeps the first n executions that follow their plan, for TLC to judge them, given
// the text of the module.
func (t *Tour) Trace(module string, n int) { t.to, t.keep = newScribe(t.s.w, module), n }

// traces reports whether traces are still to be kept.
func (t *Tour) traces() bool { return t != nil && len(t.Traces) < t.keep }

// step notes what the code has found and left in a step that leads from one state to another.
// The access is that of the step, nil if it is a region of several.
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

// over notes what a thread has left in a region that has ended.
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

// leaves adds what the code has left in an object, where the machine is.
func (t *Tour) leaves(one *said, o *object) {
	if o.known && !o.parker {
		one.left = append(one.left, left{o.word, t.to.stands(o.values, o.word, t.s.w.Word(o.word), o.value)})
	}
}

// changes reports whether a word has another value in one state than in the other, and
// leaves the machine in the latter.
func (s *Shadow) changes(word, before, after int) bool {
	s.w.Return(before)
	was := s.w.Word(word)
	s.w.Return(after)
	return s.w.Word(word) != was
}

// trace returns the steps of the plan, as the code has taken them that came to a state.
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
