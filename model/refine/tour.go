package refine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/model/machine"
	"github.com/stealproof/stealproof/model/sched/strategy"
)

// A Tour makes code that a [Shadow] follows take each edge of the machine's graph. It is
// the strategy of the search, whose observer is the Shadow, as [Walk] is for a [Follower].
//
// Each execution has a plan: a shortest path to an edge that has not been taken, and on
// from there. Where the code does not follow it, another one is tried: which of several
// threads the code wakes may depend on what the machine does not remember. The program does what the plan has its threads choose, and the tour has that
// thread go on whose step is next. A Shadow does not know of each access which step it is,
// so an edge counts if the whole execution can be explained by the plan up to there.
// Choices that are no accesses count with the others: nobody can see when they happen.
type Tour struct {
	// Walked counts the edges that the code has taken.
	Walked int
	// Executions of the code.
	Executions int
	// Traces are those that were to be kept.
	Traces []Trace

	s     *Shadow
	g     *machine.Graph
	name  string
	edges []bool  // taken
	given []bool  // that could not be taken
	aim   int     // edges before it have been taken, or are given up
	tries int     // to take it
	in    [][]int // the edges to each node
	depth []int   // of each node
	rnd   *rand.Rand
	lost  map[string]int

	plan    []int
	far     int // how far the code has come in it
	waiting int // picks since then
	last    int // the thread that has come there

	to   scribe
	keep int // how many traces
}

// NewTour returns the tour of the graph of a machine that a Shadow follows, which must not
// have more states than limit. The program starts the machine's threads in their order.
func NewTour(s *Shadow, m machine.Machine, name string, limit int) (*Tour, error) {
	g, err := m.InMemory(limit)
	if err != nil {
		return nil, err
	}
	s.tour = &Tour{s: s, g: g, name: name, edges: make([]bool, len(g.Edges)), given: make([]bool, len(g.Edges)), lost: map[string]int{}}
	s.tour.ways()
	for e := range g.Edges {
		if s.names[g.Edges[e].Action] == "Terminating" {
			s.tour.edges[e] = true // no thread takes it
			s.tour.Walked++
		}
	}
	return s.tour, nil
}

// Trace keeps the first n executions that follow their plan, for TLC to judge them, given
// the text of the module.
func (t *Tour) Trace(module string, n int) { t.to, t.keep = newScribe(t.s.w, module), n }

// trace returns the steps of the plan.
func (t *Tour) trace() (all Trace) {
	w := t.s.w
	w.Begin()
	for _, e := range t.plan {
		var was []uint64
		for _, v := range w.Words() {
			for word := v.First; word < v.First+v.Words; word++ {
				was = append(was, w.Word(word))
			}
		}
		edge := &t.g.Edges[e]
		step := w.Do(edge.Thread, edge.Choice)
		var written []int
		for word, value := range was {
			if w.Word(word) != value {
				written = append(written, word)
			}
		}
		all = append(all, t.to.write(edge.Thread, step, written))
	}
	return all
}

// Choices returns what the plan has a thread choose at an action, in turn, and how many of
// these the code has come to.
func (t *Tour) Choices(thread, action string) (all []int, done int) {
	for at, e := range t.plan {
		edge := &t.g.Edges[e]
		if t.s.w.Threads()[edge.Thread] != thread || t.s.names[edge.Action] != action {
			continue
		}
		if at < t.far {
			done++
		}
		all = append(all, edge.Choice)
	}
	return all, done
}

// begin adds the state that follows the plan.
func (t *Tour) begin(states []state) []state {
	if t == nil {
		return states
	}
	c := t.on(state{mark: states[0].mark})
	t.far = c.at
	return append(states, c)
}

// next returns the choice by which a thread takes the next step of the plan, -1 if it is
// another thread's, and whether a state is bound to the plan.
func (t *Tour) next(c state, thread int) (choice int, planned bool) {
	if t == nil || c.at < 0 || c.at >= len(t.plan) {
		return 0, false
	}
	if e := &t.g.Edges[t.plan[c.at]]; e.Thread == thread {
		return e.Choice, true
	}
	return -1, true
}

