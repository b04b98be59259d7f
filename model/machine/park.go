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
	searching, idle uint8
	sleepers        [1 + parkMaxWorkers]uint8 // the length first
	mu, closed      uint8
	permit, latch   [parkMaxWorkers]uint8
	ready           [parkMaxSources]uint8
	ran             uint8
	pc              [parkMaxThreads]uint8

	// Of who submits from outside, and of the workers.
	worker [1 + parkMaxWorkers]parkWorker
	next   uint8
}

type parkWorker struct{ task, waiting, sent, n, c, x, strays uint8 }

// The labels, as in the table of actions.
const (
	parkWorkIdle = iota
	parkPublish
	parkNotifyLook
	parkNotifyLock
	parkNotifyClaim
	parkNotifyUnpark
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
			parkNotifyClaim:  {"NotifyClaim", "mu sleepers state", "mu sleepers state", m.notifyClaim, 1},
			parkNotifyUnpark: {"NotifyUnpark", "", "permit", m.notifyUnpark, 1},
			parkSearch:       {"Search", "state", "state", m.search, 1},
			parkLookLatch:    {"LookLatch", "latch", "", m.lookLatch, 1},
			parkTake:         {"Take", "ready", "ready", m.take, 1},
			parkLeave:        {"Leave", "state", "state", m.leave, 1},
			parkAnnounce:     {"Announce", "mu sleepers state", "sleepers state", m.announce, 1},
			parkReadClosed:   {"ReadClosed", "closed", "", m.readClosed, 1},
			parkRecheckLatch: {"RecheckLatch", "latch", "", m.recheckLatch, 1},
			parkRecheck:      {"Recheck", "ready", "", m.recheck, 1},
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
	case "LatchSilent":
		region(parkLookLatch, "latch state")
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
	of("x", num, func(p *parkWorker) *uint8 { return &p.x })
	of("strays", num, func(p *parkWorker) *uint8 { return &p.strays })
	workers := int(m.workers)
	return append(all,
		shared("state", rec([]string{"idle", "searching"}, signed, signed), m.workers, func(s *parkState, i int) *uint8 {
			if i == 0 {
				return &s.idle
			}
			return &s.searching
		}),
		shared("sleepers", seq(workers, num), m.workers, func(s *parkState, i int) *uint8 { return &s.sleepers[i] }),
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

// asleep returns where a worker is in sleepers, or 0.
func (s *parkState) asleep(w int) int {
	for i := 1; i <= int(s.sleepers[0]); i++ {
		if s.sleepers[i] == uint8(w) {
			return i
		}
	}
	return 0
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
		s.pc[t] = parkSearch
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
	s.pc[t] = parkNotifyLook
	if m.early(t) && p.sent == m.tasks {
		s.pc[t] = parkDone
	}
	return region()
}

func (m *park) notifyLook(s *parkState, t, _ int) Access {
	if s.searching > 0 || s.idle == 0 {
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
	case s.searching > 0 && m.naive != "NoRetest" || s.idle == 0:
		m.done(s, t)
	default:
		s.mu, s.pc[t] = 1, parkNotifyClaim
	}
	return region()
}

func (m *park) notifyClaim(s *parkState, t, _ int) Access {
	last := &s.sleepers[s.sleepers[0]]
	s.worker[t].x, *last = *last, 0
	s.sleepers[0]--
	s.idle--
	if m.naive != "CountsLate" {
		s.searching++
	}
	s.mu, s.pc[t] = 0, parkNotifyUnpark
	return region()
}

func (m *park) notifyUnpark(s *parkState, t, _ int) Access {
	x := &s.worker[t].x
	did := storeAt("permit", *x-1)
	s.permit[*x-1] = 1
	*x = 0
	m.done(s, t)
	if m.naive == "CountsLate" {
		s.searching++
	}
	return did
}

func (m *park) search(s *parkState, t, _ int) Access {
	s.searching++
	s.sweep(t)
	return swap("state")
}

func (m *park) lookLatch(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	s.pc[t] = parkTake
	if s.latch[t-1] == 1 {
		p.waiting, p.task = 0, 1
		s.pc[t] = parkLeave
		switch m.naive {
		case "LatchSilent":
			s.searching--
			s.pc[t] = parkWorkIdle
		case "LatchKeepsClaim":
			s.pc[t] = parkWorkIdle
		}
	}
	return loadAt("latch", uint8(t-1))
}

func (m *park) take(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	source := m.nth(t, p.n)
	switch {
	case s.ready[source] > 0:
		s.ready[source]--
		p.task, p.n = 1, 1
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
	s.searching--
	s.pc[t] = parkNotifyLock
	if s.searching > 0 || s.idle == 0 || m.naive == "LastSearcherSilent" {
		s.pc[t] = parkWorkIdle
	}
	return swap("state")
}

func (m *park) announce(s *parkState, t, _ int) Access {
	if s.mu == 1 {
		return disabled
	}
	s.sleepers[0]++
	s.sleepers[s.sleepers[0]] = uint8(t)
	s.searching--
	s.idle++
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
	case s.ready[source] > 0:
		p.c, p.n = 0, 1
		s.pc[t] = parkRetract
	case p.n < m.sources:
		p.n++
	case m.naive == "ClosedAfterRecheck":
		p.n, s.pc[t] = 1, parkReadClosed
	default:
		p.n = 1
		s.parkOrRetract(t)
	}
	return loadAt("ready", source)
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
	i := s.asleep(t)
	if i == 0 { // it was claimed
		s.sweep(t)
		return region()
	}
	copy(s.sleepers[i:], s.sleepers[i+1:])
	s.sleepers[parkMaxWorkers] = 0
	s.sleepers[0]--
	s.idle--
	if exits {
		s.pc[t] = parkDone
	} else {
		s.searching++
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
