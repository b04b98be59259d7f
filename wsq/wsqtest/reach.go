package wsqtest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// layout is what some pushes show of how a deque keeps its items.
type layout struct {
	period int             // a slot is used again after that many items; 0 if that was not seen
	room   int             // items that fit at first: the next Push grows the deque or is Full; 0 if that was not seen
	slots  map[uint32]bool // sites at which a Push writes a slot
	grows  map[uint32]bool // sites that only a growing Push comes to
}

// mostProbed bounds the pushes that look for the layout.
const mostProbed = 40

// probe finds the layout of a deque. It runs two programs of one thread under the scheduler.
func probe(target linearizability.Target, capacity int) layout {
	l := layout{slots: map[uint32]bool{}, grows: map[uint32]bool{}}
	run := func(kinds ...model.Kind) *probing {
		var sc model.Scenario
		for range mostProbed {
			for _, k := range kinds {
				sc.Prepare = append(sc.Prepare, model.Action{Kind: k})
			}
		}
		p := &probing{}
		sched.Search(Program(target, capacity, sc), sched.Options{Executions: 1, NoRaces: true, Observer: p})
		return p
	}
	// Items come and go, so the deque does not grow. Each Push writes its slot, and perhaps an index.
	round := run(model.Push, model.Steal).pushes
	for i := 1; i < len(round); i++ {
		for site, object := range round[i].wrote {
			if before, is := round[i-1].wrote[site]; is && before != object {
				l.slots[site] = true
			}
		}
	}
	for n := 1; n < len(round) && l.period == 0; n++ {
		for site, object := range round[n].wrote {
			if l.slots[site] && round[0].wrote[site] == object {
				l.period = n
			}
		}
	}
	known := map[uint32]bool{}
	for i, p := range run(model.Push).pushes {
		var more []uint32
		for _, site := range p.sites {
			if !known[site] {
				more = append(more, site)
			}
		}
		if i > 0 && (p.full || len(more) > 0) {
			l.room = i
			for _, site := range more {
				l.grows[site] = !p.full
			}
			break
		}
		for _, site := range p.sites {
			known[site] = true
		}
	}
	return l
}

// probing records what each Push of one thread accesses.
type probing struct {
	pushing bool
	pushes  []pushed
}

// pushed is what a Push has accessed: the object that it wrote last at each site, and all sites.
type pushed struct {
	wrote map[uint32]int32
	sites []uint32
	full  bool
}

func (p *probing) Begin()     { *p = probing{} }
func (p *probing) End() error { return nil }

func (p *probing) Call(_ int, kind model.Kind, _ bool) {
	if p.pushing = kind == model.Push; p.pushing {
		p.pushes = append(p.pushes, pushed{wrote: map[uint32]int32{}})
	}
}

func (p *probing) Return(_ int, status model.Status, _ ...int) error {
	if p.pushing {
		p.pushes[len(p.pushes)-1].full = status == model.Full
	}
	p.pushing = false
	return nil
}

func (p *probing) Access(a *model.Access) error {
	if !p.pushing || a.Site == 0 {
		return nil
	}
	last := &p.pushes[len(p.pushes)-1]
	last.sites = append(last.sites, a.Site)
	if writes(a) {
		last.wrote[a.Site] = a.Object
	}
	return nil
}

func writes(a *model.Access) bool {
	return a.Kind == model.Store || a.Kind == model.ReadWrite || a.Kind == model.PlainWrite
}

// The situations in which deques have failed, and that small scenarios do not bring about.
const (
	reused  = "a slot is used again while a thief is on its way"
	wrapped = "an index comes round the ring while a thief is on its way"
	grown   = "the deque grows while a thief is on its way"
	full    = "a Push finds the deque full"
	batched = "the deque grows while a batch is on its way"
)

// situations returns those that a deque with the layout and operations can come to.
func (l layout) situations(on model.Subject) []string {
	all := []string{reused}
	if l.period > 0 {
		all = append(all, wrapped)
	}
	switch {
	case len(l.grows) == 0 && l.room > 0:
		all = append(all, full)
	case l.room > 0:
		all = append(all, grown)
		if on.StealBatch != nil {
			all = append(all, batched)
		}
	}
	return all
}

