package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/Injector.tla and MCInjector.tla.

const (
	injMaxWorkers    = 3
	injMaxSubmitters = 3
	injMaxClosers    = 2
	injMaxItems      = 6 // of all submitters
	injMaxQueue      = 3
	injMaxPeople     = injMaxWorkers + injMaxSubmitters
)

// A fifo is a sequence as its shape has it: the length, and then the values.
type fifo []uint8

func (q fifo) push(v uint8) {
	q[0]++
	q[q[0]] = v
}

func (q fifo) shift() uint8 {
	first := q[1]
	q.drop(first)
	return first
}

// drop removes the first that is v, if there is one.
func (q fifo) drop(v uint8) {
	for i := uint8(1); i <= q[0]; i++ {
		if q[i] == v {
			copy(q[i:], q[i+1:q[0]+1])
			q[q[0]] = 0
			q[0]--
			return
		}
	}
}

func (q fifo) has(v uint8) bool {
	for _, w := range q[1 : q[0]+1] {
		if w == v {
			return true
		}
	}
	return false
}

type (
	injItems  [1 + injMaxQueue]uint8
	injPeople [1 + injMaxSubmitters]uint8
)

type injState struct {
	closed  uint8
	queue   injItems
	size    uint8
	waiters injPeople
	idle    [injMaxWorkers]uint8
	permit  [injMaxPeople]uint8
	out     uint8

	accepted, ran, dropped [injMaxItems]uint8

	pc     [injMaxPeople + injMaxClosers]uint8
	worker [injMaxWorkers]struct {
		hand   injItems
		waking injPeople
		seen   uint8
	}
	submitter [injMaxSubmitters]struct{ next, try, again, to uint8 }
	closer    [injMaxClosers]struct {
		now  uint8
		rest injPeople
		left injItems
		nth  uint8
	}
}

// The labels, as in the table of actions.
const (
	injLookSize = iota
	injTakeBatch
	injWakeRoom
	injRunIdle
	injAnnounce
	injLookClosed
	injLookSizeAgain
	injAwaitWork
	injRetract
	injLeave
	injSubmitIdle
	injPut
	injAwaitRoom
	injGiveUp
	injPassRoom
	injNotify
	injNotifyUnpark
	injCloseIdle
	injCloseInjector
	injCloseWake
	injTakeAll
	injAbandonIdle
	injCloseUnpark
	injAwaitOut
	injDone
	injTerminating
)

// injector is what the configuration says.
type injector struct {
	workers, submitters, closers uint8
	each, early, capacity, batch uint8
	impatient, tries, nows       uint8
	naive                        string
	*Def[injState]
}

func init() { register("Injector", newInjector) }

