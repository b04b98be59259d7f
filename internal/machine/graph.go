package machine

import "github.com/stealproof/stealproof/internal/explore"

// A Graph is the complete labelled graph of a machine, in memory. Nodes and edges
// go by number; node 0 is the initial state.
type Graph struct {
	Nodes int
	Edges []GraphEdge
	// Out has the edges from each node: those from Out[n] to Out[n+1].
	Out []int
	// Tree has for each node the edge by which a breadth-first search came to it
	// first, -1 for node 0.
	Tree []int

	nodes any // map[S]int32
}

// A GraphEdge is a step of a thread.
type GraphEdge struct {
	From, To       int
	Thread, Action int
	Choice         int // which of the ways that the action has
}

// Between returns the number of an edge, -1 if there is none.
func (g *Graph) Between(from, thread, action, to int) int {
	for i := g.Out[from]; i < g.Out[from+1]; i++ {
		if e := &g.Edges[i]; e.To == to && e.Action == action && e.Thread == thread {
			return i
		}
	}
	return -1
}

func (r *runner[S]) InMemory(limit int) (*Graph, error) {
	nodes := map[S]int32{}
	g := &Graph{nodes: nodes}
	last := -1
	err := r.model.Walk(limit, func(from *S, step *explore.Step[S], isNew bool) error {
		s := from
		if step != nil {
			s = &step.To
		}
		if isNew {
			nodes[*s] = int32(g.Nodes)
			g.Nodes++
			g.Tree = append(g.Tree, -1)
		}
		if step == nil {
			return nil
		}
		e := GraphEdge{From: int(nodes[*from]), To: int(nodes[*s]), Thread: int(step.Thread), Action: int(step.Action)}
		for ; last < e.From; last++ {
			g.Out = append(g.Out, len(g.Edges))
		}
		for i := g.Out[e.From]; i < len(g.Edges); i++ {
			if had := &g.Edges[i]; had.To == e.To && had.Action == e.Action {
				return nil // the same edge once more
			}
		}
		e.Choice = r.d.choice(from, step)
		if isNew {
			g.Tree[e.To] = len(g.Edges)
		}
		g.Edges = append(g.Edges, e)
		return nil
	})
	for ; last < g.Nodes; last++ {
		g.Out = append(g.Out, len(g.Edges))
	}
	return g, err
}

// choice returns which of the ways of its action a step was.
func (d *Def[S]) choice(from *S, step *explore.Step[S]) int {
	a := &d.Actions[step.Action]
	for choice := range max(1, a.Choices) {
		to := *from
		if a.Do != nil && a.Do(&to, int(step.Thread), choice).Form != Disabled && to == step.To {
			return choice
		}
	}
	return 0
}

func (w *walker[S]) Node(g *Graph) int {
	if n, known := g.nodes.(map[S]int32)[w.s]; known {
		return int(n)
	}
	return -1
}
