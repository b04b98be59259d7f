package machine

import (
	"fmt"

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
		Process: map[string]string{"main": "thread", "worker": "thread"},
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