func newInjector(c *tla.Config) (*Def[injState], error) {
	m := &injector{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Workers", &m.workers, injMaxWorkers}, size{"Submitters", &m.submitters, injMaxSubmitters},
		size{"Each", &m.each, injMaxItems}, size{"Capacity", &m.capacity, injMaxQueue},
		size{"Batch", &m.batch, injMaxQueue}); err != nil {
		return nil, err
	}
	if err = sizesFrom0(c, size{"Impatient", &m.impatient, injMaxSubmitters}, size{"Closers", &m.closers, injMaxClosers},
		size{"Early", &m.early, injMaxQueue}, size{"Tries", &m.tries, 1}, size{"Nows", &m.nows, 1}); err != nil {
		return nil, err
	}
	if m.items() > injMaxItems || m.early > m.capacity {
		return nil, fmt.Errorf("%s.cfg: the machine has room for %d tasks", c.Name, injMaxItems)
	}
	m.Def = &Def[injState]{
		First:   1,
		PC:      func(s *injState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	begin := func(kind string, n, label uint8) {
		for i := range n {
			m.Init.pc[len(m.Threads)] = label
			m.Threads = append(m.Threads, fmt.Sprintf("%s %d", kind, i+1))
		}
	}
	begin("worker", m.workers, injLookSize)
	begin("submitter", m.submitters, injSubmitIdle)
	begin("closer", m.closers, injCloseIdle)
	for i := range m.submitters {
		m.Init.submitter[i].next = i*m.each + 1
	}
	for k := range m.early {
		item := m.submitters*m.each + k + 1
		fifo(m.Init.queue[:]).push(item)
		m.Init.accepted[item-1] = 1
	}
	m.Init.size = m.early
	for i := range m.closers {
		m.Init.closer[i].nth = 1
	}
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *injector) actions() []Action[injState] {
	early := "" // what SubmitIdle reads before the lock
	if m.naive == "ClosedOutsideLock" {
		early = "closed"
	}
	return []Action[injState]{
		injLookSize:      {"LookSize", "size", "", m.lookSize, 1},
		injTakeBatch:     {"TakeBatch", "queue size waiters", "queue size waiters", m.takeBatch, 1},
		injWakeRoom:      {"WakeRoom", "", "permit", m.wakeRoom, 1},
		injRunIdle:       {"RunIdle", "", "", m.runIdle, 1},
		injAnnounce:      {"Announce", "idle", "idle", m.announce, 1},
		injLookClosed:    {"LookClosed", "closed", "", m.lookClosed, 1},
		injLookSizeAgain: {"LookSizeAgain", "size", "", m.lookSizeAgain, 1},
		injAwaitWork:     {"AwaitWork", "permit", "permit", m.awaitWork, 1},
		injRetract:       {"Retract", "idle", "idle", m.retract, 1},
		injLeave:         {"Leave", "out", "out", m.leave, 1},
		injSubmitIdle:    {"SubmitIdle", early, "", m.submitIdle, 2},
		injPut:           {"Put", "closed queue size waiters", "queue size waiters", m.put, 1},
		injAwaitRoom:     {"AwaitRoom", "permit", "permit", m.awaitRoom, 2},
		injGiveUp:        {"GiveUp", "queue waiters", "waiters", m.giveUp, 1},
		injPassRoom:      {"PassRoom", "", "permit", m.passRoom, 1},
		injNotify:        {"Notify", "idle", "idle", m.notify, int(m.workers)},
		injNotifyUnpark:  {"NotifyUnpark", "", "permit", m.notifyUnpark, 1},
		injCloseIdle:     {"CloseIdle", "", "", m.closeIdle, 2},
		injCloseInjector: {"CloseInjector", "waiters", "closed waiters", m.closeInjector, 1},
		injCloseWake:     {"CloseWake", "", "permit", m.closeWake, 1},
		injTakeAll:       {"TakeAll", "queue", "queue size", m.takeAll, 1},
		injAbandonIdle:   {"AbandonIdle", "", "", m.abandonIdle, 1},
		injCloseUnpark:   {"CloseUnpark", "", "permit", m.closeUnpark, 1},
		injAwaitOut:      {"AwaitOut", "out", "", m.awaitOut, 1},
		injDone:          {Name: "Done"},
		injTerminating:   {Name: "Terminating"},
	}
}

// ofProcesses is a function on n processes from first, each of which uses its own
// value only. The first process of the module is 1.
func ofProcesses[S any](name string, first, n uint8, shape Shape, cell func(s *S, process, i int) *uint8) Var[S] {
	return Var[S]{
		Name: name, Class: Private, Shape: fn(int(first), int(n), shape),
		Cell:   func(s *S, i int) *uint8 { return cell(s, i/shape.width, i%shape.width) },
		Thread: func(i int) int { return int(first) - 1 + i/shape.width },
	}
}

func (m *injector) items() uint8 { return m.submitters*m.each + m.early }

func (m *injector) vars() []Var[injState] {
	total := m.items()
	items, people := seq(injMaxQueue, num), seq(injMaxSubmitters, num)
	submitter, closer := 1+m.workers, 1+m.workers+m.submitters
	most := m.workers + m.submitters
	return []Var[injState]{
		shared("closed", flag, 1, func(s *injState, _ int) *uint8 { return &s.closed }),
		shared("queue", items, total, func(s *injState, i int) *uint8 { return &s.queue[i] }),
		shared("size", num, m.capacity, func(s *injState, _ int) *uint8 { return &s.size }),
		shared("waiters", people, most, func(s *injState, i int) *uint8 { return &s.waiters[i] }),
		shared("idle", set(1, int(m.workers)), 1, func(s *injState, i int) *uint8 { return &s.idle[i] }),
		shared("permit", fn(1, int(most), flag), 1, func(s *injState, i int) *uint8 { return &s.permit[i] }),
		shared("out", num, m.workers, func(s *injState, _ int) *uint8 { return &s.out }),
		ghost("accepted", set(1, int(total)), func(s *injState, i int) *uint8 { return &s.accepted[i] }),
		ghost("ran", fn(1, int(total), num), func(s *injState, i int) *uint8 { return &s.ran[i] }),
		ghost("dropped", fn(1, int(total), num), func(s *injState, i int) *uint8 { return &s.dropped[i] }),
		ofProcesses("hand", 1, m.workers, items, func(s *injState, w, i int) *uint8 { return &s.worker[w].hand[i] }),
		ofProcesses("waking", 1, m.workers, people, func(s *injState, w, i int) *uint8 { return &s.worker[w].waking[i] }),
		ofProcesses("seen", 1, m.workers, flag, func(s *injState, w, _ int) *uint8 { return &s.worker[w].seen }),
		ofProcesses("next", submitter, m.submitters, num, func(s *injState, p, _ int) *uint8 { return &s.submitter[p].next }),
		ofProcesses("try", submitter, m.submitters, flag, func(s *injState, p, _ int) *uint8 { return &s.submitter[p].try }),
		ofProcesses("again", submitter, m.submitters, flag, func(s *injState, p, _ int) *uint8 { return &s.submitter[p].again }),
		ofProcesses("to", submitter, m.submitters, num, func(s *injState, p, _ int) *uint8 { return &s.submitter[p].to }),
		ofProcesses("now", closer, m.closers, flag, func(s *injState, c, _ int) *uint8 { return &s.closer[c].now }),
		ofProcesses("rest", closer, m.closers, people, func(s *injState, c, i int) *uint8 { return &s.closer[c].rest[i] }),
		ofProcesses("left", closer, m.closers, items, func(s *injState, c, i int) *uint8 { return &s.closer[c].left[i] }),
		ofProcesses("nth", closer, m.closers, num, func(s *injState, c, _ int) *uint8 { return &s.closer[c].nth }),
	}
}
