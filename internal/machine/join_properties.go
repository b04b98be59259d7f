package machine

import (
	"slices"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of Join, under the names of tla/pool/MCJoin.tla.

// inHand returns the tasks that somebody may still take, or has taken and not
// claimed, as bits.
func (m *join) inHand(s *joinState) (set uint) {
	for v := range m.workers + 1 {
		set |= s.deque[v].bits()
	}
	for w := range m.workers {
		set |= 1<<s.worker[w].got | s.worker[w].more.bits()
	}
	return set
}

// running reports whether a worker's frame is that of a task.
func (w *joinWorker) running(task uint8) bool {
	return w.task == task || slices.ContainsFunc(w.stack[:w.depth], func(f joinFrame) bool { return f.task == task })
}

// waits reports whether a worker's frame on top waits for a task.
func (m *join) waits(s *joinState, w int) bool {
	switch s.pc[w] {
	case joinLook, joinClaim, joinHelpOwn, joinHelpOther, joinHelpThief, joinPass, joinPassReadCancel, joinDiscard,
		joinReadHead, joinRegister, joinPark, joinCancelChild, joinOffer, joinOfferReadCancel, joinReclaim:
		return s.worker[w].task != 0
	}
	return false
}

// asleep reports whether a thread has no permit and awaits one, and for which task.
func (m *join) asleep(s *joinState, t int) (task uint8, asleep bool) {
	switch {
	case s.permit[t] == 1:
		return 0, false
	case s.pc[t] == joinPark:
		return m.awaited(s.worker[t].joinFrame), true
	}
	return 1, s.pc[t] == joinAwaitPark
}

// noCycle reports whether no task under way waits for itself.
func (m *join) noCycle(s *joinState) bool {
	var needs [joinMaxTasks + 1]uint
	for i := range int(m.workers) {
		w := &s.worker[i]
		for n, f := range w.stack[:w.depth] {
			needs[f.task] |= 1 << m.awaited(f)
			if n+1 < int(w.depth) {
				needs[f.task] |= 1 << w.stack[n+1].task
			} else {
				needs[f.task] |= 1 << w.task
			}
		}
		if m.waits(s, i) {
			needs[w.task] |= 1 << m.awaited(w.joinFrame)
		}
	}
	left := uint(0)
	for t := uint8(1); t <= m.tasks; t++ {
		if by := s.status[t-1]; by != 0 && by <= m.workers || t == m.latch && by != m.completed() {
			left |= 1 << t
		}
		needs[m.counts(t)] |= 1 << t
	}
	return noCycle(needs[:], left)
}

func (m *join) isComplete(s *joinState, t uint8) bool { return s.status[t-1] == m.completed() }

func (m *join) properties() {
	m.Specs = map[string]Spec[joinState]{"Spec": {Fair: threads(len(m.Threads))}}

	// Of each step of each task.
	steps := func(holds func(from, to *joinState, i int) bool) func(from, to *joinState) bool {
		return func(from, to *joinState) bool {
			for i := range int(m.tasks) {
				if !holds(from, to, i) {
					return false
				}
			}
			return true
		}
	}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *joinState) bool{
		"LegalStatus": steps(func(from, to *joinState, i int) bool {
			a, b := from.status[i], to.status[i]
			return a == b || a == 0 && b != m.completed() || a != 0 && a != m.completed() && b == m.completed()
		}),
		"OutcomeStays": steps(func(from, to *joinState, i int) bool {
			return from.outcome[i] == joinNone || from.outcome[i] == to.outcome[i]
		}),
		"FirstCancelWins": steps(func(from, to *joinState, i int) bool {
			return from.abort[i] == joinNone || from.abort[i] == to.abort[i]
		}),
	}
	m.Temporal = map[string]explore.Temporal[joinState]{
		"Awoken": {Form: explore.InfinitelyOften, Then: func(s *joinState) bool {
			for t := range m.Threads {
				if task, asleep := m.asleep(s, t); asleep && m.isComplete(s, task) {
					return false
				}
			}
			return true
		}},
		"AllEnd": {Form: explore.InTheEnd, Then: func(s *joinState) bool {
			return !slices.ContainsFunc(s.pc[:len(m.Threads)], func(pc uint8) bool { return pc != joinDone })
		}},
	}
	m.reached()
}
