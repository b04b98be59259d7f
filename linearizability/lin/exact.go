package lin

import "github.com/stealproof/stealproof/model"

// exact is the specification as it is.
type exact struct{ *machine }

func (e exact) first() int { return e.machine.first }

// next implements [rules].
func (e exact) next(state int, in model.Invocation) (all []int, known bool) {
	switch in := in.(type) {
	case *answer:
		return e.machine.next(state, in), true
	case *instance:
		if in.op.rule != answers {
			return nil, false
		}
		if mv := e.run(state, in); mv.legal && e.ready(state, in) {
			return mv.next, true
		}
	}
	return nil, true
}

func (e exact) request(state int, in *instance) []int { return e.machine.request(state, in) }

func (e exact) blocks(state int, in *instance) bool { return !e.ready(state, in) }

func (e exact) pending(a *answer) model.Invocation {
	if a.op.rule == answers {
		return a.instance
	}
	return a
}

func (e exact) describe(state int) string { return words(e.states[state]) }
