package refine

import (
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// A Shadow follows code by a [Protocol]. It is [Follower] for code that does not say
// all: which of several ways a machine's thread goes may show later only. So it keeps
// all states that the machine may be in after what was seen. Each access keeps those
// from which the machine does that, and if there are none, the code does not refine
// the machine.
type Shadow struct {
	// Executions, Accesses and Steps count what was followed: executions to their end,
	// accesses that were compared, and those of them that are steps of the machine. What an
	// execution has in common with the one before does not count again.
	Executions, Accesses, Steps int
	// Used counts what was used of the protocol, by name in [Protocol.Listed].
	Used map[string]int
	// Most is the largest number of states that the machine may have been in.
	Most int
	// Taken has the steps of each action, and Ignored the accesses that were not compared,
	// by reason.
	Taken, Ignored map[string]int

	p       Protocol
	w       machine.Walker
	names   []string // of actions
	actions map[string]int
	taken   []int          // by action
	silent  [][]string     // by thread and action: how the protocol says so
	matched []*rule        // that accesses had
	words   map[string]int // by name
	parkers []bool         // by word: threads sleep on it
	late    []Values       // by word, nil if its object is not found late

	rules   [][]*rules   // by thread of the machine, and site
	threads []threadInfo // of the code, by number
	objects []*object    // by number, nil if it is none of the module's
	bound   []*object    // those that are a word's
	onlys   []*object    // those that are known when they are written only
	places  []*object    // by word, an object that tells of it
	states  []state      // that the machine may be in: the last of all
	all     []state      // those of the execution, in order
	trail   trail
	now     *model.Access
	tried   tried
	other   *object // that does not agree, where the machine would have another value
	would   uint64
	tour    *Tour // nil if there is none
}

// state is one that the machine may be in, with what its threads have done of regions.
type state struct {
	mark int // of the walker
	at   int // how many steps of the plan of a tour it has taken, -1 if it follows none
	said int // what the code has said of these
	open [maxThreads]opened
}

const maxThreads = 12

// opened is what a thread has done of the region that it is in.
type opened struct {
	stepped bool
	changed uint32 // of the places that are known when written only
	said    int    // what the code has said of the step, for a tour
}

type threadInfo struct {
	known   bool
	machine int     // -1 if it is none of the machine's
	role    string  // in the protocol
	inside  *object // the lock of the region that it is in
}

// WithoutGhosts makes the machine forget what no step may depend on.
func (s *Shadow) WithoutGhosts() *Shadow {
	s.w.WithoutGhosts()
	return s
}

// Begin implements [model.Observer].
func (s *Shadow) Begin() {
	s.threads, s.objects, s.bound, s.onlys = s.threads[:0], s.objects[:0], s.bound[:0], s.onlys[:0]
	clear(s.places)
	s.w.Begin()
	s.trail.begin(s.p.Late)
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

// thread returns what is known of a thread of the code.
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
	if len(s.bound) == 0 {
		return nil // it has not begun
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
		return nil // of another module
	}
	if o == nil && (t.inside != nil || len(rules.steps) == 0) {
		return nil // a counter, or the like, under a lock
	}
	s.Accesses++
	if o != nil {
		if known := o.known && !writes(a) && o.value == a.Read; known && len(rules.steps) == 0 && t.inside == nil {
			return nil // all states agree with that
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
		return fmt.Errorf("refine: the scenario has not said where %s is", s.p.Module)
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
	s.tour.ended(next)
	return nil
}

// mayEnd reports whether a thread may be at its end.
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
