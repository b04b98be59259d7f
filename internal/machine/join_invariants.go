package machine

import "slices"

// The invariants of Join, one function each.

func (m *join) typeOK(s *joinState) bool {
	people := func(l *numbers, least uint8) bool {
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

// fails reports whether a task has failed, or is about to.
func (m *join) fails(s *joinState, t uint8) bool {
	return s.outcome[t-1] > joinOK || slices.ContainsFunc(s.worker[:m.workers], func(w joinWorker) bool {
		fails := func(f joinFrame) bool { return f.task == t && f.result != joinOK }
		return fails(w.joinFrame) || slices.ContainsFunc(w.stack[:w.depth], fails)
	})
}

// eachTask returns the condition that each task is as holds says. For eachButLatch, latches
// may be otherwise.
func (m *join) eachTask(holds func(s *joinState, t uint8) bool) func(*joinState) bool {
	return func(s *joinState) bool {
		for t := uint8(1); t <= m.tasks; t++ {
			if !holds(s, t) {
				return false
			}
		}
		return true
	}
}

func (m *join) eachButLatch(holds func(s *joinState, t uint8) bool) func(*joinState) bool {
	return m.eachTask(func(s *joinState, t uint8) bool { return t == m.latch || holds(s, t) })
}

func (m *join) invariants() map[string]func(*joinState) bool {
	return map[string]func(*joinState) bool{
		"TypeOK":              m.typeOK,
		"ExactlyOnce":         m.eachButLatch(m.exactlyOnce),
		"OutcomeVisible":      m.eachButLatch(func(s *joinState, t uint8) bool { return !m.isComplete(s, t) || s.outcome[t-1] != joinNone }),
		"JoinsAll":            m.eachTask(m.joinsAll),
		"NoLoss":              m.eachTask(m.noLoss),
		"OwnIsNewest":         m.ownIsNewest,
		"PanicReaches":        m.panicReaches,
		"OkIsComplete":        m.eachButLatch(m.okIsComplete),
		"AbortHasReason":      m.eachButLatch(m.abortHasReason),
		"DroppedAfterCancel":  m.eachButLatch(m.droppedAfterCancel),
		"NoneStartsCancelled": m.eachButLatch(func(s *joinState, t uint8) bool { return s.late[t-1] == 0 || s.ran[t-1] == 0 }),
		"WithdrawnUnseen":     m.withdrawnUnseen,
		"NoLostWaiter":        m.noLostWaiter,
		"ListedOnce":          m.eachTask(m.listedOnce),
		"NoCycle":             m.noCycle,
		"NonePopsAbove":       m.nonePopsAbove,
		"NoStalePermit":       m.noStalePermit,
	}
}

func (m *join) exactlyOnce(s *joinState, t uint8) bool {
	n := s.ran[t-1] + s.dropped[t-1]
	return n <= 1 && (!m.isComplete(s, t) || n == 1)
}

func (m *join) joinsAll(s *joinState, t uint8) bool {
	for k := uint8(1); k <= m.tasks && m.isComplete(s, t); k++ {
		if (m.counts(k) == t || slices.Contains(m.kids[t], k)) &&
			!m.isComplete(s, k) && (s.status[k-1] != 0 || m.inHand(s)&(1<<k) != 0) {
			return false
		}
	}
	return true
}

func (m *join) noLoss(s *joinState, t uint8) bool {
	by := s.status[t-1]
	return by == 0 || by > m.workers || s.worker[by-1].running(t)
}

func (m *join) okIsComplete(s *joinState, t uint8) bool {
	return !m.isComplete(s, t) || s.outcome[t-1] != joinOK ||
		!slices.ContainsFunc(m.kids[t], func(k uint8) bool {
			return s.ran[k-1] != 1 || s.threw[k-1] == 1 || s.status[k-1] != 0 && s.outcome[k-1] != joinOK
		})
}

func (m *join) abortHasReason(s *joinState, t uint8) bool {
	why := s.abort[t-1]
	return why == joinNone || why == joinWithdrawn || m.fails(s, t) || t == 1 && why == joinCancelled
}

func (m *join) droppedAfterCancel(s *joinState, t uint8) bool {
	why := s.outcome[t-1]
	return !m.isComplete(s, t) || s.dropped[t-1] == 0 || why == joinWithdrawn ||
		slices.ContainsFunc(m.chain[t], func(c uint8) bool { return s.abort[c-1] == why })
}

func (m *join) listedOnce(s *joinState, t uint8) bool {
	l, seen := s.waiters[t-1], uint(0)
	for _, p := range l.at[:l.n] {
		if seen&(1<<p) != 0 {
			return false
		}
		seen |= 1 << p
	}
	return seen&1 == 0 || l == joinClosed
}

func (m *join) ownIsNewest(s *joinState) bool {
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
}

func (m *join) panicReaches(s *joinState) bool {
	for o := range m.outsiders {
		if a := s.outsider[o].answer; a != joinNone && a != s.outcome[0] {
			return false
		}
	}
	panics := func(k uint8) bool { return s.outcome[k-1] == joinPanic || s.threw[k-1] == 1 }
	return m.eachButLatch(func(s *joinState, t uint8) bool {
		return !m.isComplete(s, t) || s.ran[t-1] == 0 || s.outcome[t-1] != joinOK ||
			!slices.ContainsFunc(m.joins[t], panics) && !slices.ContainsFunc(m.kids[t], panics)
	})(s)
}

func (m *join) withdrawnUnseen(s *joinState) bool {
	return !slices.ContainsFunc(m.roots, func(r uint8) bool {
		return s.outcome[r-1] == joinWithdrawn || s.abort[r-1] == joinWithdrawn
	})
}

func (m *join) noLostWaiter(s *joinState) bool {
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
}

func (m *join) nonePopsAbove(s *joinState) bool {
	for w := range m.workers {
		if s.pc[w] == joinPop && s.deque[w+1].n > 1 {
			return false
		}
	}
	return true
}

func (m *join) noStalePermit(s *joinState) bool {
	for t := range int(m.workers) {
		if s.pc[t] == joinPark && s.permit[t] == 1 && !m.isComplete(s, m.awaited(s.worker[t].joinFrame)) {
			return false
		}
	}
	return true
}
