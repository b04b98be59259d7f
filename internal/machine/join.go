package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/Join.tla and MCJoin.tla.

const (
	joinMaxWorkers   = 3
	joinMaxOutsiders = 2
	joinMaxTasks     = 5
)

type joinState struct {
	status, outcome [joinMaxTasks]uint8
	waiters         [joinMaxTasks]numbers
	abort           [joinMaxTasks]uint8
	pending         uint8
	permit          [joinMaxWorkers + joinMaxOutsiders]uint8
	deque           [1 + joinMaxWorkers]numbers
	ran, dropped    [joinMaxTasks]uint8
	late, threw     [joinMaxTasks]uint8
	pc              [joinMaxWorkers + joinMaxOutsiders]uint8

	worker   [joinMaxWorkers]joinWorker
	outsider [joinMaxOutsiders]struct {
		answer, enlisted uint8
		first            numbers
	}
}

type joinWorker struct {
	joinFrame                         // on top
	depth                       uint8 // of the stack below
	stack                       [joinMaxTasks]joinFrame
	at, why, got, thief, source uint8
	nudged                      uint8
	more, seen, wake            numbers
}

// push keeps the frame on top below the next one.
func (w *joinWorker) push() {
	w.stack[w.depth] = w.joinFrame
	w.depth++
}

type joinFrame struct{ count, listed, result, task uint8 }

// joinClosed is the list of waiters of a task that is complete.
var joinClosed = numbers{list[uint8]{n: 1}}

// The outcomes, and their names in the module.
const (
	joinNone = iota
	joinOK
	joinPanic
	joinCancelled
	joinWithdrawn
)

var joinOutcome = oneOf("none", "ok", "panic", "cancelled", "withdrawn")

// The labels, as in the table of actions.
const (
	joinFind = iota
	joinMore
	joinStock
	joinClaim
	joinReadCancel
	joinBodyIdle
	joinPoll
	joinFork
	joinJoinPoll
	joinPop
	joinLook
	joinReadOutcome
	joinHelpOwn
	joinHelpOther
	joinHelpThief
	joinPass
	joinPassReadCancel
	joinDiscard
	joinReadHead
	joinRegister
	joinPark
	joinThrowIdle
	joinCancel
	joinCancelScope
	joinCancelChild
	joinOffer
	joinOfferReadCancel
	joinReclaim
	joinWriteOutcome
	joinComplete
	joinCloseList
	joinWake
	joinCount
	joinBackIdle
	joinAwaitLook
	joinAwaitReadHead
	joinAwaitRegister
	joinAwaitPark
	joinAwaitCancel
	joinAwaitClaim
	joinAwaitWriteOutcome
	joinAwaitComplete
	joinAwaitCloseList
	joinAwaitWake
	joinAwaitReadOutcome
	joinDone
	joinTerminating
)

// join is what the configuration says.
type join struct {
	workers, outsiders, nudges uint8
	panics, recovers, patient  bool
	help, naive                string
	joinShape
	root  joinNumbers
	chain [joinMaxTasks + 1][]uint8 // each task, in whose scope it is, and so on
	roots []uint8
	*Def[joinState]
}

func init() { register("Join", newJoin) }

