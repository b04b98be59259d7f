package machine

// The steps of closers.

func (m *injector) closeIdle(s *injState, t, choice int) Access {
	if choice > int(m.nows) {
		return disabled
	}
	s.closer[t-int(m.workers+m.submitters)].now = uint8(choice)
	s.pc[t] = injCloseInjector
	return silent
}

// then is where a closer goes on when it has waked whom it had to.
func (m *injector) then(s *injState, t int) {
	switch c := &s.closer[t-int(m.workers+m.submitters)]; {
	case c.rest[0] > 0:
		s.pc[t] = injCloseWake
	case c.now == 1:
		s.pc[t] = injTakeAll
	default:
		s.pc[t] = injCloseUnpark
	}
}

func (m *injector) closeInjector(s *injState, t, _ int) Access {
	s.closed = 1
	if m.naive != "CloseForgetsWaiters" {
		s.closer[t-int(m.workers+m.submitters)].rest, s.waiters = s.waiters, injPeople{}
	}
	m.then(s, t)
	return region()
}

func (m *injector) closeWake(s *injState, t, _ int) Access {
	did := s.give(fifo(s.closer[t-int(m.workers+m.submitters)].rest[:]).shift())
	m.then(s, t)
	return did
}

func (m *injector) takeAll(s *injState, t, _ int) Access {
	c := &s.closer[t-int(m.workers+m.submitters)]
	if m.naive != "CloseForgetsQueue" {
		c.left = s.queue
	}
	s.queue, s.size = injItems{}, 0
	s.pc[t] = injCloseUnpark
	if c.left[0] > 0 {
		s.pc[t] = injAbandonIdle
	}
	return region()
}

func (m *injector) abandonIdle(s *injState, t, _ int) Access {
	left := fifo(s.closer[t-int(m.workers+m.submitters)].left[:])
	s.dropped[left.shift()-1]++
	if left[0] == 0 {
		s.pc[t] = injCloseUnpark
	}
	return silent
}

func (m *injector) closeUnpark(s *injState, t, _ int) Access {
	c := &s.closer[t-int(m.workers+m.submitters)]
	did := s.give(c.nth)
	if c.nth++; c.nth > m.workers {
		s.pc[t] = injAwaitOut
	}
	return did
}

func (m *injector) awaitOut(s *injState, t, _ int) Access {
	if s.out < m.workers {
		return disabled
	}
	c := &s.closer[t-int(m.workers+m.submitters)]
	c.now, c.nth = 0, 1
	s.pc[t] = injDone
	return load("out")
}
