package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/Park.tla and MCPark.tla.

const (
	parkMaxWorkers = 4
	parkMaxSources = 5
	parkMaxThreads = 2 + 2*parkMaxWorkers
)

type parkState struct {
	counters      [3]uint8                 // in the order of parkFields
	sleepers      [2][parkMaxWorkers]uint8 // by kind: which ones sleep
	mu, closed    uint8
	permit, latch [parkMaxWorkers]uint8
	ready         [parkMaxSources]uint8
	ran           uint8
	pc            [parkMaxThreads]uint8

	// Of who submits from outside, and of the workers.
	worker [1 + parkMaxWorkers]parkWorker
	next   uint8
}

type parkWorker struct{ task, waiting, sent, n, c, tree, x, strays uint8 }

// The kinds of workers, which are the values of waiting.
const (
	parkIdle = iota
	parkHelping
)

// The counters of state. That of those that sleep is the counter of their kind.
var parkFields = []string{"helping", "idle", "searching"}

const parkSearching = 2

func (s *parkState) sleeping(kind uint8) *uint8 { return &s.counters[1-kind] }

func (s *parkState) searching() *uint8 { return &s.counters[parkSearching] }

// quiet is Quiet.
func (s *parkState) quiet() bool { return *s.searching() > 0 || s.nobody() }

// nobody reports whether nobody sleeps.
func (s *parkState) nobody() bool { return *s.sleeping(parkIdle)+*s.sleeping(parkHelping) == 0 }

// The labels, as in the table of actions.
const (
	parkWorkIdle = iota
	parkPublish
	parkGlance
	parkNotifyLook
	parkNotifyLock
	parkNotifyClaim
	parkNotifyUnpark
	parkLookFirst
	parkSearch
	parkLookLatch
	parkTake
	parkLeave
	parkAnnounce
	parkReadClosed
	parkRecheckLatch
	parkRecheck
	parkPark
	parkRetract
	parkCloseStore
	parkCloseUnpark
	parkLatchSet
	parkLatchUnpark
	parkDone
	parkTerminating
)

// park is what the configuration says.
type park struct {
	workers, sources, tasks, spawns, waiters, closes, strays uint8
	closer                                                   int
	naive                                                    string
	*Def[parkState]
}

func init() { register("Park", newPark) }

