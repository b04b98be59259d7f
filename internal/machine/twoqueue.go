package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/TwoQueue.tla and MCTwoQueue.tla.

const (
	twoqMaxWorkers = 4
	twoqMaxTasks   = 5
	twoqMaxList    = 8
)

type twoqState struct {
	workq              [twoqMaxWorkers]twoqList
	at, isDone, forked [twoqMaxTasks]uint8
	pc                 [twoqMaxWorkers]uint8
	worker             [twoqMaxWorkers]twoqWorker
}

type twoqWorker struct {
	local, stack                    twoqJoins
	curr, sub, child, again, victim uint8
}

// twoqList is a sequence of tasks.
type twoqList struct {
	n  uint8
	at [twoqMaxList]uint8
}

func (l *twoqList) cell(i int) *uint8 {
	if i == 0 {
		return &l.n
	}
	return &l.at[i-1]
}

func (l *twoqList) append(t uint8) { l.at[l.n], l.n = t, l.n+1 }

func (l *twoqList) takeLast() (t uint8) {
	l.n--
	t, l.at[l.n] = l.at[l.n], 0
	return t
}

func (l *twoqList) takeHead() (t uint8) {
	t = l.at[0]
	copy(l.at[:], l.at[1:])
	l.n--
	l.at[l.n] = 0
	return t
}

// twoqJoins is a sequence of joins that wait.
type twoqJoins struct {
	n  uint8
	at [twoqMaxList]twoqJoin
}

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

func (l *twoqJoins) append(e twoqJoin) { l.at[l.n], l.n = e, l.n+1 }

func (l *twoqJoins) prepend(e twoqJoin) {
	copy(l.at[1:], l.at[:])
	l.at[0], l.n = e, l.n+1
}

func (l *twoqJoins) takeLast() (e twoqJoin) {
	l.n--
	e, l.at[l.n] = l.at[l.n], twoqJoin{}
	return e
}

func (l *twoqJoins) takeHead() (e twoqJoin) {
	e = l.at[0]
	copy(l.at[:], l.at[1:])
	l.n--
	l.at[l.n] = twoqJoin{}
	return e
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
		PC: func(s *twoqState) []uint8 { return s.pc[:] },
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
	list := seq(twoqMaxList, num)
	joins := seq(twoqMaxList, rec([]string{"sub", "task"}))
	private := func(name string, of Shape, cell func(w *twoqWorker, i int) *uint8) Var[twoqState] {
		return Var[twoqState]{
			Name: name, Class: Private, Shape: fn(0, int(m.workers), of),
			Cell:   func(s *twoqState, i int) *uint8 { return cell(&s.worker[i/of.width], i%of.width) },
			Thread: func(i int) int { return i / of.width },
		}
	}
	return []Var[twoqState]{
		shared("workq", fn(0, int(m.workers), list), m.tasks, func(s *twoqState, i int) *uint8 {
			return s.workq[i/list.width].cell(i % list.width)
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

func (m *twoq) after(w uint8) uint8 { return (w + 1) % m.workers }

// onQueue is a critical section on a workq, which may write even where it finds
// nothing.
func onQueue(w uint8) Access { return casAt("workq", w, true) }

func (m *twoq) pop(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	took := func(e twoqJoin) {
		w.curr, w.sub, w.again = e.task, e.sub, 1
		s.pc[t] = twoqJoinSub
	}
	switch q := &s.workq[t]; {
	case q.n > 0:
		w.curr = q.takeLast()
		s.pc[t] = twoqAdvance
	case w.stack.n > 0:
		took(w.stack.takeLast())
	case w.local.n > 0 && m.naive == "FetchFront":
		took(w.local.takeHead())
	case w.local.n > 0:
		took(w.local.takeLast())
	default:
		s.pc[t] = twoqSteal
	}
	return onQueue(uint8(t))
}

func (m *twoq) advance(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.at[w.curr-1]++
	n, kids := int(s.at[w.curr-1]), m.kids[w.curr]
	switch {
	case n <= len(kids) && m.naive == "ReadsChildLate":
		s.pc[t] = twoqPushContinuation
	case n <= len(kids):
		s.pc[t] = twoqReadChild
	case n <= 2*len(kids):
		w.sub = kids[n-len(kids)-1]
		s.pc[t] = twoqJoinSub
	default:
		s.pc[t] = twoqSetDone
	}
	return region()
}

func (m *twoq) readChild(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	kids := m.kids[w.curr]
	w.child = kids[min(int(s.at[w.curr-1]), len(kids))-1]
	s.pc[t] = twoqPushContinuation
	if m.naive == "ReadsChildLate" {
		s.pc[t] = twoqPushChild
	}
	return plainReadAt("at", w.curr-1)
}

func (m *twoq) pushContinuation(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.workq[t].append(w.curr)
	if m.naive == "ReadsChildLate" {
		s.pc[t] = twoqReadChild
	} else {
		w.curr = 0
		s.pc[t] = twoqPushChild
	}
	return onQueue(uint8(t))
}

func (m *twoq) pushChild(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.workq[t].append(w.child)
	s.forked[w.child-1]++
	w.child, w.curr = 0, 0
	s.pc[t] = twoqPop
	return onQueue(uint8(t))
}

func (m *twoq) join(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	e := twoqJoin{sub: w.sub, task: w.curr}
	again := w.again == 1
	w.sub, w.again = 0, 0
	if s.isDone[e.sub-1] == 1 {
		s.pc[t] = twoqAdvance
		return loadAt("is_done", e.sub-1)
	}
	switch {
	case !m.twoQueues:
		w.stack.append(e)
	case again:
		w.local.prepend(e)
	default:
		w.local.append(e)
	}
	w.curr = 0
	s.pc[t] = twoqPop
	if again {
		s.pc[t] = twoqSteal
	}
	return loadAt("is_done", e.sub-1)
}

func (m *twoq) setDone(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	done := w.curr
	s.isDone[done-1] = 1
	if w.stack.n > 0 && w.stack.at[w.stack.n-1].sub == done {
		w.curr = w.stack.takeLast().task
		s.pc[t] = twoqAdvance
	} else {
		w.curr = 0
		s.pc[t] = twoqPop
	}
	return storeAt("is_done", done-1)
}

func (m *twoq) steal(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	victim, first := w.victim, m.after(uint8(t))
	q := &s.workq[victim]
	w.victim = first
	switch next := m.after(victim); {
	case q.n > 0 && m.pushesStolen:
		w.curr = q.takeHead()
		s.pc[t] = twoqPushStolen
	case q.n > 0:
		w.curr = q.takeHead()
		s.pc[t] = twoqAdvance
	case next == uint8(t):
		s.pc[t] = twoqReadRoot
	default:
		w.victim = next
	}
	return onQueue(victim)
}

func (m *twoq) pushStolen(s *twoqState, t, _ int) Access {
	w := &s.worker[t]
	s.workq[t].append(w.curr)
	w.curr = 0
	s.pc[t] = twoqPop
	return onQueue(uint8(t))
}

func (m *twoq) readRoot(s *twoqState, t, _ int) Access {
	s.pc[t] = twoqPop
	if s.isDone[0] == 1 {
		s.pc[t] = twoqDone
	}
	return load("is_done")
}
