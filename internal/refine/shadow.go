package refine

import (
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// Shadow follows code by a [Protocol]. Unlike with a [Follower], an access does not always tell which step the
// machine takes; later accesses may tell. Therefore a Shadow keeps all states that the machine may be in. Each
// access keeps the states from which the machine can do it. If no state is left, the code does not refine the
// machine.
type Shadow struct {
	// Executions counts the executions that were followed to their end. Accesses counts the accesses that were
	// compared, and Steps counts those of them that are steps of the machine. The beginning that an execution
	// shares with the one before is not counted again.
	Executions, Accesses, Steps int
	// Used counts the uses of the protocol's entries, by their names in [Protocol.Listed].
	Used map[string]int
	// Most is the largest number of states that the machine may have been in.
	Most int
	// Taken has the number of steps of each action. Ignored has the number of accesses that were not compared,
	// by reason.
	Taken, Ignored map[string]int
	// Movers has what the regions of locks show, by the names of their rules: see [Protocol.Regions].
	Movers map[string]Movers

	p        Protocol
	w        machine.Walker
	names    []string // of actions
	actions  map[string]int
	taken    []int          // by action
	silent   [][]string     // by thread and action: the protocol's key for it
	unshared [][]bool       // by thread and action: it is a step in memory of the thread's own
	matched  []*rule        // rules that matched an access
	words    map[string]int // by name
	parkers  []bool         // by word: threads sleep on it
	late     []Values       // by word; nil if its object is not found late

	rules   [][]*rules   // by thread of the machine, and site
	threads []threadInfo // by number of the code's thread
	objects []*object    // by number; nil if the module has no such object
	bound   []*object    // objects that belong to a word
	onlys   []*object    // objects of which only the fact of a write is known
	places  []*object    // by word: the object with its value, or with a derived one
	states  []state      // states that the machine may be in: the last part of all
	all     []state      // states of the execution, in order
	trail   trail
	owned   []owned
	way     []int // actions that reach has passed
	crossed crossings
	now     *model.Access
	tried   tried
	other   *object // an object that disagrees, where the machine would have the value would
	would   uint64
	tour    *Tour // nil if there is none
}

// state is a state that the machine may be in, with the progress of each thread inside a region.
type state struct {
	mark int // of the walker
	at   int // number of steps of the tour's plan that it has taken; -1 if it follows no plan
	said int // index of the values that the code had in these steps
	open [maxThreads]opened
}

const maxThreads = 12

// opened is the progress of a thread in its region.
type opened struct {
	stepped bool
	changed uint32 // places of which only the fact of a write is known
	said    int    // for a tour: index of the values that the code had in the step
}

type threadInfo struct {
	known   bool
	machine int     // -1 if the machine has no such thread
	role    string  // in the protocol
	inside  *object // the lock of its region
}

// WithoutGhosts removes the history variables from the machine.
func (s *Shadow) WithoutGhosts() *Shadow {
	s.w.WithoutGhosts()
	return s
}

// Begin implements [model.Observer].
func (s *Shadow) Begin() {
	s.threads, s.objects, s.bound, s.onlys, s.owned = s.threads[:0], s.objects[:0], s.bound[:0], s.onlys[:0], s.owned[:0]
	clear(s.places)
	s.w.Begin()
	s.trail.begin(s.p.Late)
	s.crossed.begin()
	s.all = append(s.all[:0], state{mark: s.w.Mark(), at: -1})
	s.all = s.tour.begin(s.all)
	s.states = s.all
	for _, v := range s.p.Late {
		v.Reset()
	}
}

// Wants implements [model.Follower].
func (s *Shadow) Wants(expr string) bool {
	if slices.Contains(s.p.Plain, expr) {
		return true
	}
	for _, rules := range s.p.Roles {
		if slices.ContainsFunc(rules, func(r Rule) bool { return r.Expr != "" && r.Expr == expr }) {
			return true
		}
	}
	return false
}

// Enter implements [model.Follower].
func (s *Shadow) Enter(int, uint32, string) error { return nil }

// thread returns the facts about a thread of the code.
func (s *Shadow) thread(a *model.Access) *threadInfo {
	for a.Thread >= len(s.threads) {
		s.threads = append(s.threads, threadInfo{machine: -1})
	}
	t := &s.threads[a.Thread]
	if !t.known {
		s.trail.note(undo{what: undoThread, thread: a.Thread, inside: nil})
		t.known = true
		t.machine = slices.Index(s.w.Threads(), a.Name)
		if t.machine >= 0 {
			t.role = s.p.role(a.Name)
		}
	}
	return t
}

// Access implements [model.Observer].
func (s *Shadow) Access(a *model.Access) error {
	s.trail.told++
	s.during(a)
	if len(s.bound) == 0 {
		return nil // the scenario has not called Watch yet
	}
	o := s.object(a.Object)
	if o != nil && o.ignored != "" {
		s.Ignored[o.ignored]++
		return nil
	}
	t := s.thread(a)
	s.now, s.tried = a, tried{}
	if o != nil && o.isLock {
		s.trail.object(o)
		s.trail.note(undo{what: undoInside, thread: a.Thread, inside: t.inside})
		return s.lock(t, o, a)
	}
	rules := s.rulesFor(t, a)
	if o == nil && len(rules.steps) == 0 && rules.region == nil {
		if rules.own && t.inside == nil {
			return s.diverges(t, "there is no rule for it")
		}
		return nil // an access of another module
	}
	if o == nil && (t.inside != nil || len(rules.steps) == 0) {
		return nil // a counter or similar, under a lock
	}
	s.Accesses++
	if o != nil {
		if known := o.known && !writes(a) && o.value == a.Read; known && len(rules.steps) == 0 && t.inside == nil {
			return nil // all states agree with it
		}
		s.trail.object(o)
		s.learn(o, a)
		if t.inside != nil {
			s.trail.object(t.inside)
			return s.inRegion(t, o, a, rules.region)
		}
		if o.only || o.lock != nil {
			return s.looks(a)
		}
	}
	return s.steps(t, o, a, rules.steps)
}

// End implements [model.Observer].
func (s *Shadow) End() error {
	if len(s.bound) == 0 {
		return fmt.Errorf("refine: the scenario has not called Watch for %s", s.p.Module)
	}
	s.Executions++
	next := s.room()
	var last *threadInfo
	for _, c := range s.states {
		over := true
		for i := range s.threads {
			t := &s.threads[i]
			if t.machine >= 0 && !s.mayEnd(c.mark, t.machine) {
				over, last = false, t
				s.tries(c.mark, t.machine, 0, "")
				break
			}
		}
		if over {
			next = append(next, c)
		}
	}
	if len(next) == 0 {
		s.now = nil
		return s.diverges(last, "the code has ended, and the machine has not")
	}
	s.protects()
	s.tour.ended(next)
	return nil
}

// mayEnd reports whether a thread may have ended.
func (s *Shadow) mayEnd(mark, m int) bool {
	ends := []int{s.actions["Done"]}
	for name := range s.p.Stops {
		ends = append(ends, s.actions[name])
	}
	found := false
	s.reach(mark, m, ends, 0, func(int) {
		if at, _ := s.w.At(m); s.p.Stops[s.names[at]] != "" {
			s.Used["stop "+s.names[at]]++
		}
		found = true
	})
	return found
}