func newPark(c *tla.Config) (*Def[parkState], error) {
	m := &park{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err := sizes(c, size{"Workers", &m.workers, parkMaxWorkers}, size{"Sources", &m.sources, parkMaxSources}); err != nil {
		return nil, err
	}
	for name, into := range map[string]*uint8{"Tasks": &m.tasks, "Spawns": &m.spawns, "Waiters": &m.waiters, "Closes": &m.closes, "Strays": &m.strays} {
		n, err := c.Int(name)
		if err != nil {
			return nil, err
		}
		if n < 0 || n > parkMaxWorkers {
			return nil, fmt.Errorf("%s.cfg: %s is %d; the machine has room for 0 to %d", c.Name, name, n, parkMaxWorkers)
		}
		*into = uint8(n)
	}
	m.closer = int(m.workers + m.closes)
	m.Def = &Def[parkState]{
		PC: func(s *parkState) []uint8 { return s.pc[:m.closer+1+int(m.waiters)] },
		Actions: []Action[parkState]{
			parkWorkIdle:     {"WorkIdle", "", "", m.workIdle, 2},
			parkPublish:      {"Publish", "closed ready", "ready", m.publish, 1},
			parkNotifyLook:   {"NotifyLook", "state", "", m.notifyLook, 1},
			parkNotifyLock:   {"NotifyLock", "mu state", "mu", m.notifyLock, 1},
			parkNotifyClaim:  {"NotifyClaim", "mu sleepers state", "mu sleepers state", m.notifyClaim, int(m.workers)},
			parkNotifyUnpark: {"NotifyUnpark", "", "permit", m.notifyUnpark, 1},
			parkLookFirst:    {"LookFirst", "ready", "ready", m.lookFirst, 1},
			parkSearch:       {"Search", "state", "state", m.search, 2},
			parkLookLatch:    {"LookLatch", "latch", "", m.lookLatch, 1},
			parkTake:         {"Take", "ready", "ready", m.take, 1},
			parkLeave:        {"Leave", "state", "state", m.leave, 1},
			parkGlance:       {"Glance", "ready", "", m.glance, 1},
			parkAnnounce:     {"Announce", "mu sleepers state", "sleepers state", m.announce, 1},
			parkReadClosed:   {"ReadClosed", "closed", "", m.readClosed, 1},
			parkRecheckLatch: {"RecheckLatch", "latch", "", m.recheckLatch, 1},
			parkRecheck:      {"Recheck", "ready", "ready", m.recheck, 1},
			parkPark:         {"Park", "permit", "permit", m.park, 2},
			parkRetract:      {"Retract", "mu sleepers state", "sleepers state", m.retract, 1},
			parkCloseStore:   {"CloseStore", "", "closed", m.closeStore, 1},
			parkCloseUnpark:  {"CloseUnpark", "", "permit", m.closeUnpark, 1},
			parkLatchSet:     {"LatchSet", "", "latch", m.latchSet, 1},
			parkLatchUnpark:  {"LatchUnpark", "", "permit", m.latchUnpark, 1},
			parkDone:         {Name: "Done"},
			parkTerminating:  {Name: "Terminating"},
		},
		Vars: m.vars(),
	}
	m.faults()
	m.Threads = []string{"outside"}
	for w := range m.workers + 1 {
		m.Init.worker[w].n = 1
		if w > 0 {
			m.Threads = append(m.Threads, fmt.Sprintf("worker %d", w))
		}
		if 0 < w && w <= m.waiters {
			m.Init.worker[w].waiting = 1
		}
	}
	if m.closes > 0 {
		m.Threads = append(m.Threads, "closer")
		m.Init.next, m.Init.pc[m.closer] = 1, parkCloseStore
	}
	for w := range m.waiters {
		m.Threads = append(m.Threads, fmt.Sprintf("setter %d", w+1))
		m.Init.pc[m.closer+1+int(w)] = parkLatchSet
	}
	m.properties()
	return m.Def, nil
}

// faults makes regions of the steps that are more than one access by a fault.
func (m *park) faults() {
	region := func(label int, variables string) {
		a := &m.Actions[label]
		do := a.Do
		a.Reads, a.Writes = variables, variables
		a.Do = func(s *parkState, t, choice int) Access {
			do(s, t, choice)
			return region()
		}
	}
	switch m.naive {
	case "CountsLate":
		region(parkNotifyUnpark, "permit state")
	case "ClosedLast":
		region(parkCloseUnpark, "closed permit")
	}
}

func (m *park) vars() []Var[parkState] {
	var all []Var[parkState]
	of := func(name string, shape Shape, cell func(p *parkWorker) *uint8) {
		all = append(all, Var[parkState]{
			Name: name, Class: Private, Shape: fn(0, int(m.workers)+1, shape), Thread: func(i int) int { return i },
			Cell: func(s *parkState, i int) *uint8 { return cell(&s.worker[i]) },
		})
	}
	of("task", flag, func(p *parkWorker) *uint8 { return &p.task })
	of("waiting", flag, func(p *parkWorker) *uint8 { return &p.waiting })
	of("sent", num, func(p *parkWorker) *uint8 { return &p.sent })
	of("n", num, func(p *parkWorker) *uint8 { return &p.n })
	of("c", flag, func(p *parkWorker) *uint8 { return &p.c })
	of("tree", flag, func(p *parkWorker) *uint8 { return &p.tree })
	of("x", num, func(p *parkWorker) *uint8 { return &p.x })
	of("strays", num, func(p *parkWorker) *uint8 { return &p.strays })
	workers := int(m.workers)
	return append(all,
		shared("state", rec(parkFields, signed, signed, signed), m.workers, func(s *parkState, i int) *uint8 {
			return &s.counters[i]
		}),
		shared("sleepers", rec(parkFields[:2], set(1, workers), set(1, workers)), 1, func(s *parkState, i int) *uint8 {
			return &s.sleepers[1-i/workers][i%workers]
		}),
		shared("mu", flag, 1, func(s *parkState, _ int) *uint8 { return &s.mu }),
		shared("closed", flag, 1, func(s *parkState, _ int) *uint8 { return &s.closed }),
		shared("permit", fn(1, workers, flag), 1, func(s *parkState, i int) *uint8 { return &s.permit[i] }),
		shared("latch", fn(1, int(m.waiters), flag), 1, func(s *parkState, i int) *uint8 { return &s.latch[i] }),
		shared("ready", fn(1, int(m.sources), num), m.tasks+1, func(s *parkState, i int) *uint8 { return &s.ready[i] }),
		ghost("ran", num, func(s *parkState, _ int) *uint8 { return &s.ran }),
		Var[parkState]{
			Name: "next", Class: Private, Shape: fn(workers+1, int(m.closes), num), Thread: func(int) int { return m.closer },
			Cell: func(s *parkState, _ int) *uint8 { return &s.next },
		},
	)
}

// own is Own: the index of the source where a process publishes.
func (m *park) own(p int) int {
	if p == 0 || m.sources == 1 {
		return 0
	}
	return 1 + (p-1)%int(m.sources-1)
}

// nth is Nth: the index of a source of a worker's sweep.
func (m *park) nth(w int, n uint8) uint8 { return (uint8(w) + n) % m.sources }

// asleep returns whether a worker is in the sleepers of its kind, as 0 or 1.
func (s *parkState) asleep(w int) *uint8 { return &s.sleepers[s.worker[w].waiting][w-1] }

// searches is Searches: how much a worker of a kind adds to those that search.
func (m *park) searches(kind uint8) uint8 {
	if kind == parkHelping && m.naive != "HelperCounts" {
		return 0
	}
	return 1
}

// sees reports whether there is a task at the source where a worker is that it takes.
func (m *park) sees(s *parkState, t int) bool {
	source := m.nth(t, s.worker[t].n)
	return s.ready[source] > 0 && (source != 0 || s.worker[t].waiting == parkIdle)
}

// grab takes it.
func (m *park) grab(s *parkState, t int) {
	p := &s.worker[t]
	s.ready[m.nth(t, p.n)]--
	p.task, p.n = 1, 1
}

// marked is grab that says in tree whether helpers might have taken it.
func (m *park) marked(s *parkState, t int) {
	p := &s.worker[t]
	p.tree = 0
	if m.nth(t, p.n) != 0 {
		p.tree = 1
	}
	m.grab(s, t)
}

// sweep is Sweep: the worker begins to search, or does so again.
func (s *parkState) sweep(t int) {
	s.pc[t] = parkTake
	if s.worker[t].waiting == 1 {
		s.pc[t] = parkLookLatch
	}
}

// early reports whether a process notifies before it publishes.
func (m *park) early(t int) bool { return t == 0 && m.naive == "NotifyBeforePublish" }

// done is Return: the end of notify.
func (m *park) done(s *parkState, t int) {
	s.worker[t].tree = 0
	switch {
	case t != 0:
		s.pc[t] = parkWorkIdle
	case s.worker[t].sent < m.tasks:
		s.pc[t] = parkPublish
	default:
		s.pc[t] = parkDone
	}
}

func (m *park) workIdle(s *parkState, t, choice int) Access {
	p := &s.worker[t]
	publishes := t == 0 && m.tasks > 0 || t != 0 && p.task == 1 && p.sent < m.spawns
	switch {
	case choice == 0 && !publishes || choice == 1 && t == 0 && m.tasks > 0:
		return disabled
	case choice == 0 && m.early(t):
		s.pc[t] = parkNotifyLook
	case choice == 0:
		s.pc[t] = parkPublish
	case t == 0:
		s.pc[t] = parkDone
	default:
		s.ran += p.task
		p.task = 0
		s.pc[t] = parkLookFirst
	}
	return silent
}

func (m *park) publish(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	if t == 0 && s.closed == 1 {
		s.pc[t] = parkDone
		return region()
	}
	s.ready[m.own(t)]++
	p.sent++
	p.tree = 0
	if m.own(t) != 0 {
		p.tree = 1
	}
	s.pc[t] = parkNotifyLook
	if m.early(t) && p.sent == m.tasks {
		s.pc[t] = parkDone
	}
	return region()
}

func (m *park) notifyLook(s *parkState, t, _ int) Access {
	if s.quiet() {
		m.done(s, t)
	} else {
		s.pc[t] = parkNotifyLock
	}
	return load("state")
}

func (m *park) notifyLock(s *parkState, t, _ int) Access {
	switch {
	case s.mu == 1:
		return disabled
	case s.nobody() || m.naive != "NoRetest" && s.quiet():
		m.done(s, t)
	default:
		s.mu, s.pc[t] = 1, parkNotifyClaim
	}
	return region()
}

func (m *park) notifyClaim(s *parkState, t, choice int) Access {
	p, kind := &s.worker[t], uint8(parkIdle)
	if s.sleepers[parkIdle] == [parkMaxWorkers]uint8{} {
		kind = parkHelping
	}
	if kind == parkHelping && p.tree == 0 { // those that sleep do not take it
		if choice > 0 {
			return disabled
		}
		s.mu = 0
		m.done(s, t)
		return region()
	}
	sleeps := &s.sleepers[kind][choice]
	if *sleeps == 0 {
		return disabled
	}
	s.mu, p.x, *sleeps = 0, uint8(1+choice), 0
	*s.sleeping(kind)--
	if m.naive != "CountsLate" {
		*s.searching() += m.searches(kind)
	}
	s.pc[t] = parkNotifyUnpark
	return region()
}

func (m *park) notifyUnpark(s *parkState, t, _ int) Access {
	x := &s.worker[t].x
	did := storeAt("permit", *x-1)
	s.permit[*x-1] = 1
	*x = 0
	m.done(s, t)
	if m.naive == "CountsLate" {
		*s.searching()++
	}
	return did
}

func (m *park) lookFirst(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	source := m.nth(t, p.n)
	switch {
	case m.sees(s, t):
		m.grab(s, t)
		s.pc[t] = parkWorkIdle
		return casAt("ready", source, true)
	case p.n < m.sources:
		p.n++
	default:
		p.n = 1
		s.pc[t] = parkSearch
	}
	return casAt("ready", source, false)
}

func (m *park) search(s *parkState, t, choice int) Access {
	did, adds := silent, m.searches(s.worker[t].waiting)
	if adds > 0 {
		did = swap("state")
	}
	*s.searching() += adds
	if choice == 0 {
		s.sweep(t)
	} else {
		s.pc[t] = parkAnnounce // it has just woken somebody
	}
	return did
}

func (m *park) lookLatch(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	s.pc[t] = parkTake
	switch {
	case s.latch[t-1] == 0:
	case m.naive == "LatchSilent":
		p.waiting, p.task = 0, 1
		s.pc[t] = parkWorkIdle
	default:
		p.tree = 1
		s.pc[t] = parkLeave
	}
	return loadAt("latch", uint8(t-1))
}

func (m *park) take(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	source := m.nth(t, p.n)
	switch {
	case m.sees(s, t):
		m.marked(s, t)
		s.pc[t] = parkLeave
		return casAt("ready", source, true)
	case p.n < m.sources:
		p.n++
	default:
		p.n = 1
		s.pc[t] = parkAnnounce
	}
	return casAt("ready", source, false)
}

func (m *park) leave(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	*s.searching() -= m.searches(p.waiting)
	did := swap("state")
	if m.searches(p.waiting) == 0 {
		did = load("state")
	}
	if p.task == 0 { // its own goes on
		p.waiting, p.task = 0, 1
	}
	switch {
	case s.quiet() || m.naive == "LastSearcherSilent":
		p.tree, s.pc[t] = 0, parkWorkIdle
	case *s.sleeping(parkIdle) == m.workers-1:
		s.pc[t] = parkGlance
	default:
		s.pc[t] = parkNotifyLock
	}
	return did
}

func (m *park) glance(s *parkState, t, _ int) Access {
	s.pc[t] = parkNotifyLock
	if s.ready[0] == 0 || m.naive == "NoGlance" {
		s.worker[t].tree, s.pc[t] = 0, parkWorkIdle
	}
	return loadAt("ready", 0)
}

func (m *park) announce(s *parkState, t, _ int) Access {
	if s.mu == 1 {
		return disabled
	}
	kind := s.worker[t].waiting
	*s.asleep(t) = 1
	*s.searching() -= m.searches(kind)
	*s.sleeping(kind)++
	s.pc[t] = parkReadClosed
	if m.naive == "ClosedAfterRecheck" {
		s.pc[t] = parkRecheck
	}
	return region()
}

func (m *park) readClosed(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	p.c = s.closed &^ p.waiting
	switch {
	case m.naive == "NoRecheck" || m.naive == "ClosedAfterRecheck":
		s.parkOrRetract(t)
	case p.waiting == 1 && m.naive != "NoLatchRecheck":
		s.pc[t] = parkRecheckLatch
	default:
		s.pc[t] = parkRecheck
	}
	return load("closed")
}

// parkOrRetract follows when nothing has been found.
func (s *parkState) parkOrRetract(t int) {
	s.pc[t] = parkPark
	if s.worker[t].c == 1 {
		s.pc[t] = parkRetract
	}
}

func (m *park) recheckLatch(s *parkState, t, _ int) Access {
	s.pc[t] = parkRecheck
	if s.latch[t-1] == 1 {
		s.pc[t] = parkRetract
	}
	return loadAt("latch", uint8(t-1))
}

func (m *park) recheck(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	source := m.nth(t, p.n)
	switch {
	case m.sees(s, t):
		m.marked(s, t)
		p.c, s.pc[t] = 0, parkRetract
		return casAt("ready", source, true)
	case p.n < m.sources:
		p.n++
	case m.naive == "ClosedAfterRecheck":
		p.n, s.pc[t] = 1, parkReadClosed
	default:
		p.n = 1
		s.parkOrRetract(t)
	}
	return casAt("ready", source, false)
}

func (m *park) park(s *parkState, t, choice int) Access {
	p, permit := &s.worker[t], &s.permit[t-1]
	switch {
	case choice == 0 && *permit == 1:
		*permit = 0
	case choice == 1 && *permit == 0 && p.strays < m.strays:
		p.strays++
	default:
		return disabled
	}
	s.pc[t] = parkRetract
	return Access{Single, model.LockStep, int32(t - 1), "permit"}
}

func (m *park) retract(s *parkState, t, _ int) Access {
	if s.mu == 1 {
		return disabled
	}
	p := &s.worker[t]
	exits := p.c == 1
	p.c = 0
	if sleeps := s.asleep(t); *sleeps == 1 {
		*sleeps = 0
		*s.sleeping(p.waiting)--
		if exits {
			s.pc[t] = parkDone
			return region()
		}
		*s.searching() += m.searches(p.waiting)
	}
	if p.task == 1 {
		s.pc[t] = parkLeave
	} else {
		s.sweep(t)
	}
	return region()
}

func (m *park) closeStore(s *parkState, t, _ int) Access {
	s.closed, s.pc[t] = 1, parkCloseUnpark
	if m.naive == "ClosedLast" {
		s.closed = 0
	}
	return store("closed")
}

func (m *park) closeUnpark(s *parkState, t, _ int) Access {
	did := storeAt("permit", s.next-1)
	s.permit[s.next-1] = 1
	if s.next < m.workers {
		s.next++
	} else {
		s.next, s.pc[t] = 1, parkDone
		if m.naive == "ClosedLast" {
			s.closed = 1
		}
	}
	return did
}

func (m *park) latchSet(s *parkState, t, _ int) Access {
	w := uint8(t - m.closer - 1)
	s.latch[w], s.pc[t] = 1, parkLatchUnpark
	return storeAt("latch", w)
}

func (m *park) latchUnpark(s *parkState, t, _ int) Access {
	w := uint8(t - m.closer - 1)
	s.pc[t] = parkDone
	if m.naive == "NoLatchUnpark" {
		return silent
	}
	s.permit[w] = 1
	return storeAt("permit", w)
}
