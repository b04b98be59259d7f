package machine

import "github.com/stealproof/stealproof/internal/explore"

// What must hold of the machine of Injector, under the names of
// tla/pool/MCInjector.tla.

// done returns how often a task was run or abandoned.
func (s *injState) done(item uint8) uint8 { return s.ran[item-1] + s.dropped[item-1] }

// wakes reports whether somebody is about to give process p its permit.
func (m *injector) wakes(s *injState, p uint8) bool {
	for w := range m.workers {
		if fifo(s.worker[w].waking[:]).has(p) {
			return true
		}
	}
	for c := range m.closers {
		if fifo(s.closer[c].rest[:]).has(p) {
			return true
		}
	}
	return m.anySubmitter(s, func(i, _ uint8) bool { return s.submitter[i].to == p })
}

// anyWorker, anySubmitter and anyCloser report whether it holds of one of them:
// its number, counted from 0, and its label.
func (m *injector) anyWorker(s *injState, holds func(w, pc uint8) bool) bool {
	return countIf(m.workers, func(w uint8) bool { return holds(w, s.pc[w]) }) > 0
}

func (m *injector) anySubmitter(s *injState, holds func(i, pc uint8) bool) bool {
	return countIf(m.submitters, func(i uint8) bool { return holds(i, s.pc[m.workers+i]) }) > 0
}

func (m *injector) anyCloser(s *injState, holds func(c, pc uint8) bool) bool {
	return countIf(m.closers, func(c uint8) bool { return holds(c, s.pc[m.workers+m.submitters+c]) }) > 0
}

// countIf returns of how many numbers below n it holds.
func countIf(n uint8, holds func(i uint8) bool) (count uint8) {
	for i := range n {
		if holds(i) {
			count++
		}
	}
	return count
}

// sleeps reports whether a worker sleeps, and nobody is about to wake it.
func (m *injector) sleeps(s *injState, w uint8) bool {
	return s.pc[w] == injAwaitWork && s.permit[w] == 0 && !m.wakes(s, w+1)
}

// listed reports whether a submitter is in the list of those that wait for room.
func (m *injector) listed(s *injState, i uint8) bool {
	return fifo(s.waiters[:]).has(m.workers + i + 1)
}

// abandoning reports whether a CloseNow is about to abandon a task.
func (m *injector) abandoning(s *injState, item uint8) bool {
	return m.anyCloser(s, func(c, _ uint8) bool { return fifo(s.closer[c].left[:]).has(item) })
}

// every reports whether it holds of every task that was accepted.
func (m *injector) every(s *injState, holds func(item uint8) bool) bool {
	return countIf(m.items(), func(i uint8) bool { return s.accepted[i] == 1 && !holds(i+1) }) == 0
}

func (m *injector) properties() {
	m.Specs = map[string]Spec[injState]{"Spec": {Fair: threads(len(m.Threads))}}
	allDone := func(s *injState, from, n uint8) bool {
		return countIf(n, func(i uint8) bool { return s.pc[from+i] != injDone }) == 0
	}
	m.Invariants = map[string]func(*injState) bool{
		"TypeOK":          m.typeOK,
		"Mirror":          func(s *injState) bool { return s.size == s.queue[0] },
		"Once":            m.once,
		"NoLoss":          m.noLoss,
		"Fifo":            m.inOrder,
		"Drained":         m.drained,
		"NoLostSubmitter": m.noLostSubmitter,
		"NoFreePlace":     m.noFreePlace,
		"NoLostTask":      m.noLostTask,
	}
	m.Properties = map[string]func(from, to *injState) bool{
		"NothingAfterClose":    func(from, to *injState) bool { return from.accepted == to.accepted || from.closed == 0 },
		"OnlyCloseNowAbandons": m.onlyCloseNowAbandons,
	}
	inTheEnd := func(then func(s *injState) bool) explore.Temporal[injState] {
		return explore.Temporal[injState]{Form: explore.InTheEnd, Then: then}
	}
	m.Temporal = map[string]explore.Temporal[injState]{
		"AllEnd":      inTheEnd(func(s *injState) bool { return allDone(s, 0, uint8(len(m.Threads))) }),
		"AllAnswered": inTheEnd(func(s *injState) bool { return allDone(s, m.workers, m.submitters) }),
		"AllRun": inTheEnd(func(s *injState) bool {
			return m.every(s, func(item uint8) bool { return s.ran[item-1] == 1 })
		}),
	}
	m.reached()
}