func newJoin(c *tla.Config) (*Def[joinState], error) {
	m := &join{}
	if err := m.read(c); err != nil {
		return nil, err
	}
	m.Def = &Def[joinState]{
		First:   1,
		PC:      func(s *joinState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	for _, t := range m.roots {
		m.Init.deque[0].append(t)
	}
	m.Init.pending = 1
	if m.latch != 0 {
		m.Init.status[m.latch-1] = m.nobody()
	}
	for w := range m.workers {
		m.Threads = append(m.Threads, fmt.Sprintf("worker %d", w+1))
		m.Init.worker[w].result = joinOK
	}
	for o := range m.outsiders {
		m.Threads = append(m.Threads, fmt.Sprintf("outsider %d", o+1))
		m.Init.pc[m.workers+o] = joinAwaitLook
	}
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *join) actions() []Action[joinState] {
	return []Action[joinState]{
		joinFind:              {"Find", "deque status", "deque", m.find, 2*int(m.workers) + 2},
		joinMore:              {"More", "deque", "deque", m.more, 2},
		joinStock:             {"Stock", "deque", "deque", m.stock, 1},
		joinClaim:             {"Claim", "status", "status", m.claim, 1},
		joinReadCancel:        {"ReadCancel", "abort", "", m.readCancel, 1},
		joinBodyIdle:          {"BodyIdle", "", "", m.bodyIdle, 3},
		joinPoll:              {"Poll", "abort", "", m.poll, 1},
		joinFork:              {"Fork", "deque pending", "deque pending", m.fork, 1},
		joinJoinPoll:          {"JoinPoll", "abort", "", m.joinPoll, 1},
		joinPop:               {"Pop", "deque", "deque", m.pop, 4},
		joinLook:              {"Look", "status", "", m.look, 1},
		joinReadOutcome:       {"ReadOutcome", "outcome abort", "", m.readOutcome, 2},
		joinHelpOwn:           {"HelpOwn", "deque", "deque", m.helpOwn, 1},
		joinHelpOther:         {"HelpOther", "deque", "deque", m.helpOther, 1},
		joinHelpThief:         {"HelpThief", "deque", "deque", m.helpThief, 1},
		joinPass:              {"Pass", "deque", "deque", m.pass, 1},
		joinPassReadCancel:    {"PassReadCancel", "abort", "", m.passReadCancel, 1},
		joinDiscard:           {"Discard", "status", "status", m.discard, 1},
		joinReadHead:          {"ReadHead", "waiters", "", m.readHead, 1},
		joinRegister:          {"Register", "waiters", "waiters", m.register, 1},
		joinPark:              {"Park", "permit deque", "permit", m.park, 3},
		joinThrowIdle:         {"ThrowIdle", "", "", m.throwIdle, 3},
		joinCancel:            {"Cancel", "abort", "abort", m.cancel, 1},
		joinCancelScope:       {"CancelScope", "abort", "abort", m.cancelScope, 1},
		joinCancelChild:       {"CancelChild", "abort", "abort", m.cancelChild, 1},
		joinOffer:             {"Offer", "deque", "deque", m.offer, 1},
		joinOfferReadCancel:   {"OfferReadCancel", "abort", "", m.offerReadCancel, 1},
		joinReclaim:           {"Reclaim", "deque abort", "deque", m.reclaim, 1},
		joinWriteOutcome:      {"WriteOutcome", "", "outcome", m.writeOutcome, 1},
		joinComplete:          {"Complete", "", "status", m.complete, 1},
		joinCloseList:         {"CloseList", "waiters", "waiters", m.closeList, 1},
		joinWake:              {"Wake", "", "permit", m.wake, 1},
		joinCount:             {"Count", "pending", "pending", m.countDown, 1},
		joinBackIdle:          {"BackIdle", "", "", m.backIdle, 1},
		joinAwaitLook:         {"AwaitLook", "status", "", m.awaitLook, 1},
		joinAwaitReadHead:     {"AwaitReadHead", "waiters", "", m.awaitReadHead, 1},
		joinAwaitRegister:     {"AwaitRegister", "waiters", "waiters", m.awaitRegister, 1},
		joinAwaitPark:         {"AwaitPark", "permit", "permit", m.awaitPark, 3},
		joinAwaitCancel:       {"AwaitCancel", "abort", "abort", m.awaitCancel, 1},
		joinAwaitClaim:        {"AwaitClaim", "status", "status", m.awaitClaim, 1},
		joinAwaitWriteOutcome: {"AwaitWriteOutcome", "", "outcome", m.awaitWriteOutcome, 1},
		joinAwaitComplete:     {"AwaitComplete", "", "status", m.awaitComplete, 1},
		joinAwaitCloseList:    {"AwaitCloseList", "waiters", "waiters", m.awaitCloseList, 1},
		joinAwaitWake:         {"AwaitWake", "", "permit", m.awaitWake, 1},
		joinAwaitReadOutcome:  {"AwaitReadOutcome", "outcome", "", m.awaitReadOutcome, 1},
		joinDone:              {Name: "Done"},
		joinTerminating:       {Name: "Terminating"},
	}
}

// completed is the status of a task that is complete. The status 0 means not started.
// nobody is the status of a dropped task, and of a latch. Any other status is the worker
// that runs the task.
func (m *join) completed() uint8 { return m.workers + 1 }
func (m *join) nobody() uint8    { return m.workers + 2 }

// latchOf returns the latch of the Scope that a task opens. counts returns the latch that
// counts the task. Both return 0 if there is none.
func (m *join) latchOf(t uint8) uint8 {
	if t == 1 {
		return m.latch
	}
	return 0
}

func (m *join) counts(t uint8) uint8 {
	if m.scopes[t] == m.latch {
		return m.latch
	}
	return 0
}

func (m *join) vars() []Var[joinState] {
	tasks := func(of Shape) Shape { return fn(1, int(m.tasks), of) }
	sequence := seq(listMax, num)
	// A function on workers, and one on outsiders.
	workers := func(name string, of Shape, cell func(w *joinWorker, i int) *uint8) Var[joinState] {
		return Var[joinState]{
			Name: name, Class: Private, Shape: fn(1, int(m.workers), of),
			Cell:   func(s *joinState, i int) *uint8 { return cell(&s.worker[i/of.width], i%of.width) },
			Thread: func(i int) int { return i / of.width },
		}
	}
	outsiders := func(name string, of Shape, cell func(s *joinState, o, i int) *uint8) Var[joinState] {
		return Var[joinState]{
			Name: name, Class: Private, Shape: fn(int(m.workers)+1, int(m.outsiders), of),
			Cell:   func(s *joinState, i int) *uint8 { return cell(s, i/of.width, i%of.width) },
			Thread: func(i int) int { return int(m.workers) + i/of.width },
		}
	}
	frame := func(f *joinFrame, i int) *uint8 { return []*uint8{&f.count, &f.listed, &f.result, &f.task}[i] }
	return []Var[joinState]{
		shared("status", tasks(num), m.nobody(), func(s *joinState, i int) *uint8 { return &s.status[i] }),
		shared("outcome", tasks(joinOutcome), joinWithdrawn, func(s *joinState, i int) *uint8 { return &s.outcome[i] }),
		shared("waiters", tasks(sequence), m.workers+m.outsiders, func(s *joinState, i int) *uint8 {
			return s.waiters[i/sequence.width].cell(i % sequence.width)
		}),
		shared("abort", tasks(joinOutcome), joinWithdrawn, func(s *joinState, i int) *uint8 { return &s.abort[i] }),
		shared("pending", num, m.tasks, func(s *joinState, _ int) *uint8 { return &s.pending }),
		shared("permit", fn(1, int(m.workers+m.outsiders), flag), 1, func(s *joinState, i int) *uint8 { return &s.permit[i] }),
		shared("deque", fn(0, int(m.workers)+1, sequence), m.tasks, func(s *joinState, i int) *uint8 {
			return s.deque[i/sequence.width].cell(i % sequence.width)
		}),
		ghost("ran", tasks(num), func(s *joinState, i int) *uint8 { return &s.ran[i] }),
		ghost("dropped", tasks(num), func(s *joinState, i int) *uint8 { return &s.dropped[i] }),
		ghost("late", tasks(flag), func(s *joinState, i int) *uint8 { return &s.late[i] }),
		ghost("threw", tasks(flag), func(s *joinState, i int) *uint8 { return &s.threw[i] }),
		workers("stack", seq(joinMaxTasks, rec([]string{"count", "listed", "result", "task"}, num, flag, joinOutcome, num)),
			func(w *joinWorker, i int) *uint8 {
				if i == 0 {
					return &w.depth
				}
				return frame(&w.stack[(i-1)/4], (i-1)%4)
			}),
		workers("count", num, func(w *joinWorker, _ int) *uint8 { return &w.count }),
		workers("listed", flag, func(w *joinWorker, _ int) *uint8 { return &w.listed }),
		workers("result", joinOutcome, func(w *joinWorker, _ int) *uint8 { return &w.result }),
		workers("task", num, func(w *joinWorker, _ int) *uint8 { return &w.task }),
		workers("at", num, func(w *joinWorker, _ int) *uint8 { return &w.at }),
		workers("why", joinOutcome, func(w *joinWorker, _ int) *uint8 { return &w.why }),
		workers("got", num, func(w *joinWorker, _ int) *uint8 { return &w.got }),
		workers("more", sequence, func(w *joinWorker, i int) *uint8 { return w.more.cell(i) }),
		workers("thief", num, func(w *joinWorker, _ int) *uint8 { return &w.thief }),
		workers("source", num, func(w *joinWorker, _ int) *uint8 { return &w.source }),
		workers("nudged", num, func(w *joinWorker, _ int) *uint8 { return &w.nudged }),
		workers("seen", sequence, func(w *joinWorker, i int) *uint8 { return w.seen.cell(i) }),
		workers("wake", sequence, func(w *joinWorker, i int) *uint8 { return w.wake.cell(i) }),
		outsiders("answer", joinOutcome, func(s *joinState, o, _ int) *uint8 { return &s.outsider[o].answer }),
		outsiders("enlisted", flag, func(s *joinState, o, _ int) *uint8 { return &s.outsider[o].enlisted }),
		outsiders("first", sequence, func(s *joinState, o, i int) *uint8 { return s.outsider[o].first.cell(i) }),
	}
}
