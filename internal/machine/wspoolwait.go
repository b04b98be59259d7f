package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/WSPoolWait.tla and MCWSPoolWait.tla.

const (
	wspMaxWorkers = 4
	wspMaxTasks   = 5
)

// A wspList holds numbers, their number first.
type (
	wspQueue [1 + wspMaxTasks]uint8
	wspList  [2 + wspMaxWorkers]uint8
)

type wspState struct {
	queue     [wspMaxWorkers]wspQueue
	status    [1 + wspMaxTasks]uint8 // by task
	head      [1 + wspMaxTasks]wspList
	permit    [1 + wspMaxWorkers]uint8
	lock      uint8
	wait4work [1 + wspMaxWorkers]uint8
	stop      uint8
	ran       [1 + wspMaxTasks]uint8
	pc        [1 + wspMaxWorkers]uint8
	thread    [1 + wspMaxWorkers]wspThread
}

type wspThread struct {
	t, j, sent, n uint8
	h             wspList
}

// The values of status.
const (
	wspNew = iota
	wspRunning
	wspComplete
)

// The labels, as in the table of actions.
const (
	wspBeginIdle = iota
	wspPush
	wspSignal
	wspReadStop
	wspScan
	wspClaim
	wspWaitLock
	wspRecheckQueue
	wspRecheckStop
	wspWait
	wspAwake
	wspUnlock
	wspStoreComplete
	wspReadWaiters
	wspUnpark
	wspJoinClaim
	wspRemove
	wspJoinLook
	wspHelp
	wspReadHead
	wspCasHead
	wspLookAgain
	wspPark
	wspStop
	wspDone
	wspTerminating
)

// wsp is what the configuration says.
type wsp struct {
	workers, forks, tasks uint8
	naive                 string
	*Def[wspState]
}

func init() { register("WSPoolWait", newWSPoolWait) }