func (m *injector) once(s *injState) bool {
	return countIf(m.items(), func(i uint8) bool { return s.done(i+1) > s.accepted[i] }) == 0
}

func (m *injector) noLoss(s *injState) bool {
	return m.every(s, func(item uint8) bool {
		return s.done(item) > 0 || fifo(s.queue[:]).has(item) || m.abandoning(s, item) ||
			m.anyWorker(s, func(w, _ uint8) bool { return fifo(s.worker[w].hand[:]).has(item) })
	})
}

func (m *injector) drained(s *injState) bool {
	return !m.anyCloser(s, func(_, pc uint8) bool { return pc == injDone }) || s.out == m.workers &&
		m.every(s, func(item uint8) bool { return s.done(item) == 1 || m.abandoning(s, item) })
}

func (m *injector) noLostSubmitter(s *injState) bool {
	return !m.anySubmitter(s, func(i, pc uint8) bool {
		p := m.workers + i
		return pc == injAwaitRoom && !m.listed(s, i) && s.permit[p] == 0 && !m.wakes(s, p+1)
	})
}

func (m *injector) noFreePlace(s *injState) bool {
	coming := countIf(m.submitters, func(i uint8) bool {
		pc := s.pc[m.workers+i]
		return !m.listed(s, i) &&
			(pc == injAwaitRoom || pc == injGiveUp || pc == injPut && s.submitter[i].again == 1)
	})
	return s.waiters[0] == 0 || s.closed == 0 && s.queue[0]+coming >= m.capacity
}

func (m *injector) noLostTask(s *injState) bool {
	if !m.anyWorker(s, func(w, _ uint8) bool { return m.sleeps(s, w) }) {
		return true
	}
	looks := countIf(m.workers, func(w uint8) bool {
		switch s.pc[w] {
		case injWakeRoom, injRunIdle, injLeave, injDone:
			return false
		}
		return !m.sleeps(s, w)
	})
	return s.queue[0] <= looks+countIf(m.submitters, func(i uint8) bool { return s.pc[m.workers+i] == injNotify })
}

func (m *injector) onlyCloseNowAbandons(from, to *injState) bool {
	return from.dropped == to.dropped || m.anyCloser(from, func(c, _ uint8) bool { return from.closer[c].now == 1 })
}

func (m *injector) typeOK(s *injState) bool {
	waiters := fifo(s.waiters[:])
	for k := uint8(1); k <= waiters[0]; k++ {
		if fifo(waiters).has(0) || waiters[k] <= m.workers || fifo(append(fifo{waiters[0] - k}, waiters[k+1:]...)).has(waiters[k]) {
			return false
		}
	}
	return s.queue[0] <= m.capacity && s.size <= m.capacity && s.out <= m.workers &&
		!m.anyWorker(s, func(w, _ uint8) bool { return s.worker[w].hand[0] > m.batch }) &&
		!m.anySubmitter(s, func(i, _ uint8) bool {
			first := i*m.each + 1
			return s.submitter[i].next < first || s.submitter[i].next > first+m.each
		})
}

// inOrder is Fifo.
func (m *injector) inOrder(s *injState) bool {
	place := [injMaxItems + 1]uint8{}
	for k, item := range s.queue[1 : s.queue[0]+1] {
		place[item] = uint8(k + 1)
	}
	for _, queued := range s.queue[1 : s.queue[0]+1] {
		if !m.every(s, func(i uint8) bool {
			return (i-1)/m.each != (queued-1)/m.each || i == queued ||
				(i < queued) == (place[i] < place[queued])
		}) {
			return false
		}
	}
	return true
}

// whenPut returns the condition that some submitter at Put is as holds says.
func (m *injector) whenPut(holds func(s *injState, full, again, try, listed bool) bool) func(s *injState) bool {
	return func(s *injState) bool {
		return m.anySubmitter(s, func(i, pc uint8) bool {
			p := &s.submitter[i]
			return pc == injPut && holds(s, s.closed == 0 && s.queue[0] == m.capacity, p.again == 1, p.try == 1, m.listed(s, i))
		})
	}
}

