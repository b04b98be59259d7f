package refine

import (
	"math/rand/v2"
	"slices"
)

// maxTries bounds the number of plans for an edge.
const maxTries = 20_000

// maxAhead bounds the number of steps that a thread may go ahead.
const maxAhead = 80

// prepare computes the edges that lead to each node, and the depth of each node.
func (t *Tour) prepare() {
	t.rnd = rand.New(rand.NewPCG(1, 2))
	t.in, t.depth = make([][]int, t.g.Nodes), make([]int, t.g.Nodes)
	for n := 1; n < t.g.Nodes; n++ { // in breadth-first order
		t.depth[n] = t.depth[t.g.Edges[t.g.Tree[n]].From] + 1
	}
	for e := range t.g.Edges {
		edge := &t.g.Edges[e]
		t.in[edge.To] = append(t.in[edge.To], e)
	}
}

// nearer returns an edge to node from a node that is nearer to the initial state. For the first plan it is
// always the same edge.
func (t *Tour) nearer(node int) int {
	e := t.g.Tree[node]
	if t.tries == 0 {
		return e
	}
	n := 0
	for _, other := range t.in[node] {
		if t.depth[t.g.Edges[other].From] < t.depth[node] && !t.given[other] {
			if n++; t.rnd.IntN(n) == 0 {
				e = other
			}
		}
	}
	return e
}

// planAnew makes a new plan for the current edge. The first plan continues after the edge. Later plans end at
// the edge, because the code may fail to follow the part after it.
func (t *Tour) planAnew() {
	for n := t.g.Edges[t.aim].From; n != 0; n = t.g.Edges[t.plan[len(t.plan)-1]].From {
		t.plan = append(t.plan, t.nearer(n))
	}
	slices.Reverse(t.plan)
	t.plan = append(t.plan, t.aim)
	t.ahead = -1
	if t.tries == 0 {
		t.goOn()
	} else if t.rnd.IntN(2) == 0 {
		t.ahead, t.steps = t.rnd.IntN(len(t.plan)), 1+t.rnd.IntN(maxAhead)
	}
}
