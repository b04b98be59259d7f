package refine

import "github.com/stealproof/stealproof/internal/machine"

// Some steps of the code are plain writes of memory that no other thread sees, such as those of a rule with the
// form [Unshared]. Other threads cannot take a step right before them, since the scheduler switches at accesses that
// are shared. So the code cannot take the edges of other threads from a state in which one thread is about to do such
// a step. It need not, if the private step may as well come first: both orders must lead to the same state.

// setApart finds the edges that the code cannot take.
func (t *Tour) setApart() {
	private := make([]int, t.g.Nodes) // by node: the edge of a private step, or -1
	for n := range private {
		private[n] = -1
	}
	for e := range t.g.Edges {
		if edge := &t.g.Edges[e]; t.s.private(edge.Thread, edge.Action) {
			private[edge.From] = e
		}
	}
	for e := range t.g.Edges {
		if p := private[t.g.Edges[e].From]; p >= 0 && t.g.Edges[p].Thread != t.g.Edges[e].Thread && t.commute(p, e) {
			t.apart[e], t.given[e] = true, true
			t.aside++
		}
	}
}

// commute reports whether two edges from one state lead to the same state in both orders.
func (t *Tour) commute(a, b int) bool {
	ab, ba := t.after(t.g.Edges[a].To, &t.g.Edges[b]), t.after(t.g.Edges[b].To, &t.g.Edges[a])
	return ab >= 0 && ab == ba
}

// after returns the state to which an edge's step leads from another node, or -1.
func (t *Tour) after(node int, step *machine.GraphEdge) int {
	for e := t.g.Out[node]; e < t.g.Out[node+1]; e++ {
		if edge := &t.g.Edges[e]; edge.Thread == step.Thread && edge.Action == step.Action && edge.Choice == step.Choice {
			return edge.To
		}
	}
	return -1
}

// private reports whether an action of a thread is a plain write that no other thread sees.
func (s *Shadow) private(thread, action int) bool {
	for _, r := range s.p.Roles[s.p.role(s.w.Threads()[thread])] {
		for _, name := range r.Do {
			if name == s.names[action] && (r.Form == Unshared || r.Amid) {
				return true
			}
		}
	}
	return false
}