// on takes the steps of the plan that are no accesses, from a state.
func (t *Tour) on(c state) state {
	if t == nil || c.at < 0 {
		return c
	}
	for c.at < len(t.plan) {
		e := &t.g.Edges[t.plan[c.at]]
		t.s.w.Return(c.mark)
		if form := t.s.w.Do(e.Thread, e.Choice).Form; form != machine.Silent && t.s.silent[e.Thread][e.Action] == "" {
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

// giveUp ends the plan, which the code does not follow.
func (t *Tour) giveUp(why string) {
	if t.tries++; t.tries == maxTries {
		name := func(e int) string {
			edge := &t.g.Edges[e]
			return fmt.Sprintf("%s at %s", t.s.w.Threads()[edge.Thread], t.s.names[edge.Action])
		}
		if e := t.plan[t.far]; e == t.aim {
			t.lost[name(e)+": "+why]++
		} else {
			t.lost[fmt.Sprintf("%s, on the way there %s: %s", name(t.aim), name(e), why)]++
		}
		t.given[t.aim] = true
	}
	t.plan = t.plan[:t.far]
}

// ended is called with the states in which an execution may have ended.
func (t *Tour) ended(states []state) {
	if t == nil {
		return
	}
	far := 0
	for _, c := range states {
		far = max(far, c.at)
	}
	if far < len(t.plan) && t.far >= len(t.plan) {
		t.far = max(0, far-1)
		t.giveUp("the code has ended otherwise")
	}
	if far >= len(t.plan) && len(t.Traces) < t.keep {
		t.Traces = append(t.Traces, t.trace())
	}
	for _, e := range t.plan[:min(far, len(t.plan))] {
		if !t.edges[e] {
			t.edges[e] = true
			t.Walked++
		}
	}
}

// Next implements [strategy.Strategy].
func (t *Tour) Next() bool {
	for t.aim < len(t.edges) && (t.edges[t.aim] || t.given[t.aim]) {
		t.aim++
		t.tries = 0
	}
	if t.aim == len(t.edges) {
		return false
	}
	t.Executions++
	t.plan, t.far, t.waiting, t.last = t.plan[:0], 0, 0, 0
	for n := t.g.Edges[t.aim].From; n != 0; n = t.g.Edges[t.plan[len(t.plan)-1]].From {
		t.plan = append(t.plan, t.nearer(n))
	}
	slices.Reverse(t.plan)
	t.plan = append(t.plan, t.aim)
	planned := map[int]bool{t.aim: true}
	for t.tries == 0 && len(t.plan) < 200 {
		e := t.fresh(t.g.Edges[t.plan[len(t.plan)-1]].To, planned)
		if e < 0 {
			break
		}
		planned[e] = true
		t.plan = append(t.plan, e)
	}
	return true
}

// maxTries is how many plans are tried for an edge.
const maxTries = 400

// ways finds out how one comes to each node.
func (t *Tour) ways() {
	t.rnd = rand.New(rand.NewPCG(1, 2))
	t.in, t.depth = make([][]int, t.g.Nodes), make([]int, t.g.Nodes)
	for n := 1; n < t.g.Nodes; n++ { // in the order of a breadth-first search
		t.depth[n] = t.depth[t.g.Edges[t.g.Tree[n]].From] + 1
	}
	for e := range t.g.Edges {
		edge := &t.g.Edges[e]
		t.in[edge.To] = append(t.in[edge.To], e)
	}
}

// nearer returns an edge to a node from one that is nearer to the initial state: the first
// time always the same.
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

// fresh returns an edge from a node that has not been taken, -1 if there is none.
func (t *Tour) fresh(node int, planned map[int]bool) int {
	for e := t.g.Out[node]; e < t.g.Out[node+1]; e++ {
		if !t.edges[e] && !t.given[e] && !planned[e] {
			return e
		}
	}
	return -1
}

// Pick implements [strategy.Strategy].
func (t *Tour) Pick(s *strategy.State) int {
	if t.far < len(t.plan) {
		next := t.g.Edges[t.plan[t.far]].Thread + 1 // main is 0
		t.waiting++
		switch {
		case next >= s.Threads && s.Enabled.Has(0): // main has not started it yet
			return 0
		case t.waiting > 100:
			t.giveUp("the code does other things")
		case s.Enabled.Has(next):
			return next
		case t.holder(s) >= 0: // of the lock that it waits for
			return t.holder(s)
		case s.Enabled.Has(t.last): // which is to wake it
			return t.last
		default:
			t.giveUp("the code cannot go on")
		}
	}
	return s.Enabled.First()
}

// holder returns a thread that has a lock and can go on, -1 if there is none.
func (t *Tour) holder(s *strategy.State) int {
	for _, o := range t.s.objects {
		if o != nil && o.isLock && o.holder >= 0 && s.Enabled.Has(o.holder) {
			return o.holder
		}
	}
	return -1
}

// Choose implements [strategy.Strategy].
func (t *Tour) Choose(*strategy.State, int) int { return 0 }

// Did implements [strategy.Strategy].
func (t *Tour) Did(*strategy.State, int, strategy.Op) {}

// End implements [strategy.Strategy].
func (t *Tour) End(*strategy.State, strategy.End) {
	if t.far < len(t.plan) {
		t.giveUp("the code has ended before")
	}
}

// Fault implements [strategy.Strategy].
func (t *Tour) Fault() error { return nil }

// Exhausted implements [strategy.Strategy].
func (t *Tour) Exhausted() (bool, float64) {
	return false, 0 // of edges it says how many, and of schedules nothing
}

// Edges returns how many edges the graph has.
func (t *Tour) Edges() int { return len(t.edges) }

// Lost returns how many plans have ended where, and why.
func (t *Tour) Lost() string {
	var all []string
	for why, n := range t.lost {
		all = append(all, fmt.Sprintf("%d times %s", n, why))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// String says how much of the graph was walked, such as
// "Promotion F1T1: 7 states, 8 edges, 100 % walked".
func (t *Tour) String() string {
	share := "100"
	if t.Walked < len(t.edges) {
		share = fmt.Sprintf("%.2f", 100*float64(t.Walked)/float64(len(t.edges)))
	}
	return fmt.Sprintf("%s: %d states, %d edges, %s %% walked, in %d executions", t.name, t.g.Nodes, len(t.edges), share, t.Executions)
}
