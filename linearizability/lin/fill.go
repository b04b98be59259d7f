package lin

import "slices"

// Bounds of the preparations that fill the structure.
const (
	mostFilling = 8 // calls
	fewFilling  = 4 // calls, if the structure is not full after the most of them, or if that is not known
	mostFilled  = 6 // such preparations
)

// afterFilling are the shapes of the scenarios after these preparations.
var afterFilling = []shape{
	{"pairs after more calls", []int{1, 1}, 40},
	{"triples after more calls", []int{2, 1}, 30},
	{"three threads after more calls", []int{1, 1, 1}, 30},
}

// enoughAfter is the number of executions after which no more scenarios of such a level are run.
const enoughAfter = 2_500

// fill finds preparations with more calls than prepare chooses. Slots of a ring are used again only when it is full, and
// other structures grow then. Each preparation calls one operation, with its arguments in turn, as long as that changes the state.
func (g *generator) fill() {
	for _, o := range g.m.ops {
		of := slices.DeleteFunc(slices.Clone(g.templates), func(t template) bool { return t.op != o || t.ends() || len(o.from) > 0 })
		calls, full := g.filling(of)
		switch n := len(calls); {
		case n < 3:
		case full:
			g.filled = append(g.filled, calls, calls[:n-1])
		case n >= fewFilling:
			g.filled = append(g.filled, calls[:fewFilling])
		}
	}
	g.filled = g.filled[:min(len(g.filled), mostFilled)]
}

// filling returns calls of which each changes the state, and whether no further call does so.
func (g *generator) filling(of []template) (calls []template, full bool) {
	state := g.m.first
	for n := 0; len(calls) < mostFilling; {
		was := len(calls)
		for range of {
			try := append(calls[:len(calls):len(calls)], of[n%len(of)])
			n++
			s := g.build(try, nil)
			next, known, ok := g.m.inOrder(g.m.first, s.Prepare, 0)
			if ok && known && next != state || ok && !known && len(calls) < fewFilling {
				calls, state = try, next
				break
			}
			if !known {
				return calls, false
			}
		}
		if len(calls) == was {
			return calls, true
		}
	}
	return calls, false
}
