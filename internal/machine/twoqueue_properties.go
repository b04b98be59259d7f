package machine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of TwoQueue, under the names of
// tla/pool/MCTwoQueue.tla.

// places counts where a task is.
func (m *twoq) places(s *twoqState, t uint8) (n int) {
	for w := range m.workers {
		for _, x := range s.workq[w].all() {
			if x == t {
				n++
			}
		}
		for _, l := range []*twoqJoins{&s.worker[w].local, &s.worker[w].stack} {
			for _, e := range l.all() {
				if e.task == t {
					n++
				}
			}
		}
		if s.worker[w].curr == t {
			n++
		}
	}
	return n
}

// noDeadJoin reports whether no task waits for itself.
func (m *twoq) noDeadJoin(s *twoqState) bool {
	var needs [twoqMaxTasks + 1]uint
	for i := range m.workers {
		w := &s.worker[i]
		for n, e := range w.stack.all() {
			needs[e.task] |= 1 << e.sub
			if n+1 < int(w.stack.n) {
				needs[e.task] |= 1 << w.stack.at[n+1].task
			} else {
				needs[e.task] |= 1 << w.curr
			}
		}
		needs[w.curr] |= 1 << w.sub
	}
	left := uint(1)<<(m.tasks+1) - 2
	return noCycle(needs[:], left)
}

func (m *twoq) typeOK(s *twoqState) bool {
	task := func(t uint8) bool { return 1 <= t && t <= m.tasks }
	for i := range m.workers {
		w := &s.worker[i]
		joins := slices.Concat(w.local.all(), w.stack.all())
		if slices.ContainsFunc(s.workq[i].all(), func(t uint8) bool { return !task(t) }) ||
			slices.ContainsFunc(joins, func(e twoqJoin) bool { return !task(e.task) || !task(e.sub) }) ||
			max(w.curr, w.sub, w.child) > m.tasks || w.victim == i || w.victim >= m.workers {
			return false
		}
	}
	for t := uint8(1); t <= m.tasks; t++ {
		if int(s.at[t-1]) > 2*len(m.kids[t])+1 || s.forked[t-1] > 2 {
			return false
		}
	}
	return true
}

// told reports whether a step is no steal, or one that the document tells of.
func (m *twoq) told(from, to *twoqState) bool {
	for w := range m.workers {
		if from.pc[w] != twoqSteal || to.pc[w] != twoqPushStolen {
			continue
		}
		switch [3]uint8{w, from.worker[w].victim, to.worker[w].curr} {
		case [3]uint8{1, 0, 1}, [3]uint8{2, 0, 2}, [3]uint8{2, 1, 1}:
		default:
			return false
		}
	}
	return true
}

func (m *twoq) properties() {
	m.Specs = map[string]Spec[twoqState]{"Spec": {Fair: threads(int(m.workers))}, "ToldSpec": {Within: m.told}}
	m.Invariants = map[string]func(*twoqState) bool{
		"TypeOK":     m.typeOK,
		"ForkedOnce": m.eachTask(func(s *twoqState, t uint8) bool { return s.forked[t-1] <= 1 }),
		"OnePlace": m.eachTask(func(s *twoqState, t uint8) bool {
			want := 1
			if s.done(t) || t != 1 && s.forked[t-1] == 0 {
				want = 0
			}
			return m.places(s, t) == want
		}),
		"JoinsAll": m.eachTask(func(s *twoqState, t uint8) bool {
			return !s.done(t) || !slices.ContainsFunc(m.kids[t], func(k uint8) bool { return !s.done(k) })
		}),
		"LocalJoins": m.localJoins,
		"NoDeadJoin": m.noDeadJoin,
	}
	m.Properties = map[string]func(from, to *twoqState) bool{
		"DoneStays": m.doneStays,
	}
	m.Temporal = map[string]explore.Temporal[twoqState]{"AllEnd": {Form: explore.InTheEnd, Then: m.allLeave}}
	m.reached()
}

// reached sets the events that must occur in some state.
func (m *twoq) reached() {
	m.Reached = map[string]func(*twoqState) bool{
		"StealsContinuation": m.someWorker(twoqPushStolen, func(s *twoqState, w *twoqWorker, _ int) bool { return s.at[w.curr-1] > 0 }),
		"StealsChild":        m.someWorker(twoqPushStolen, func(s *twoqState, w *twoqWorker, _ int) bool { return s.at[w.curr-1] == 0 }),
		"StolenBeforeChild":  m.someWorker(twoqPushChild, func(s *twoqState, _ *twoqWorker, i int) bool { return s.workq[i].n == 0 }),
		"JoinsAtOnce":        m.someWorker(twoqJoinSub, func(s *twoqState, w *twoqWorker, _ int) bool { return w.again == 0 && s.done(w.sub) }),
		"JoinsLater":         m.someWorker(twoqJoinSub, func(s *twoqState, w *twoqWorker, _ int) bool { return w.again == 1 && s.done(w.sub) }),
		"TriesInVain":        m.someWorker(twoqJoinSub, func(s *twoqState, w *twoqWorker, _ int) bool { return w.again == 1 && !s.done(w.sub) }),
		"TwoLocal":           m.twoLocal,
		"FrontCanFinish":     m.twoLocalDone(true, false),
		"BackCanFinish":      m.twoLocalDone(false, true),
		"AllLeave":           m.allLeave,
	}
}

func (s *twoqState) done(t uint8) bool { return s.isDone[t-1] == 1 }

// eachTask returns the condition that each task is as holds says.
func (m *twoq) eachTask(holds func(s *twoqState, t uint8) bool) func(*twoqState) bool {
	return func(s *twoqState) bool {
		for t := uint8(1); t <= m.tasks; t++ {
			if !holds(s, t) {
				return false
			}
		}
		return true
	}
}

// someWorker returns the condition that some worker at a label is as holds says.
func (m *twoq) someWorker(label uint8, holds func(s *twoqState, w *twoqWorker, i int) bool) func(*twoqState) bool {
	return func(s *twoqState) bool {
		for i := range int(m.workers) {
			if s.pc[i] == label && holds(s, &s.worker[i], i) {
				return true
			}
		}
		return false
	}
}

// twoLocalDone returns the condition that some worker has two joins of its own. The child of
// the first is done if front is true, and only then. So is that of the second if back is true.
func (m *twoq) twoLocalDone(front, back bool) func(*twoqState) bool {
	return func(s *twoqState) bool {
		return slices.ContainsFunc(s.worker[:m.workers], func(w twoqWorker) bool {
			return w.local.n == 2 && s.done(w.local.at[0].sub) == front && s.done(w.local.at[1].sub) == back
		})
	}
}

func (m *twoq) allLeave(s *twoqState) bool {
	return !slices.ContainsFunc(s.pc[:m.workers], func(pc uint8) bool { return pc != twoqDone })
}

func (m *twoq) localJoins(s *twoqState) bool {
	for i := range m.workers {
		w := &s.worker[i]
		if slices.ContainsFunc(w.local.all(), func(e twoqJoin) bool { return int(s.at[e.task-1]) <= len(m.kids[e.task]) }) ||
			s.pc[i] == twoqDone && w.local.n+w.stack.n > 0 {
			return false
		}
	}
	return true
}

func (m *twoq) doneStays(from, to *twoqState) bool {
	for i := range m.tasks {
		if from.isDone[i] > to.isDone[i] {
			return false
		}
	}
	return true
}

func (m *twoq) twoLocal(s *twoqState) bool {
	return slices.ContainsFunc(s.worker[:m.workers], func(w twoqWorker) bool { return w.local.n == 2 })
}
