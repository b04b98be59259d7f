package machine

// What outsiders do in the machine of Join.

func (m *join) awaitLook(s *joinState, t, _ int) Access {
	switch {
	case s.status[0] == m.completed():
		s.pc[t] = joinAwaitReadOutcome
	case s.outsider[t-int(m.workers)].enlisted == 1:
		s.pc[t] = joinAwaitPark
	default:
		s.pc[t] = joinAwaitReadHead
	}
	return load("status")
}

func (m *join) awaitReadHead(s *joinState, t, _ int) Access {
	if s.waiters[0] == joinClosed {
		s.pc[t] = joinAwaitReadOutcome
	} else {
		s.outsider[t-int(m.workers)].first = s.waiters[0]
		s.pc[t] = joinAwaitRegister
	}
	return load("waiters")
}

func (m *join) awaitRegister(s *joinState, t, _ int) Access {
	o := &s.outsider[t-int(m.workers)]
	won := s.waiters[0] == o.first
	s.pc[t] = joinAwaitReadHead
	if won {
		s.waiters[0].prepend(uint8(t) + 1)
		o.enlisted = 1
		s.pc[t] = joinAwaitLook
	}
	o.first = numbers{}
	return cas("waiters", won)
}

func (m *join) awaitPark(s *joinState, t, choice int) Access {
	switch {
	case choice == 0:
		return m.await(s, t, joinAwaitLook)
	case m.patient:
		return disabled
	case choice == 1:
		s.pc[t] = joinDone
	default:
		s.pc[t] = joinAwaitCancel
	}
	return silent
}

func (m *join) awaitCancel(s *joinState, t, _ int) Access {
	won := m.setAbort(s, 1, joinCancelled)
	s.pc[t] = joinAwaitClaim
	return casAt("abort", 0, won)
}

func (m *join) awaitClaim(s *joinState, t, _ int) Access {
	won := s.status[0] == 0
	s.pc[t] = joinDone
	if won {
		s.status[0] = m.nobody()
		s.dropped[0]++
		s.pc[t] = joinAwaitWriteOutcome
	}
	return casAt("status", 0, won)
}

func (m *join) awaitWriteOutcome(s *joinState, t, _ int) Access {
	s.outcome[0] = joinCancelled
	s.pc[t] = joinAwaitComplete
	return plainWriteAt("outcome", 0)
}

func (m *join) awaitComplete(s *joinState, t, _ int) Access {
	s.status[0] = m.completed()
	s.pc[t] = joinAwaitCloseList
	return storeAt("status", 0)
}

func (m *join) awaitCloseList(s *joinState, t, _ int) Access {
	s.outsider[t-int(m.workers)].first, s.waiters[0] = s.waiters[0], joinClosed
	s.pc[t] = joinAwaitWake
	return casAt("waiters", 0, true)
}

func (m *join) awaitWake(s *joinState, t, _ int) Access {
	o := &s.outsider[t-int(m.workers)]
	p := o.first.takeHead()
	if o.first.n == 0 {
		s.pc[t] = joinDone
	}
	s.permit[p-1] = 1
	return storeAt("permit", p-1)
}

func (m *join) awaitReadOutcome(s *joinState, t, _ int) Access {
	s.outsider[t-int(m.workers)].answer = s.outcome[0]
	s.pc[t] = joinDone
	return plainReadAt("outcome", 0)
}
