package refine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/machine"
)

// maxPlan bounds how far a plan continues after its edge.
const maxPlan = 200

// edges are the edges of a machine's graph, which the code takes one after the other. Each execution has a
// plan. The plan leads to an edge that was not taken yet, and continues with further such edges as long as
// possible.
type edges struct {
	// Walked counts the edges that the code has taken.
	Walked int
	// Executions counts the executions of the code.
	Executions int

	g     *machine.Graph
	name  string
	taken []bool
	given []bool // edges that were given up, because the code has not taken them
	apart []bool // edges that do not count: see Tour.apart
	aside int    // number of these
	aim   int    // edge of the plan; all edges before it were taken or given up
	plan  []int
}

func newEdges(m machine.Machine, name string, limit int) (edges, error) {
	g, err := m.InMemory(limit)
	if err != nil {
		return edges{}, err
	}
	return edges{g: g, name: name, taken: make([]bool, len(g.Edges)), given: make([]bool, len(g.Edges)), apart: make([]bool, len(g.Edges))}, nil
}

// left chooses the next edge that is left, and reports whether there is one.
func (e *edges) left() bool {
	for e.aim < len(e.taken) && (e.taken[e.aim] || e.given[e.aim]) {
		e.aim++
	}
	return e.aim < len(e.taken)
}

// take records that the code has taken an edge.
func (e *edges) take(edge int) {
	if !e.taken[edge] && !e.apart[edge] {
		e.taken[edge] = true
		e.Walked++
	}
}

// goOn extends the plan by edges that were not taken.
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

// fresh returns an edge from node that was not taken, or -1.
func (e *edges) fresh(node int, planned map[int]bool) int {
	for edge := e.g.Out[node]; edge < e.g.Out[node+1]; edge++ {
		if !e.taken[edge] && !e.given[edge] && !planned[edge] {
			return edge
		}
	}
	return -1
}

// Edges returns the number of edges of the graph that the code must take.
func (e *edges) Edges() int { return len(e.taken) - e.aside }

// Graph describes the graph, such as "ChaseLev N3T2C2: 7 states, 8 edges".
func (e *edges) Graph() string {
	aside := ""
	if e.aside > 0 {
		aside = fmt.Sprintf(", %d of them beside a private step", e.aside)
	}
	return fmt.Sprintf("%s: %d states, %d edges%s", e.name, e.g.Nodes, len(e.taken), aside)
}

// String says how much of the graph was walked, such as "ChaseLev N3T2C2: 7 states, 8 edges, 100 % walked, in 3
// executions".
func (e *edges) String() string {
	share := "100"
	if e.Walked < e.Edges() {
		share = fmt.Sprintf("%.2f", 100*float64(e.Walked)/float64(e.Edges()))
	}
	return fmt.Sprintf("%s, %s %% walked, in %d executions", e.Graph(), share, e.Executions)
}
