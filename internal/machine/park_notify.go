package machine

// The steps that publish a task, close, or set a latch, and wake a worker.

func (m *park) publish(s *parkState, t, _ int) Access {
	p := &s.worker[t]
	if t == 0 && s.closed == 1 {
		s.pc[t] = parkDone
		return region()
	}
	s.ready[m.own(t)]++
	p.sent++
	p.tree = 0
	if m.own(t) != 0 {
		p.tree = 1
	}
	s.pc[t] = parkNotifyLook
	if m.early(t) && p.sent == m.tasks {
		s.pc[t] = parkDone
	}
	return region()
}

func (m *park) notifyLook(s *parkState, t, _ int) Access {
	if s.quiet() {
		m.done(s, t)
	} else {
		s.pc[t] = parkNotifyLock
	}
	return load("state")
}

func (m *park) notifyLock(s *parkState, t, _ int) Access {
	switch {
	case s.mu == 1:
		return disabled
	case s.nobody() || m.naive != "NoRetest" && s.quiet():
		m.done(s, t)
	default:
		s.mu, s.pc[t] = 1, parkNotifyClaim
	}
	return region()
}

func (m *park) notifyClaim(s *parkState, t, choice int) Access {
	p, kind := &s.worker[t], uint8(parkIdle)
	if s.sleepers[parkIdle] == [parkMaxWorkers]uint8{} {
		kind = parkHelping
	}
	if kind == parkHelping && p.tree == 0 { // those that sleep do not take it
		if choice > 0 {
			return disabled
		}
		s.mu = 0
		m.done(s, t)
		return region()
	}
	sleeps := &s.sleepers[kind][choice]
	if *sleeps == 0 {
		return disabled
	}
	s.mu, p.x, *sleeps = 0, uint8(1+choice), 0
	*s.sleeping(kind)--
	if m.naive != "CountsLate" {
		*s.searching() += m.searches(kind)
	}
	s.pc[t] = parkNotifyUnpark
	return region()
}

func (m *park) notifyUnpark(s *parkState, t, _ int) Access {
	x := &s.worker[t].x
	did := storeAt("permit", *x-1)
	s.permit[*x-1] = 1
	*x = 0
	m.done(s, t)
	if m.naive == "CountsLate" {
		*s.searching()++
	}
	return did
}

func (m *park) closeStore(s *parkState, t, _ int) Access {
	s.closed, s.pc[t] = 1, parkCloseUnpark
	if m.naive == "ClosedLast" {
		s.closed = 0
	}
	return store("closed")
}

func (m *park) closeUnpark(s *parkState, t, _ int) Access {
	did := storeAt("permit", s.next-1)
	s.permit[s.next-1] = 1
	if s.next < m.workers {
		s.next++
	} else {
		s.next, s.pc[t] = 1, parkDone
		if m.naive == "ClosedLast" {
			s.closed = 1
		}
	}
	return did
}

func (m *park) latchSet(s *parkState, t, _ int) Access {
	w := uint8(t - m.closer - 1)
	s.latch[w], s.pc[t] = 1, parkLatchUnpark
	return storeAt("latch", w)
}

func (m *park) latchUnpark(s *parkState, t, _ int) Access {
	w := uint8(t - m.closer - 1)
	s.pc[t] = parkDone
	if m.naive == "NoLatchUnpark" {
		return silent
	}
	s.permit[w] = 1
	return storeAt("permit", w)
}
