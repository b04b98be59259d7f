package refine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/machine"
)

// A Tour makes code that a [Shadow] follows take each edge of the machine's graph. It is
// the strategy of the search, whose observer is the Shadow, as [Walk] is for a [Follower].
//
// Each execution has a plan: a shortest path to an edge that has not been taken, and on
// from there. The program does what the plan has its threads choose, and the tour has that
// thread go on whose step is next. Where the code does not follow, another path is tried:
// which of several threads it wakes may depend on what the machine does not remember. Or a
// thread goes on somewhere though it is another one's turn: it may have to do what is no
// step, such as a look before it sleeps, while the others have not got further.
//
// A Shadow does not know of each access which step it is, so an edge counts if the whole
// execution can be explained by the plan up to there. Choices that are no accesses count
// with the others: nobody can see when they happen.
type Tour struct {
	edges
	// Traces are those that were to be kept, and Seen is of how many of their steps a value
	// was seen in the code.
	Traces []Trace
	Seen   int

	s      *Shadow
	tries  int     // to take the edge that is aimed at
	before int     // of these, when the execution began
	in     [][]int // the edges to each node
	depth  []int   // of each node
	rnd    *rand.Rand
	lost   map[string]int

	far     int // how far the code has come in the plan
	waiting int // picks since then
	ahead   int // where in the plan a thread goes on for so many steps, -1 if nowhere
	steps   int
	last    int // the thread that has come there

	to   scribe
	keep int // how many traces
	said []said
}

// NewTour returns the tour of the graph of a machine that a Shadow follows, which must not
// have more states than limit. The program starts the machine's threads in their order.
func NewTour(s *Shadow, m machine.Machine, name string, limit int) (*Tour, error) {
	all, err := newEdges(m, name, limit)
	if err != nil {
		return nil, err
	}
	s.tour = &Tour{edges: all, s: s, lost: map[string]int{}}
	s.tour.prepare()
	for e := range all.g.Edges {
		if s.names[all.g.Edges[e].Action] == "Terminating" {
			s.tour.take(e) // no thread does
		}
	}
	return s.tour, nil
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
		case next >= s.Threads && s.Enabled.Has(0): // main has not started it yet
			return 0
		case t.far == t.ahead && t.waiting <= t.steps && s.Enabled.Has(t.last):
			return t.last
		case t.waiting > 200:
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
	if t.ahead >= 0 && s.Enabled.Has(s.Current) {
		return s.Current
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

// Lost returns how many plans have ended where, and why.
func (t *Tour) Lost() string {
	var all []string
	for why, n := range t.lost {
		all = append(all, fmt.Sprintf("%d times %s", n, why))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
