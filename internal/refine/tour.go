package refine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/machine"
)

// Tour makes code that a [Shadow] follows take each edge of the machine's graph. It is the strategy of a search
// whose observer is the Shadow. It does for a Shadow what [Walk] does for a [Follower].
//
// Each execution has a plan: a shortest path to an edge that was not taken yet, continued by further such
// edges. In the program, threads make the choices of the plan. The tour lets the thread go on whose step is
// next in the plan.
//
// If the code does not follow a plan, the tour tries another path to the edge. This can help because the code
// may decide by facts that the machine does not have, for example which of several threads it wakes. In some
// plans, one thread also goes ahead of its turn for some steps. It may have to do accesses that are no steps,
// such as a look before it sleeps, before the other threads go further.
//
// A Shadow does not know the step of each access. So an edge counts as taken if the whole execution can be
// explained by the plan up to this edge. Choices without accesses count as well, because nothing shows when
// they happen.
type Tour struct {
	edges
	// Traces has the recorded traces. Seen counts their steps in which a value was seen in the code.
	Traces []Trace
	Seen   int

	s      *Shadow
	tries  int     // plans tried for the current edge
	before int     // value of tries when the execution began
	in     [][]int // edges to each node
	depth  []int   // of each node
	rnd    *rand.Rand
	lost   map[string]int

	far     int // number of steps of the plan that the code has taken
	waiting int // picks since the last step
	ahead   int // position in the plan at which a thread goes ahead for some steps; -1 if there is none
	steps   int
	last    int // the thread that took the last step

	to   scribe
	keep int // number of traces to record
	said []said
}

// NewTour returns a tour of the graph of a machine that a Shadow follows. It returns an error if the graph has
// more than limit states. The program must start the threads in the machine's order.
func NewTour(s *Shadow, m machine.Machine, name string, limit int) (*Tour, error) {
	all, err := newEdges(m, name, limit)
	if err != nil {
		return nil, err
	}
	s.tour = &Tour{edges: all, s: s, lost: map[string]int{}}
	s.tour.setApart()
	s.tour.prepare()
	for e := range all.g.Edges {
		if s.names[all.g.Edges[e].Action] == "Terminating" {
			s.tour.take(e) // no thread takes this step
		}
	}
	return s.tour, nil
}

// Choices returns the plan's choices of a thread at an action, in order. It also returns how many of them the
// code has reached.
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

// Next implements [strategy.Strategy].
func (t *Tour) Next() bool {
	if t.tries == t.before && len(t.plan) > 0 && !t.taken[t.aim] {
		t.fails("the execution was not followed to its end")
	}
	was := t.aim
	if !t.left() {
		return false
	}
	if t.aim != was {
		t.tries = 0
	}
	t.Executions++
	t.before = t.tries
	t.plan, t.far, t.waiting, t.last = t.plan[:0], 0, 0, 0
	t.planAnew()
	return true
}

// Pick implements [strategy.Strategy].
func (t *Tour) Pick(s *strategy.State) int {
	if t.far < len(t.plan) {
		next := t.g.Edges[t.plan[t.far]].Thread + 1 // main is 0
		t.waiting++
		switch {
		case next >= s.Threads && s.Enabled.Has(0): // main has not started the thread yet
			return 0
		case t.far == t.ahead && t.waiting <= t.steps && s.Enabled.Has(t.last):
			return t.last
		case t.waiting > 200:
			t.giveUp("the code does other things")
		case s.Enabled.Has(next):
			return next
		case t.holder(s) >= 0: // it holds the lock that the thread waits for
			return t.holder(s)
		case s.Enabled.Has(t.last): // it must wake the thread
			return t.last
		default:
			t.giveUp("the code cannot go on")
		}
	}
	if t.ahead >= 0 && s.Enabled.Has(s.Current) {
		return s.Current
	}
	return s.Enabled.First()
}

// holder returns a thread that holds a lock and can go on, or -1.
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
	return false, 0 // it counts edges, not schedules
}

// Lost returns the number of plans that failed, by place and reason.
func (t *Tour) Lost() string {
	var all []string
	for why, n := range t.lost {
		all = append(all, fmt.Sprintf("%d times %s", n, why))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
