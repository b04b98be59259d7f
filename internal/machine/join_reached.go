package machine

import "slices"

// The events that must occur in some state of Join.

// reached sets the events that must occur in some state.
func (m *join) reached() {
	if m.nested {
		m.Reached = m.reachedNested()
	} else {
		m.Reached = m.reachedFlat()
	}
}

// reachedFlat returns the events of trees whose joins are not nested.
func (m *join) reachedFlat() map[string]func(*joinState) bool {
	return map[string]func(*joinState) bool{
		"HelpedOwn":   m.someWorker(joinHelpOwn, func(s *joinState, _ *joinWorker, i int) bool { return m.begins(s, i+1) }),
		"HelpedOther": m.someWorker(joinHelpOther, func(s *joinState, w *joinWorker, _ int) bool { return s.deque[w.source].n > 0 }),
		"Leapfrog": m.someWorker(joinHelpThief, func(s *joinState, w *joinWorker, i int) bool {
			return w.thief != uint8(i)+1 && s.deque[w.thief].n > 0
		}),
		"Deep": m.deep,
		"ClaimedQueued": m.someWorker(joinClaim, func(s *joinState, w *joinWorker, _ int) bool {
			return slices.ContainsFunc(s.deque[:m.workers+1], func(d numbers) bool { return d.has(w.got) })
		}),
		"WakesTwo": m.someWorker(joinWake, func(_ *joinState, w *joinWorker, _ int) bool { return w.wake.n == 2 }),
		"Passes":   m.someWorker(joinPass, func(s *joinState, w *joinWorker, _ int) bool { return !w.lost(s) }),
		"PassDrops": m.someWorker(joinPassReadCancel, func(s *joinState, w *joinWorker, _ int) bool {
			return s.abort[w.at-1] != joinNone
		}),
		"DiscardLost": m.someWorker(joinDiscard, func(s *joinState, w *joinWorker, _ int) bool { return w.lost(s) }),
		"Offers":      m.someWorker(joinOffer, func(s *joinState, _ *joinWorker, i int) bool { return m.begins(s, i+1) }),
		"Reclaims": m.someWorker(joinReclaim, func(s *joinState, _ *joinWorker, _ int) bool {
			return slices.ContainsFunc(s.deque[0].at[:s.deque[0].n], func(t uint8) bool { return m.counts(t) != 0 })
		}),
		"BodyLast": m.someWorker(joinCount, func(s *joinState, w *joinWorker, _ int) bool {
			return m.latchOf(w.task) != 0 && s.pending == 1 && s.ran[3] > 0
		}),
		"TaskLast": m.someWorker(joinCount, func(s *joinState, w *joinWorker, _ int) bool {
			return m.latchOf(w.task) == 0 && s.pending == 1
		}),
		"SitsForLatch": m.someWorker(joinPark, func(_ *joinState, w *joinWorker, _ int) bool { return w.fails() }),
		"FirstFails": m.someWorker(joinCancelScope, func(s *joinState, w *joinWorker, _ int) bool {
			return m.latchOf(w.task) != 0 && s.abort[m.latch-1] != joinNone
		}),
	}
}