func newWSPoolWait(c *tla.Config) (*Def[wspState], error) {
	m := &wsp{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	err = sizes(c, size{"Workers", &m.workers, wspMaxWorkers}, size{"Forks", &m.forks, wspMaxTasks - 1})
	if err != nil {
		return nil, err
	}
	m.tasks = 1 + m.forks
	m.Def = &Def[wspState]{
		Threads: []string{"main"},
		PC:      func(s *wspState) []uint8 { return s.pc[:1+m.workers] },
		Actions: []Action[wspState]{
			wspBeginIdle:     {"BeginIdle", "", "", m.beginIdle, 1},
			wspPush:          {"Push", "queue", "queue", m.push, wspMaxWorkers},
			wspSignal:        {"Signal", "lock wait4work", "wait4work", m.signal, 1},
			wspReadStop:      {"ReadStop", "stop", "", m.readStop, 1},
			wspScan:          {"Scan", "queue", "queue", m.scan, 1},
			wspClaim:         {"Claim", "status", "status", m.claim, 1},
			wspWaitLock:      {"WaitLock", "lock", "lock", m.waitLock, 1},
			wspRecheckQueue:  {"RecheckQueue", "queue", "", m.recheckQueue, 1},
			wspRecheckStop:   {"RecheckStop", "stop", "", m.recheckStop, 1},
			wspWait:          {"Wait", "lock wait4work", "lock wait4work", m.wait, 1},
			wspAwake:         {"Awake", "wait4work", "", m.awake, 1},
			wspUnlock:        {"Unlock", "lock", "lock", m.unlock, 1},
			wspStoreComplete: {"Complete", "", "status", m.complete, 1},
			wspReadWaiters:   {"ReadWaiters", "head", "", m.readWaiters, 1},
			wspUnpark:        {"Unpark", "", "permit", m.unpark, 1},
			wspJoinClaim:     {"JoinClaim", "status", "status", m.joinClaim, 1},
			wspRemove:        {"Remove", "queue", "queue", m.remove, 1},
			wspJoinLook:      {"JoinLook", "status", "", m.joinLook, 1},
			wspHelp:          {"Help", "queue", "queue", m.help, 1},
			wspReadHead:      {"ReadHead", "head", "", m.readHead, 1},
			wspCasHead:       {"CasHead", "head", "head", m.casHead, 1},
			wspLookAgain:     {"LookAgain", "status", "", m.lookAgain, 1},
			wspPark:          {"Park", "permit", "permit", m.park, 1},
			wspStop:          {"Stop", "", "stop", m.shutdown, 1},
			wspDone:          {Name: "Done"},
			wspTerminating:   {Name: "Terminating"},
		},
		Vars: m.vars(),
	}
	if m.forks == 1 {
		m.Actions[wspHelp].Writes = "" // who is there has lost its only task to a thief
	}
	for w := range m.workers {
		m.Threads = append(m.Threads, fmt.Sprintf("worker %d", w+1))
	}
	m.properties()
	return m.Def, nil
}

func (m *wsp) vars() []Var[wspState] {
	workers, threads, tasks := int(m.workers), int(m.workers)+1, int(m.tasks)
	var all []Var[wspState]
	of := func(name string, shape Shape, cell func(th *wspThread, i int) *uint8) {
		all = append(all, Var[wspState]{
			Name: name, Class: Private, Shape: fn(0, threads, shape), Thread: func(i int) int { return i / shape.width },
			Cell: func(s *wspState, i int) *uint8 { return cell(&s.thread[i/shape.width], i%shape.width) },
		})
	}
	of("t", num, func(th *wspThread, _ int) *uint8 { return &th.t })
	of("j", num, func(th *wspThread, _ int) *uint8 { return &th.j })
	of("sent", num, func(th *wspThread, _ int) *uint8 { return &th.sent })
	of("n", num, func(th *wspThread, _ int) *uint8 { return &th.n })
	of("h", seq(threads, num), func(th *wspThread, i int) *uint8 { return &th.h[i] })
	list, waiters := 1+tasks, 1+threads
	return append(all,
		shared("queue", fn(1, workers, seq(tasks, num)), m.tasks, func(s *wspState, i int) *uint8 { return &s.queue[i/list][i%list] }),
		shared("status", fn(1, tasks, oneOf("new", "running", "complete")), wspComplete, func(s *wspState, i int) *uint8 { return &s.status[1+i] }),
		shared("head", fn(1, tasks, seq(threads, num)), m.workers, func(s *wspState, i int) *uint8 { return &s.head[1+i/waiters][i%waiters] }),
		shared("permit", fn(0, threads, flag), 1, func(s *wspState, i int) *uint8 { return &s.permit[i] }),
		shared("lock", flag, 1, func(s *wspState, _ int) *uint8 { return &s.lock }),
		shared("wait4work", set(1, workers), 1, func(s *wspState, i int) *uint8 { return &s.wait4work[1+i] }),
		shared("stop", flag, 1, func(s *wspState, _ int) *uint8 { return &s.stop }),
		ghost("ran", fn(1, tasks, num), func(s *wspState, i int) *uint8 { return &s.ran[1+i] }),
	)
}

func (q *wspQueue) add(task uint8) {
	q[0]++
	q[q[0]] = task
}

// pollLast takes the last task, pollFirst the first; 0 is none.
func (q *wspQueue) pollLast() (task uint8) {
	if q[0] > 0 {
		task, q[q[0]] = q[q[0]], 0
		q[0]--
	}
	return task
}

func (q *wspQueue) pollFirst() (task uint8) {
	if q[0] > 0 {
		task = q[1]
		copy(q[1:], q[2:])
		q[len(q)-1] = 0
		q[0]--
	}
	return task
}

// remove takes out a task, and reports whether it was there.
func (q *wspQueue) remove(task uint8) bool {
	for i := uint8(1); i <= q[0]; i++ {
		if q[i] == task {
			copy(q[i:], q[i+1:])
			q[len(q)-1] = 0
			q[0]--
			return true
		}
	}
	return false
}

// nth is Nth: the index of a queue that a worker scans.
func (m *wsp) nth(w int, n uint8) uint8 { return (uint8(w) - 1 + n) % m.workers }

// to sends a thread to a label.
func (s *wspState) to(t int, label uint8) { s.pc[t] = label }

// end is End: the task t has been computed.
func (m *wsp) end(s *wspState, t int) {
	s.to(t, wspStoreComplete)
	if m.naive == "StatusLast" {
		s.to(t, wspReadWaiters)
	}
}

// joined is Joined: the task j has been joined.
func (m *wsp) joined(s *wspState, t int) {
	th := &s.thread[t]
	switch {
	case t == 0:
		th.j = 0
		s.to(t, wspStop)
	case th.j > 2:
		th.j--
		s.to(t, wspJoinClaim)
	default:
		th.j, th.t = 0, 1
		m.end(s, t)
	}
}

// next is Next: on to the next task, or back to the one that is joined.
func (s *wspState) next(t int) {
	s.thread[t].t = 0
	s.to(t, wspReadStop)
	if s.thread[t].j != 0 {
		s.to(t, wspJoinLook)
	}
}

// ended is Ended: the waiters have been woken.
func (m *wsp) ended(s *wspState, t int) {
	if m.naive == "StatusLast" {
		s.to(t, wspStoreComplete)
	} else {
		s.next(t)
	}
}

func (m *wsp) beginIdle(s *wspState, t, _ int) Access {
	s.to(t, wspReadStop)
	if t == 0 {
		s.to(t, wspPush)
	}
	return silent
}

func (m *wsp) push(s *wspState, t, choice int) Access {
	th := &s.thread[t]
	into, task := choice, uint8(1)
	if t > 0 {
		into, task = t-1, th.sent+2
	}
	if t == 0 && choice >= int(m.workers) || t > 0 && choice > 0 {
		return disabled
	}
	s.queue[into].add(task)
	th.sent++
	s.to(t, wspSignal)
	return casAt("queue", uint8(into), true)
}

func (m *wsp) signal(s *wspState, t, _ int) Access {
	if s.lock == 1 {
		return disabled
	}
	s.wait4work = [1 + wspMaxWorkers]uint8{}
	th := &s.thread[t]
	switch {
	case t == 0 && th.sent == 1:
		th.j = 1
		s.to(t, wspJoinLook)
	case t == 0:
		s.to(t, wspDone)
	case th.sent < m.forks:
		s.to(t, wspPush)
	default:
		th.j, th.sent = 1+th.sent, 0
		s.to(t, wspJoinClaim)
	}
	return region()
}

func (m *wsp) readStop(s *wspState, t, _ int) Access {
	s.to(t, wspScan)
	if s.stop == 1 {
		s.to(t, wspDone)
	}
	return load("stop")
}

func (m *wsp) scan(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	i := m.nth(t, th.n)
	if th.n == 0 {
		th.t = s.queue[i].pollFirst()
	} else {
		th.t = s.queue[i].pollLast()
	}
	switch {
	case th.t != 0:
		th.n = 0
		s.to(t, wspClaim)
	case th.n < m.workers-1:
		th.n++
	default:
		th.n = 0
		s.to(t, wspWaitLock)
	}
	return casAt("queue", i, th.t != 0)
}

func (m *wsp) claim(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	did := casAt("status", th.t-1, s.status[th.t] == wspNew)
	switch {
	case s.status[th.t] != wspNew:
		s.next(t)
		return did
	case th.t == 1:
		s.status[1], th.t = wspRunning, 0
		s.to(t, wspPush)
	default:
		s.status[th.t] = wspRunning
		m.end(s, t)
	}
	return did
}

func (m *wsp) waitLock(s *wspState, t, _ int) Access {
	if s.lock == 1 {
		return disabled
	}
	s.lock = 1
	s.to(t, wspRecheckQueue)
	if m.naive == "AsDescribed" {
		s.to(t, wspWait)
	}
	return lock("lock")
}

func (m *wsp) recheckQueue(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	i := m.nth(t, th.n)
	switch {
	case s.queue[i][0] > 0:
		th.n = 0
		s.to(t, wspUnlock)
	case th.n < m.workers-1:
		th.n++
	case m.naive == "NoStopRecheck":
		th.n = 0
		s.to(t, wspWait)
	default:
		th.n = 0
		s.to(t, wspRecheckStop)
	}
	return loadAt("queue", i)
}

func (m *wsp) recheckStop(s *wspState, t, _ int) Access {
	s.to(t, wspWait)
	if s.stop == 1 {
		s.to(t, wspUnlock)
	}
	return load("stop")
}

func (m *wsp) wait(s *wspState, t, _ int) Access {
	s.wait4work[t] = 1
	s.lock = 0
	s.to(t, wspAwake)
	return region()
}

func (m *wsp) awake(s *wspState, t, _ int) Access {
	if s.wait4work[t] == 1 {
		return disabled
	}
	s.to(t, wspReadStop)
	return load("wait4work")
}

func (m *wsp) unlock(s *wspState, t, _ int) Access {
	s.lock = 0
	s.to(t, wspReadStop)
	return lock("lock")
}

func (m *wsp) complete(s *wspState, t, _ int) Access {
	task := s.thread[t].t
	s.status[task] = wspComplete
	s.ran[task]++
	s.to(t, wspReadWaiters)
	if m.naive == "StatusLast" {
		s.next(t)
	}
	return storeAt("status", task-1)
}

func (m *wsp) readWaiters(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	did := loadAt("head", th.t-1)
	th.h = s.head[th.t]
	s.to(t, wspUnpark)
	if th.h[0] == 0 {
		m.ended(s, t)
	}
	return did
}

func (m *wsp) unpark(s *wspState, t, _ int) Access {
	h := &s.thread[t].h
	last := &h[h[0]]
	did := storeAt("permit", *last)
	s.permit[*last], *last = 1, 0
	h[0]--
	if h[0] == 0 {
		m.ended(s, t)
	}
	return did
}

func (m *wsp) joinClaim(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	won := s.status[th.j] == wspNew
	s.to(t, wspJoinLook)
	if won {
		s.status[th.j] = wspRunning
		th.t = th.j
		s.to(t, wspRemove)
	}
	return casAt("status", th.j-1, won)
}

func (m *wsp) remove(s *wspState, t, _ int) Access {
	m.end(s, t)
	return casAt("queue", uint8(t-1), s.queue[t-1].remove(s.thread[t].j))
}

func (m *wsp) joinLook(s *wspState, t, _ int) Access {
	did := loadAt("status", s.thread[t].j-1)
	switch {
	case s.status[s.thread[t].j] == wspComplete:
		m.joined(s, t)
	case t == 0:
		s.to(t, wspReadHead)
	default:
		s.to(t, wspHelp)
	}
	return did
}

func (m *wsp) help(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	th.t = s.queue[t-1].pollLast()
	s.to(t, wspReadHead)
	if th.t != 0 {
		s.to(t, wspClaim)
	}
	return casAt("queue", uint8(t-1), th.t != 0)
}

func (m *wsp) readHead(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	th.h = s.head[th.j]
	s.to(t, wspCasHead)
	return loadAt("head", th.j-1)
}

func (m *wsp) casHead(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	head := &s.head[th.j]
	won := *head == th.h
	th.h = wspList{}
	switch {
	case !won:
		s.to(t, wspReadHead)
	case m.naive == "ParksAtOnce":
		s.to(t, wspPark)
	default:
		s.to(t, wspLookAgain)
	}
	if won {
		head[0]++
		head[head[0]] = uint8(t)
	}
	return casAt("head", th.j-1, won)
}

func (m *wsp) lookAgain(s *wspState, t, _ int) Access {
	did := loadAt("status", s.thread[t].j-1)
	s.to(t, wspPark)
	if s.status[s.thread[t].j] == wspComplete {
		m.joined(s, t)
	}
	return did
}

func (m *wsp) park(s *wspState, t, _ int) Access {
	if s.permit[t] == 0 {
		return disabled
	}
	s.permit[t] = 0
	s.to(t, wspLookAgain)
	return Access{Single, model.LockStep, int32(t), "permit"}
}

func (m *wsp) shutdown(s *wspState, t, _ int) Access {
	s.stop = 1
	s.thread[t].sent++
	s.to(t, wspSignal)
	return store("stop")
}
