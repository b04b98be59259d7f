package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/TwoQueue.tla and MCTwoQueue.tla.

const (
	twoqMaxWorkers = 4
	twoqMaxTasks   = 5
)

type twoqState struct {
	workq              [twoqMaxWorkers]numbers
	at, isDone, forked [twoqMaxTasks]uint8
	pc                 [twoqMaxWorkers]uint8
	worker             [twoqMaxWorkers]twoqWorker
}

type twoqWorker struct {
	local, stack                    twoqJoins
	curr, sub, child, again, victim uint8
}

// twoqJoins is a sequence of joins that wait.
type twoqJoins struct{ list[twoqJoin] }

// twoqJoin is a task, and the subtask that it waits for.
type twoqJoin struct{ sub, task uint8 }

func (l *twoqJoins) cell(i int) *uint8 {
	switch {
	case i == 0:
		return &l.n
	case i%2 == 1:
		return &l.at[(i-1)/2].sub
	}
	return &l.at[(i-1)/2].task
}

// What each task forks, by shape; tasks are 1, 2, ...
var twoqShapes = map[uint8]struct {
	kids  [twoqMaxTasks + 1][]uint8
	tasks uint8
}{
	1: {[twoqMaxTasks + 1][]uint8{1: {2}, 2: {3}}, 3},
	2: {[twoqMaxTasks + 1][]uint8{1: {2, 3}}, 3},
	3: {[twoqMaxTasks + 1][]uint8{1: {2, 3}, 2: {4}}, 4},
	4: {[twoqMaxTasks + 1][]uint8{1: {2, 3}, 2: {4, 5}}, 5},
}

// The labels, as in the table of actions.
const (
	twoqPop = iota
	twoqAdvance
	twoqReadChild
	twoqPushContinuation
	twoqPushChild
	twoqJoinSub
	twoqSetDone
	twoqSteal
	twoqPushStolen
	twoqReadRoot
	twoqDone
	twoqTerminating
)

// twoq is what the configuration says.
type twoq struct {
	workers, tasks          uint8
	twoQueues, pushesStolen bool
	naive                   string
	kids                    [twoqMaxTasks + 1][]uint8
	*Def[twoqState]
}

func init() { register("TwoQueue", newTwoQueue) }

func newTwoQueue(c *tla.Config) (*Def[twoqState], error) {
	m := &twoq{twoQueues: c.Constants["TwoQueues"] == "TRUE", pushesStolen: c.Constants["PushesStolen"] == "TRUE"}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	var shape uint8
	if err = sizes(c, size{"Workers", &m.workers, twoqMaxWorkers}, size{"Shape", &shape, len(twoqShapes)}); err != nil {
		return nil, err
	}
	m.kids, m.tasks = twoqShapes[shape].kids, twoqShapes[shape].tasks
	m.Def = &Def[twoqState]{
		Process: map[string]string{"thread": "worker"},
		PC:      func(s *twoqState) []uint8 { return s.pc[:] },
		Actions: []Action[twoqState]{
			twoqPop:              {"Pop", "workq", "workq", m.pop, 1},
			twoqAdvance:          {"Advance", "at", "at", m.advance, 1},
			twoqReadChild:        {"ReadChild", "at", "", m.readChild, 1},
			twoqPushContinuation: {"PushContinuation", "workq", "workq", m.pushContinuation, 1},
			twoqPushChild:        {"PushChild", "workq", "workq", m.pushChild, 1},
			twoqJoinSub:          {"Join", "is_done", "", m.join, 1},
			twoqSetDone:          {"SetDone", "", "is_done", m.setDone, 1},
			twoqSteal:            {"Steal", "workq", "workq", m.steal, 1},
			twoqPushStolen:       {"PushStolen", "workq", "workq", m.pushStolen, 1},
			twoqReadRoot:         {"ReadRoot", "is_done", "", m.readRoot, 1},
			twoqDone:             {Name: "Done"},
			twoqTerminating:      {Name: "Terminating"},
		},
		Vars: m.vars(),
	}
	m.Init.workq[0].append(1)
	for w := range m.workers {
		m.Threads = append(m.Threads, fmt.Sprintf("thread %d", w))
		m.Init.worker[w].victim = m.after(w)
	}
	m.properties()
	return m.Def, nil
}

func (m *twoq) vars() []Var[twoqState] {
	tasks := func(of Shape) Shape { return fn(1, int(m.tasks), of) }
	sequence := seq(listMax, num)
	joins := seq(listMax, rec([]string{"sub", "task"}))
	private := func(name string, of Shape, cell func(w *twoqWorker, i int) *uint8) Var[twoqState] {
		return Var[twoqState]{
			Name: name, Class: Private, Shape: fn(0, int(m.workers), of),
			Cell:   func(s *twoqState, i int) *uint8 { return cell(&s.worker[i/of.width], i%of.width) },
			Thread: func(i int) int { return i / of.width },
		}
	}
	return []Var[twoqState]{
		shared("workq", fn(0, int(m.workers), sequence), m.tasks, func(s *twoqState, i int) *uint8 {
			return s.workq[i/sequence.width].cell(i % sequence.width)
		}),
		shared("at", tasks(num), 2*m.tasks, func(s *twoqState, i int) *uint8 { return &s.at[i] }),
		shared("is_done", tasks(flag), 1, func(s *twoqState, i int) *uint8 { return &s.isDone[i] }),
		ghost("forked", tasks(num), func(s *twoqState, i int) *uint8 { return &s.forked[i] }),
		private("local", joins, func(w *twoqWorker, i int) *uint8 { return w.local.cell(i) }),
		private("stack", joins, func(w *twoqWorker, i int) *uint8 { return w.stack.cell(i) }),
		private("curr", num, func(w *twoqWorker, _ int) *uint8 { return &w.curr }),
		private("sub", num, func(w *twoqWorker, _ int) *uint8 { return &w.sub }),
		private("child", num, func(w *twoqWorker, _ int) *uint8 { return &w.child }),
		private("again", flag, func(w *twoqWorker, _ int) *uint8 { return &w.again }),
		private("victim", num, func(w *twoqWorker, _ int) *uint8 { return &w.victim }),
	}
}
