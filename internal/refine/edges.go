package refine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/machine"
)

// maxPlan is how long a plan may be that goes on from the edge that it is for.
const maxPlan = 200

// edges are those of a machine's graph, which code takes one after the other: each
// execution has a plan, which leads to one that it has not taken, and on from there as
// long as there are such.
type edges struct {
	// Walked counts those that the code has taken.
	Walked int
	// Executions of the code.
	Executions int

	g     *machine.Graph
	name  string
	taken []bool
	given []bool // up, since the code has not taken them
	aim   int    // of the plan: edges before it have been taken, or are given up
	plan  []int
}

func newEdges(m machine.Machine, name string, limit int) (edges, error) {
	g, err := m.InMemory(limit)
	if err != nil {
		return edges{}, err
	}
	return edges{g: g, name: name, taken: make([]bool, len(g.Edges)), given: make([]bool, len(g.Edges))}, nil
}

// left aims at the next edge that is left, and says whether there is one.
func (e *edges) left() bool {
	for e.aim < len(e.taken) && (e.taken[e.aim] || e.given[e.aim]) {
		e.aim++
	}
	return e.aim < len(e.taken)
}

// take notes that the code has taken an edge.
func (e *edges) take(edge int) {
	if !e.taken[edge] {
		e.taken[edge] = true
		e.Walked++
	}
}

// goOn lengthens the plan, by edges that have not been taken.
func (e *edges) goOn() {
	planned := map[int]bool{e.aim: true}
	for len(e.plan) < maxPlan {
		next := e.fresh(e.g.Edges[e.plan[len(e.plan)-1]].To, planned)
		if next < 0 {
			return
		}
		planned[next] = true
		e.plan = append(e.plan, next)
	}
}

// fresh returns an edge from a node that has not been taken, -1 if there is none.
func (e *edges) fresh(node int, planned map[int]bool) int {
	for edge := e.g.Out[node]; edge < e.g.Out[node+1]; edge++ {
		if !e.taken[edge] && !e.given[edge] && !planned[edge] {
			return edge
		}
	}
	return -1
}

// Edges returns how many edges the graph has.
func (e *edges) Edges() int { return len(e.taken) }

// Graph says which graph it is, such as "ChaseLev N3T2C2: 7 states, 8 edges".
func (e *edges) Graph() string {
	return fmt.Sprintf("%s: %d states, %d edges", e.name, e.g.Nodes, len(e.taken))
}

// String says how much of the graph was walked, such as
// "ChaseLev N3T2C2: 7 states, 8 edges, 100 % walked, in 3 executions".
func (e *edges) String() string {
	share := "100"
	if e.Walked < len(e.taken) {
		share = fmt.Sprintf("%.2f", 100*float64(e.Walked)/float64(len(e.taken)))
	}
	return fmt.Sprintf("%s, %s %% walked, in %d executions", e.Graph(), share, e.Executions)
}
