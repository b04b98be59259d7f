package machine

// How a task ends in the machine of Join.

func (m *join) writeOutcome(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	s.outcome[w.task-1] = w.result
	s.pc[t] = joinComplete
	if m.naive == "CompletesLast" || m.naive == "OutcomeLast" {
		s.pc[t] = joinCloseList
	}
	return plainWriteAt("outcome", w.task-1)
}

func (m *join) complete(s *joinState, t, _ int) Access {
	task := s.worker[t].task
	s.status[task-1] = m.completed()
	switch m.naive {
	case "CompletesLast":
		m.ended(s, t)
	case "OutcomeLast":
		s.pc[t] = joinWriteOutcome
	default:
		s.pc[t] = joinCloseList
	}
	return storeAt("status", task-1)
}

// woken goes on when all are woken, or to the next.
func (m *join) woken(s *joinState, t int) {
	switch {
	case s.worker[t].wake.n > 0:
		s.pc[t] = joinWake
	case m.naive == "CompletesLast":
		s.pc[t] = joinComplete
	default:
		m.ended(s, t)
	}
}

// countDown counts a task of the latch, or the body of the Scope, as ended.
func (m *join) countDown(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	body := m.latchOf(w.task) != 0
	s.pending--
	switch {
	case s.pending == 0:
		if body {
			w.count = 1
			w.push()
		}
		w.joinFrame = joinFrame{task: m.latch, result: joinOK}
		s.pc[t] = joinComplete
	case body:
		w.count = 1
		s.pc[t] = joinLook
		if w.result != joinOK {
			s.pc[t] = joinOffer
		}
	default:
		m.back(s, t)
	}
	return cas("pending", true)
}

func (m *join) closeList(s *joinState, t, _ int) Access {
	w := &s.worker[t]
	task := w.task
	w.wake, s.waiters[task-1] = s.waiters[task-1], joinClosed
	m.woken(s, t)
	return casAt("waiters", task-1, true)
}

func (m *join) wake(s *joinState, t, _ int) Access {
	p := s.worker[t].wake.takeHead()
	m.woken(s, t)
	if p == 0 {
		return silent // a list closed twice, and NoClaim has failed before
	}
	s.permit[p-1] = 1
	return storeAt("permit", p-1)
}
