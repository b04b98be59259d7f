package machine

import (
	"fmt"

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
	if err := sizesFrom0(c, size{"Tasks", &m.tasks, parkMaxWorkers}, size{"Spawns", &m.spawns, parkMaxWorkers},
		size{"Waiters", &m.waiters, parkMaxWorkers}, size{"Closes", &m.closes, parkMaxWorkers},
		size{"Strays", &m.strays, parkMaxWorkers}); err != nil {
		return nil, err
	}
	m.closer = int(m.workers + m.closes)
	m.Def = &Def[parkState]{
		PC:      func(s *parkState) []uint8 { return s.pc[:m.closer+1+int(m.waiters)] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	m.faults()
	m.Threads, m.Process = []string{"outside"}, map[string]string{"outside": "worker"}
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

// actions returns the actions in the order of their labels.
func (m *park) actions() []Action[parkState] {
	return []Action[parkState]{
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
	}
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
