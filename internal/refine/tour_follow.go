package refine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/machine"
)

// These methods make the states of a Shadow follow the plan of a tour. A nil tour acts like an empty plan.

// begin adds a state that follows the plan.
func (t *Tour) begin(states []state) []state {
	if t == nil {
		return states
	}
	t.said = append(t.said[:0], said{})
	c := t.on(state{mark: states[0].mark})
	t.far = c.at
	return append(states, c)
}

// next returns the choice with which a thread takes the next step of the plan. The choice is -1 if it is
// another thread's turn. The result planned reports whether the state follows the plan at all.
func (t *Tour) next(c state, thread int) (choice int, planned bool) {
	if t == nil || c.at < 0 || c.at >= len(t.plan) {
		return 0, false
	}
	if e := &t.g.Edges[t.plan[c.at]]; e.Thread == thread {
		return e.Choice, true
	}
	return -1, true
}

// on takes the plan's next steps as long as these have no accesses.
func (t *Tour) on(c state) state {
	if t == nil || c.at < 0 {
		return c
	}
	for c.at < len(t.plan) {
		e := &t.g.Edges[t.plan[c.at]]
		t.s.w.Return(c.mark)
		if form := t.s.w.Do(e.Thread, e.Choice).Form; form != machine.Silent && t.s.silent[e.Thread][e.Action] == "" || t.s.unshared[e.Thread][e.Action] {
			break
		}
		c.mark = t.s.w.Mark()
		c.at++
	}
	return c
}

// seen is called with the states after each access.
func (t *Tour) seen(states []state) {
	if t == nil || t.far >= len(t.plan) {
		return
	}
	far := -1
	for _, c := range states {
		far = max(far, c.at)
	}
	switch {
	case far < 0:
		t.giveUp("the code does something else")
	case far != t.far:
		t.far, t.waiting, t.last = far, 0, t.s.now.Thread
	}
}

// giveUp drops the rest of the plan, because the code does not follow it.
func (t *Tour) giveUp(why string) {
	t.fails(why)
	t.plan = t.plan[:t.far]
}

// fails records that a plan was not followed. Only the first reason counts.
func (t *Tour) fails(why string) {
	if t.tries > t.before {
		return
	}
	if t.tries++; t.tries < maxTries {
		return
	}
	name := func(e int) string {
		edge := &t.g.Edges[e]
		return fmt.Sprintf("%s at %s", t.s.w.Threads()[edge.Thread], t.s.names[edge.Action])
	}
	if e := t.plan[min(t.far, len(t.plan)-1)]; e == t.aim {
		t.lost[name(e)+": "+why]++
	} else {
		t.lost[fmt.Sprintf("%s, on the way there %s: %s", name(t.aim), name(e), why)]++
	}
	t.given[t.aim] = true
}

// ended is called with the possible states at the end of an execution.
func (t *Tour) ended(states []state) {
	if t == nil {
		return
	}
	far, best := 0, state{}
	for _, c := range states {
		if c.at > far {
			far, best = c.at, c
		}
	}
	if far < len(t.plan) && t.far >= len(t.plan) {
		t.far = far
		t.giveUp("the code has ended otherwise")
	}
	if far >= len(t.plan) && far > 0 && len(t.Traces) < t.keep {
		t.Traces = append(t.Traces, t.trace(best))
	}
	for _, e := range t.plan[:min(far, len(t.plan))] {
		t.take(e)
	}
}