// reachedNested returns the events of trees whose joins are nested, as those of closures are.
func (m *join) reachedNested() map[string]func(*joinState) bool {
	return map[string]func(*joinState) bool{
		"SkippedEntry": m.someWorker(joinClaim, func(s *joinState, w *joinWorker, _ int) bool { return w.task == 0 && w.lost(s) }),
		"Pops":         m.someWorker(joinPop, func(s *joinState, w *joinWorker, i int) bool { return !w.fails() && s.deque[i+1].n > 0 }),
		"PopsOff":      m.someWorker(joinPop, func(s *joinState, w *joinWorker, i int) bool { return w.fails() && s.deque[i+1].n > 0 }),
		"PopsLate":     m.someWorker(joinPop, func(s *joinState, w *joinWorker, i int) bool { return s.deque[i+1].n == 0 }),
		"ClaimLost": m.someWorker(joinClaim, func(s *joinState, w *joinWorker, _ int) bool {
			return w.task != 0 && !w.fails() && w.lost(s)
		}),
		"DropsQueued": m.someWorker(joinClaim, func(s *joinState, w *joinWorker, _ int) bool { return w.fails() && !w.lost(s) }),
		"DropLost":    m.someWorker(joinClaim, func(s *joinState, w *joinWorker, _ int) bool { return w.fails() && w.lost(s) }),
		"SitsFor":     m.someWorker(joinPark, func(_ *joinState, w *joinWorker, _ int) bool { return w.fails() }),
		"SatEnough": m.someWorker(joinReadHead, func(s *joinState, w *joinWorker, _ int) bool {
			return w.fails() && *m.listOf(s, w) == joinClosed
		}),
		"ToldAtJoin":   m.someWorker(joinJoinPoll, func(s *joinState, w *joinWorker, _ int) bool { return s.abort[w.at-1] != joinNone }),
		"RegisterLost": m.someWorker(joinRegister, func(s *joinState, w *joinWorker, _ int) bool { return *m.listOf(s, w) != w.seen }),
		"SeenClosed": m.someWorker(joinReadHead, func(s *joinState, w *joinWorker, _ int) bool {
			return !w.fails() && *m.listOf(s, w) == joinClosed
		}),
		"OutsiderLost": m.someOutsider(func(s *joinState, o int, pc uint8) bool {
			return pc == joinAwaitRegister && s.waiters[0] != s.outsider[o].first
		}),
		"GivenUp": m.someOutsider(func(s *joinState, o int, pc uint8) bool {
			return pc == joinDone && s.outsider[o].answer == joinNone && s.waiters[0] != joinClosed
		}),
		"WakesGivenUp": m.someWorker(joinWake, func(s *joinState, w *joinWorker, _ int) bool { return s.pc[w.wake.head()-1] == joinDone }),
		"Overtaken": m.someWorker(joinCloseList, func(s *joinState, w *joinWorker, _ int) bool {
			for t := uint8(1); t <= m.tasks; t++ {
				if m.isComplete(s, t) && slices.Contains(m.joins[t], w.task) {
					return true
				}
			}
			return false
		}),
		"Thrown": m.someWorker(joinCancel, func(s *joinState, w *joinWorker, _ int) bool {
			return w.task == 1 && w.result == joinPanic &&
				slices.ContainsFunc(m.kids[1], func(k uint8) bool { return s.outcome[k-1] == joinPanic })
		}),
		"Recovered": m.someTask(func(s *joinState, i int) bool { return s.outcome[0] == joinOK && s.outcome[i] == joinPanic }),
		"NotBegun":  m.someTask(func(s *joinState, i int) bool { return s.dropped[i] > 0 && s.outcome[i] == joinCancelled }),
		"HalfEnds":  func(s *joinState) bool { return s.outcome[2] == joinPanic && s.dropped[2] > 0 },
		"CutShort":  func(s *joinState) bool { return s.outcome[0] == joinCancelled && s.ran[0] > 0 },
		"TwoPanics": m.someWorker(joinThrowIdle, func(s *joinState, w *joinWorker, _ int) bool {
			return w.task == 1 && w.count == 1 && w.result == joinPanic && s.abort[1] == joinPanic
		}),
		"TooLate": m.someWorker(joinCancel, func(s *joinState, w *joinWorker, _ int) bool { return s.abort[w.task-1] != joinNone }),

		"OutsideCancel": func(s *joinState) bool { return s.abort[0] == joinCancelled },
		"OutsideDrops":  m.someOutsider(func(_ *joinState, _ int, pc uint8) bool { return pc == joinAwaitWriteOutcome }),
	}
}

// lost reports whether another has claimed the task that a worker is about to claim.
func (w *joinWorker) lost(s *joinState) bool { return s.status[w.got-1] != 0 }

// fails reports whether the frame on top has failed.
func (w *joinWorker) fails() bool { return w.result != joinOK }

// listOf returns the waiters of the task that a worker's frame on top awaits.
func (m *join) listOf(s *joinState, w *joinWorker) *numbers {
	return &s.waiters[m.awaited(w.joinFrame)-1]
}

// someWorker returns the condition that some worker at a label is as holds says.
func (m *join) someWorker(label uint8, holds func(s *joinState, w *joinWorker, i int) bool) func(*joinState) bool {
	return func(s *joinState) bool {
		for i := range int(m.workers) {
			if s.pc[i] == label && holds(s, &s.worker[i], i) {
				return true
			}
		}
		return false
	}
}

// someOutsider returns the condition that some outsider is as holds says.
func (m *join) someOutsider(holds func(s *joinState, o int, pc uint8) bool) func(*joinState) bool {
	return func(s *joinState) bool {
		for o := range int(m.outsiders) {
			if holds(s, o, s.pc[int(m.workers)+o]) {
				return true
			}
		}
		return false
	}
}

// someTask returns the condition that some task is as holds says.
func (m *join) someTask(holds func(s *joinState, i int) bool) func(*joinState) bool {
	return func(s *joinState) bool {
		for i := range int(m.tasks) {
			if holds(s, i) {
				return true
			}
		}
		return false
	}
}

func (m *join) deep(s *joinState) bool {
	return slices.ContainsFunc(s.worker[:m.workers], func(w joinWorker) bool { return w.depth == 3 })
}

// begins reports whether a deque has a task that has not begun.
func (m *join) begins(s *joinState, v int) bool {
	return slices.ContainsFunc(s.deque[v].at[:s.deque[v].n], func(t uint8) bool { return s.status[t-1] == 0 })
}