// reaching returns scenarios that bring them about.
func (l layout) reaching(on model.Subject, capacity int) []model.Case {
	var cases []model.Case
	add := func(prepare, owner string, thieves ...string) {
		sc, err := model.ParseScenario(strings.TrimSpace(prepare) + " ; " + owner + " | " + strings.Join(thieves, " | "))
		if err != nil {
			panic(err) // the texts are valid
		}
		same := func(c model.Case) bool { return c.Scenario.String() == sc.String() }
		if sc.Runnable(on) == nil && !slices.ContainsFunc(cases, same) {
			cases = append(cases, model.Case{Capacity: capacity, Scenario: sc})
		}
	}
	push := func(n int) string { return strings.Repeat("push ", n) }
	moved := strings.Repeat("push steal ", max(0, l.period-1)) // the next item is in the last slot
	for _, prepare := range []string{"", "push steal ", moved} {
		add(prepare, "push pop push push", "steal")
		add(prepare, "push pop push pop", "steal")
	}
	add("push", "pop push pop push", "steal")
	if l.period > 0 {
		add(moved+"push", "push pop", "steal", "steal")
		add("push", push(l.period), "steal", "steal")
	}
	if l.room > 0 {
		half := strings.Repeat("push steal ", l.room/2)
		for _, prepare := range []string{"", half} {
			add(prepare+push(l.room), "push pop", "steal")
			add(prepare+push(l.room), "push", "steal steal")
			add(prepare+push(l.room), "push pop", "batch:2")
			add(prepare+push(l.room-1), "push push", "batch:3")
		}
	}
	return cases
}

// reach records the situations that executions have come to.
type reach struct {
	layout
	lines *lines
	met   map[string]bool

	pushes  int            // begun in this execution
	filled  map[int32]int  // slots, with the Push that wrote them last
	owner   int            // the thread that pushes, or -1
	running int            // the thread of the last call by the owner, or -1
	thieves map[int]*theft // by thread
}

// theft is a steal that has been called and has not returned. It is on its way from its first access on: calls
// and first accesses that commute are tried in one order only.
type theft struct{ batch, stepped bool }

func newReach(l layout) *reach { return &reach{layout: l, lines: newLines(), met: map[string]bool{}} }

func (r *reach) Begin() {
	r.pushes, r.filled, r.owner, r.running, r.thieves = 0, map[int32]int{}, -1, -1, map[int]*theft{}
}

func (r *reach) End() error { return nil }

func (r *reach) Call(thread int, kind model.Kind, _ bool) {
	switch kind {
	case model.Push:
		r.owner = thread
		r.pushes++
	case model.Steal, model.Batch:
		r.thieves[thread] = &theft{batch: kind == model.Batch}
		return
	}
	r.running = thread
}

func (r *reach) Return(thread int, status model.Status, _ ...int) error {
	delete(r.thieves, thread)
	if thread == r.running {
		r.running = -1
	}
	if thread == r.owner {
		r.owner = -1
		r.met[full] = r.met[full] || status == model.Full
	}
	return nil
}

// beside reports whether a thief is on its way.
func (r *reach) beside(batch bool) bool {
	for _, t := range r.thieves {
		if t.stepped && (t.batch || !batch) {
			return true
		}
	}
	return false
}

func (r *reach) Access(a *model.Access) error {
	if t := r.thieves[a.Thread]; t != nil {
		t.stepped = true
		r.lines.note(a)
	} else if a.Thread == r.running {
		r.lines.note(a)
	}
	if a.Thread != r.owner {
		return nil
	}
	if r.grows[a.Site] {
		r.met[grown] = r.met[grown] || r.beside(false)
		r.met[batched] = r.met[batched] || r.beside(true)
	}
	if !writes(a) || !r.slots[a.Site] {
		return nil
	}
	if before := r.filled[a.Object]; before > 0 && before < r.pushes && r.beside(false) {
		r.met[reused] = true
		r.met[wrapped] = r.met[wrapped] || r.period > 0 && r.pushes-before >= r.period
	}
	r.filled[a.Object] = r.pushes
	return nil
}

// largest bounds the search of a scenario that brings a situation about.
const largest = 20 * time.Second

// explore is explore with a record of what the executions come to.
func (r *reach) explore(t *testing.T, target linearizability.Target, c model.Case) sched.Result {
	t.Helper()
	return sched.Explore(t, Program(target, c.Capacity, c.Scenario), sched.Options{
		Judge: linearizability.NewJudge(), Spec: target.Spec(c.Capacity), For: largest, Observer: r,
	})
}

// log says what was found out about the deque, and what no execution came to.
func (r *reach) log(t *testing.T, on model.Subject) {
	t.Helper()
	if r.period == 0 {
		t.Logf("no slot was used again within %d items, so no index came round a ring", mostProbed)
	} else {
		t.Logf("a slot is used again after %d items", r.period)
	}
	if missed := r.missed(on); len(missed) > 0 {
		t.Logf("no execution came to this: %s", strings.Join(missed, "; "))
	} else {
		t.Logf("executions came to this: %s", strings.Join(r.situations(on), "; "))
	}
	r.lines.log(t)
}

// missed returns the situations that no execution came to.
func (r *reach) missed(on model.Subject) []string {
	return slices.DeleteFunc(r.situations(on), func(s string) bool { return r.met[s] })
}
