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

func (l *joinList) bits() (set uint) {
	for _, x := range l.at[:l.n] {
		set |= 1 << x
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

func (m *join) typeOK(s *joinState) bool {
	people := func(l *joinList, least uint8) bool {
		for _, p := range l.at[:l.n] {
			if p < least || p > m.workers+m.outsiders {
				return false
			}
		}
		return true
	}
	for i := range m.tasks {
		if s.status[i] > m.nobody() || max(s.outcome[i], s.abort[i]) > joinWithdrawn || s.abort[i] == joinOK ||
			!people(&s.waiters[i], 0) || max(s.ran[i], s.dropped[i]) > 2 {
			return false
		}
	}
	for v := range m.workers + 1 {
		if s.deque[v].bits()&^(1<<(m.tasks+1)-2) != 0 || m.latch != 0 && s.deque[v].has(m.latch) {
			return false
		}
	}
	for i := range m.workers {
		w := &s.worker[i]
		if max(w.task, w.got, w.at) > m.tasks || w.count > 2 || w.result == joinNone || max(w.thief, w.source) > m.workers ||
			w.nudged > m.nudges || !people(&w.seen, 1) || !people(&w.wake, 1) {
			return false
		}
	}
	for o := range m.outsiders {
		if !people(&s.outsider[o].first, 1) {
			return false
		}
	}
	return s.pending <= m.tasks
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

// reached is Reached: what must occur somewhere.
func (m *join) reached() {
	some := func(label uint8, holds func(s *joinState, w *joinWorker, i int) bool) func(*joinState) bool {
		return func(s *joinState) bool {
			for i := range int(m.workers) {
				if s.pc[i] == label && holds(s, &s.worker[i], i) {
					return true
				}
			}
			return false
		}
	}
	outsider := func(holds func(s *joinState, o int, pc uint8) bool) func(*joinState) bool {
		return func(s *joinState) bool {
			for o := range int(m.outsiders) {
				if holds(s, o, s.pc[int(m.workers)+o]) {
					return true
				}
			}
			return false
		}
	}
	task := func(holds func(s *joinState, i int) bool) func(*joinState) bool {
		return func(s *joinState) bool {
			for i := range int(m.tasks) {
				if holds(s, i) {
					return true
				}
			}
			return false
		}
	}
	claimed := func(s *joinState, w *joinWorker, _ int) bool { return s.status[w.got-1] != 0 }
	fails := func(w *joinWorker) bool { return w.result != joinOK }
	head := func(s *joinState, w *joinWorker) *joinList { return &s.waiters[m.awaited(w.joinFrame)-1] }
	if !m.nested {
		m.Reached = map[string]func(*joinState) bool{
			"HelpedOwn":   some(joinHelpOwn, func(s *joinState, _ *joinWorker, i int) bool { return m.begins(s, i+1) }),
			"HelpedOther": some(joinHelpOther, func(s *joinState, w *joinWorker, _ int) bool { return s.deque[w.source].n > 0 }),
			"Leapfrog": some(joinHelpThief, func(s *joinState, w *joinWorker, i int) bool {
				return w.thief != uint8(i)+1 && s.deque[w.thief].n > 0
			}),
			"Deep": func(s *joinState) bool {
				return slices.ContainsFunc(s.worker[:m.workers], func(w joinWorker) bool { return w.depth == 3 })
			},
			"ClaimedQueued": some(joinClaim, func(s *joinState, w *joinWorker, _ int) bool {
				return slices.ContainsFunc(s.deque[:m.workers+1], func(d joinList) bool { return d.has(w.got) })
			}),
			"WakesTwo": some(joinWake, func(_ *joinState, w *joinWorker, _ int) bool { return w.wake.n == 2 }),
			"Passes":   some(joinPass, func(s *joinState, w *joinWorker, _ int) bool { return !claimed(s, w, 0) }),
			"PassDrops": some(joinPassReadCancel, func(s *joinState, w *joinWorker, _ int) bool {
				return s.abort[w.at-1] != joinNone
			}),
			"DiscardLost": some(joinDiscard, claimed),
			"Offers":      some(joinOffer, func(s *joinState, _ *joinWorker, i int) bool { return m.begins(s, i+1) }),
			"Reclaims": some(joinReclaim, func(s *joinState, _ *joinWorker, _ int) bool {
				return slices.ContainsFunc(s.deque[0].at[:s.deque[0].n], func(t uint8) bool { return m.counts(t) != 0 })
			}),
			"BodyLast": some(joinCount, func(s *joinState, w *joinWorker, _ int) bool {
				return m.latchOf(w.task) != 0 && s.pending == 1 && s.ran[3] > 0
			}),
			"TaskLast": some(joinCount, func(s *joinState, w *joinWorker, _ int) bool {
				return m.latchOf(w.task) == 0 && s.pending == 1
			}),
			"SitsForLatch": some(joinPark, func(_ *joinState, w *joinWorker, _ int) bool { return fails(w) }),
			"FirstFails": some(joinCancelScope, func(s *joinState, w *joinWorker, _ int) bool {
				return m.latchOf(w.task) != 0 && s.abort[m.latch-1] != joinNone
			}),
		}
		return
	}
	m.Reached = map[string]func(*joinState) bool{
		"SkippedEntry": some(joinClaim, func(s *joinState, w *joinWorker, _ int) bool { return w.task == 0 && claimed(s, w, 0) }),
		"Pops":         some(joinPop, func(s *joinState, w *joinWorker, i int) bool { return !fails(w) && s.deque[i+1].n > 0 }),
		"PopsOff":      some(joinPop, func(s *joinState, w *joinWorker, i int) bool { return fails(w) && s.deque[i+1].n > 0 }),
		"PopsLate":     some(joinPop, func(s *joinState, w *joinWorker, i int) bool { return s.deque[i+1].n == 0 }),
		"ClaimLost": some(joinClaim, func(s *joinState, w *joinWorker, _ int) bool {
			return w.task != 0 && !fails(w) && claimed(s, w, 0)
		}),
		"DropsQueued": some(joinClaim, func(s *joinState, w *joinWorker, _ int) bool { return fails(w) && !claimed(s, w, 0) }),
		"DropLost":    some(joinClaim, func(s *joinState, w *joinWorker, _ int) bool { return fails(w) && claimed(s, w, 0) }),
		"SitsFor":     some(joinPark, func(_ *joinState, w *joinWorker, _ int) bool { return fails(w) }),
		"SatEnough": some(joinReadHead, func(s *joinState, w *joinWorker, _ int) bool {
			return fails(w) && *head(s, w) == joinClosed
		}),
		"ToldAtJoin":   some(joinJoinPoll, func(s *joinState, w *joinWorker, _ int) bool { return s.abort[w.at-1] != joinNone }),
		"RegisterLost": some(joinRegister, func(s *joinState, w *joinWorker, _ int) bool { return *head(s, w) != w.seen }),
		"SeenClosed": some(joinReadHead, func(s *joinState, w *joinWorker, _ int) bool {
			return !fails(w) && *head(s, w) == joinClosed
		}),
		"OutsiderLost": outsider(func(s *joinState, o int, pc uint8) bool {
			return pc == joinAwaitRegister && s.waiters[0] != s.outsider[o].first
		}),
		"GivenUp": outsider(func(s *joinState, o int, pc uint8) bool {
			return pc == joinDone && s.outsider[o].answer == joinNone && s.waiters[0] != joinClosed
		}),
		"WakesGivenUp": some(joinWake, func(s *joinState, w *joinWorker, _ int) bool { return s.pc[w.wake.head()-1] == joinDone }),
		"Overtaken": some(joinCloseList, func(s *joinState, w *joinWorker, _ int) bool {
			for t := uint8(1); t <= m.tasks; t++ {
				if m.isComplete(s, t) && slices.Contains(m.joins[t], w.task) {
					return true
				}
			}
			return false
		}),
		"Thrown": some(joinCancel, func(s *joinState, w *joinWorker, _ int) bool {
			return w.task == 1 && w.result == joinPanic &&
				slices.ContainsFunc(m.kids[1], func(k uint8) bool { return s.outcome[k-1] == joinPanic })
		}),
		"Recovered": task(func(s *joinState, i int) bool { return s.outcome[0] == joinOK && s.outcome[i] == joinPanic }),
		"NotBegun":  task(func(s *joinState, i int) bool { return s.dropped[i] > 0 && s.outcome[i] == joinCancelled }),
		"HalfEnds":  func(s *joinState) bool { return s.outcome[2] == joinPanic && s.dropped[2] > 0 },
		"CutShort":  func(s *joinState) bool { return s.outcome[0] == joinCancelled && s.ran[0] > 0 },
		"TwoPanics": some(joinThrowIdle, func(s *joinState, w *joinWorker, _ int) bool {
			return w.task == 1 && w.count == 1 && w.result == joinPanic && s.abort[1] == joinPanic
		}),
		"TooLate": some(joinCancel, func(s *joinState, w *joinWorker, _ int) bool { return s.abort[w.task-1] != joinNone }),

		"OutsideCancel": func(s *joinState) bool { return s.abort[0] == joinCancelled },
		"OutsideDrops":  outsider(func(_ *joinState, _ int, pc uint8) bool { return pc == joinAwaitWriteOutcome }),
	}
}

// begins reports whether a deque has a task that has not begun.
func (m *join) begins(s *joinState, v int) bool {
	return slices.ContainsFunc(s.deque[v].at[:s.deque[v].n], func(t uint8) bool { return s.status[t-1] == 0 })
}

// fails reports whether a task has failed, or is about to.
func (m *join) fails(s *joinState, t uint8) bool {
	return s.outcome[t-1] > joinOK || slices.ContainsFunc(s.worker[:m.workers], func(w joinWorker) bool {
		fails := func(f joinFrame) bool { return f.task == t && f.result != joinOK }
		return fails(w.joinFrame) || slices.ContainsFunc(w.stack[:w.depth], fails)
	})
}

func (m *join) invariants() map[string]func(*joinState) bool {
	// Of each task.
	tasks := func(holds func(s *joinState, t uint8) bool) func(*joinState) bool {
		return func(s *joinState) bool {
			for t := uint8(1); t <= m.tasks; t++ {
				if !holds(s, t) {
					return false
				}
			}
			return true
		}
	}
	// Of each but a latch.
	real := func(holds func(s *joinState, t uint8) bool) func(*joinState) bool {
		return tasks(func(s *joinState, t uint8) bool { return t == m.latch || holds(s, t) })
	}
	return map[string]func(*joinState) bool{
		"TypeOK": m.typeOK,
		"ExactlyOnce": real(func(s *joinState, t uint8) bool {
			n := s.ran[t-1] + s.dropped[t-1]
			return n <= 1 && (!m.isComplete(s, t) || n == 1)
		}),
		"OutcomeVisible": real(func(s *joinState, t uint8) bool { return !m.isComplete(s, t) || s.outcome[t-1] != joinNone }),
		"JoinsAll": tasks(func(s *joinState, t uint8) bool {
			for k := uint8(1); k <= m.tasks && m.isComplete(s, t); k++ {
				if (m.counts(k) == t || slices.Contains(m.kids[t], k)) &&
					!m.isComplete(s, k) && (s.status[k-1] != 0 || m.inHand(s)&(1<<k) != 0) {
					return false
				}
			}
			return true
		}),
		"NoLoss": tasks(func(s *joinState, t uint8) bool {
			by := s.status[t-1]
			return by == 0 || by > m.workers || s.worker[by-1].running(t)
		}),
		"OwnIsNewest": func(s *joinState) bool {
			for w := range m.workers {
				switch d := &s.deque[w+1]; {
				case d.n == 0:
				case s.pc[w] == joinHelpOwn && m.latchOf(s.worker[w].task) == 0:
					return false
				case s.pc[w] == joinPop:
					if c := m.awaited(s.worker[w].joinFrame); d.at[d.n-1] != c || s.status[c-1] != 0 {
						return false
					}
				}
			}
			return true
		},
		"PanicReaches": func(s *joinState) bool {
			for o := range m.outsiders {
				if a := s.outsider[o].answer; a != joinNone && a != s.outcome[0] {
					return false
				}
			}
			panics := func(k uint8) bool { return s.outcome[k-1] == joinPanic || s.threw[k-1] == 1 }
			return real(func(s *joinState, t uint8) bool {
				return !m.isComplete(s, t) || s.ran[t-1] == 0 || s.outcome[t-1] != joinOK ||
					!slices.ContainsFunc(m.joins[t], panics) && !slices.ContainsFunc(m.kids[t], panics)
			})(s)
		},
		"OkIsComplete": real(func(s *joinState, t uint8) bool {
			return !m.isComplete(s, t) || s.outcome[t-1] != joinOK ||
				!slices.ContainsFunc(m.kids[t], func(k uint8) bool {
					return s.ran[k-1] != 1 || s.threw[k-1] == 1 || s.status[k-1] != 0 && s.outcome[k-1] != joinOK
				})
		}),
		"AbortHasReason": real(func(s *joinState, t uint8) bool {
			why := s.abort[t-1]
			return why == joinNone || why == joinWithdrawn || m.fails(s, t) || t == 1 && why == joinCancelled
		}),
		"DroppedAfterCancel": real(func(s *joinState, t uint8) bool {
			why := s.outcome[t-1]
			return !m.isComplete(s, t) || s.dropped[t-1] == 0 || why == joinWithdrawn ||
				slices.ContainsFunc(m.chain[t], func(c uint8) bool { return s.abort[c-1] == why })
		}),
		"NoneStartsCancelled": real(func(s *joinState, t uint8) bool { return s.late[t-1] == 0 || s.ran[t-1] == 0 }),
		"WithdrawnUnseen": func(s *joinState) bool {
			return !slices.ContainsFunc(m.roots, func(r uint8) bool {
				return s.outcome[r-1] == joinWithdrawn || s.abort[r-1] == joinWithdrawn
			})
		},
		"NoLostWaiter": func(s *joinState) bool {
			for t := range m.Threads {
				task, asleep := m.asleep(s, t)
				if !asleep || s.waiters[task-1].has(uint8(t)+1) && !s.waiters[task-1].has(0) {
					continue
				}
				about := false
				for w := range m.workers {
					about = about || s.pc[w] == joinWake && s.worker[w].task == task && s.worker[w].wake.has(uint8(t)+1)
				}
				for o := range m.outsiders {
					about = about || s.pc[m.workers+o] == joinAwaitWake && task == 1 && s.outsider[o].first.has(uint8(t)+1)
				}
				if !about {
					return false
				}
			}
			return true
		},
		"ListedOnce": tasks(func(s *joinState, t uint8) bool {
			l, seen := s.waiters[t-1], uint(0)
			for _, p := range l.at[:l.n] {
				if seen&(1<<p) != 0 {
					return false
				}
				seen |= 1 << p
			}
			return seen&1 == 0 || l == joinClosed
		}),
		"NoCycle": m.noCycle,
		"NonePopsAbove": func(s *joinState) bool {
			for w := range m.workers {
				if s.pc[w] == joinPop && s.deque[w+1].n > 1 {
					return false
				}
			}
			return true
		},
		"NoStalePermit": func(s *joinState) bool {
			for t := range int(m.workers) {
				if s.pc[t] == joinPark && s.permit[t] == 1 && !m.isComplete(s, m.awaited(s.worker[t].joinFrame)) {
					return false
				}
			}
			return true
		},
	}
}