// whenWorker, whenSubmitter and whenCloser return the condition that some thread of a kind is
// as holds says.
func (m *injector) whenWorker(holds func(s *injState, w, pc uint8) bool) func(s *injState) bool {
	return func(s *injState) bool {
		return m.anyWorker(s, func(w, pc uint8) bool { return holds(s, w, pc) })
	}
}

func (m *injector) whenSubmitter(holds func(s *injState, i, pc uint8) bool) func(s *injState) bool {
	return func(s *injState) bool {
		return m.anySubmitter(s, func(i, pc uint8) bool { return holds(s, i, pc) })
	}
}

func (m *injector) whenCloser(holds func(s *injState, c, pc uint8) bool) func(s *injState) bool {
	return func(s *injState) bool {
		return m.anyCloser(s, func(c, pc uint8) bool { return holds(s, c, pc) })
	}
}

// reached sets the events that SomethingUnreached looks for.
func (m *injector) reached() {
	switch {
	case m.closers > 0:
		m.reachedByClose()
	case m.batch > 1:
		m.Reached = map[string]func(*injState) bool{
			"WakesTwo": m.whenWorker(func(s *injState, w, _ uint8) bool { return s.worker[w].waking[0] == 2 }),
			"TakesTwo": m.whenWorker(func(s *injState, w, _ uint8) bool { return s.worker[w].hand[0] == 2 }),
		}
	default:
		m.Reached = map[string]func(*injState) bool{
			"ErrFull":   m.whenPut(func(_ *injState, full, _, try, _ bool) bool { return full && try }),
			"Waits":     m.whenPut(func(_ *injState, full, again, try, _ bool) bool { return full && !try && !again }),
			"Overtaken": m.whenPut(func(_ *injState, full, again, _, listed bool) bool { return full && again && !listed }),
			"Stale":     m.whenPut(func(_ *injState, _, again, _, listed bool) bool { return again && listed }),
			"GivesUp":   m.whenSubmitter(func(s *injState, i, pc uint8) bool { return pc == injGiveUp && m.listed(s, i) }),
			"Passes":    m.whenSubmitter(func(_ *injState, _, pc uint8) bool { return pc == injPassRoom }),
			"Sleeps":    m.whenWorker(func(s *injState, w, _ uint8) bool { return m.sleeps(s, w) }),
		}
	}
}

// reachedByClose sets the events of an injector that is closed.
func (m *injector) reachedByClose() {
	m.Reached = map[string]func(*injState) bool{
		"Closed":     m.whenPut(func(s *injState, _, again, _, _ bool) bool { return s.closed == 1 && !again }),
		"ClosedLate": m.whenPut(func(s *injState, _, again, _, _ bool) bool { return s.closed == 1 && again }),
		"Notifies": m.whenSubmitter(func(s *injState, _, pc uint8) bool {
			return pc == injNotify && s.closed == 1 && s.idle != [injMaxWorkers]uint8{}
		}),
		"TakesNone": m.whenWorker(func(s *injState, _, pc uint8) bool { return pc == injTakeBatch && s.size == 0 }),
		"LooksAgain": m.whenWorker(func(s *injState, w, pc uint8) bool {
			return pc == injLookSizeAgain && s.worker[w].seen == 1 && s.size > 0
		}),
		"Claimed": m.whenWorker(func(s *injState, w, pc uint8) bool {
			return pc == injRetract && s.worker[w].seen == 1 && s.idle[w] == 0
		}),
		"Abandons": m.whenCloser(func(_ *injState, _, pc uint8) bool { return pc == injAbandonIdle }),
		"Twice":    m.whenCloser(func(s *injState, _, pc uint8) bool { return pc == injCloseInjector && s.closed == 1 }),
		"Escalates": m.whenCloser(func(s *injState, _, pc uint8) bool {
			return pc == injTakeAll && s.queue[0] > 0 &&
				m.anyCloser(s, func(d, pc uint8) bool { return pc == injAwaitOut && s.closer[d].now == 0 })
		}),
	}
}
