package machine

// The steps of the other threads of Lend.

func (m *lending) put(s *lendState, t, choice int) Access {
	if s.shut == 1 {
		if choice > 0 {
			return disabled
		}
		return s.goes(t, lendDone)
	}
	item := uint8(t) - m.all + 1
	s.queue.append(item)
	s.accepted[item-1] = 1
	return s.goes(t, []uint8{lendHandOver, lendNotify}[choice])
}

// wakes takes an idle worker off the list; the first choice is to take none.
func (s *lendState) wakes(t, choice int, none, one uint8) Access {
	if choice == 0 {
		return s.goes(t, none)
	}
	if s.idle[choice-1] == 0 {
		return disabled
	}
	s.idle[choice-1] = 0
	return s.goes(t, one)
}

func (m *lending) handOver(s *lendState, t, choice int) Access {
	if choice > int(m.all) {
		return s.goes(t, lendLendNow) // it waits for the result
	}
	return s.wakes(t, choice, lendReadServed, lendDone)
}

func (m *lending) notify(s *lendState, t, choice int) Access {
	return s.wakes(t, choice, lendArm, lendArm)
}

// late returns the number of a timer, counted from 0, or -1 for a submitter.
func (m *lending) late(t int) int { return max(t-int(m.all+m.items), -1) }

func (m *lending) readServed(s *lendState, t, choice int) Access {
	n := m.late(t)
	if choice > 0 {
		s.seen[t] = 1
		return s.goes(t, s.pc[t]+1)
	}
	if s.served == 0 || n >= 0 && s.early[n] >= m.most {
		return disabled
	}
	if n < 0 {
		return s.goes(t, lendNotify)
	}
	s.early[n]++
	return s.goes(t, lendArmAgain)
}

func (m *lending) claimServed(s *lendState, t, _ int) Access {
	switch {
	case s.seen[t] == 1:
		s.served = 1
		s.forget()
		return s.goes(t, s.pc[t]+1)
	case m.late(t) < 0:
		return s.goes(t, lendNotify)
	}
	return s.goes(t, lendArmAgain)
}

// extra is Extra.
func (m *lending) extra(s *lendState) int {
	if s.closed == 1 {
		return int(s.active) - int(m.workers) + int(m.shrinks)
	}
	return int(s.blocked) + int(s.surplus) + int(s.lends)
}

// starts activates a worker more.
func (m *lending) starts(s *lendState, lent uint8) {
	chosen := s.made + 1
	if n := s.standby.n; n > 0 {
		chosen = s.standby.takeLast()
	} else {
		s.made++
		s.alive++
	}
	if 0 < chosen && chosen <= m.all {
		s.lent[chosen-1], s.permit[chosen-1] = lent, 1
	}
	s.active++
}

// lends lends a worker if the limit allows one.
func (m *lending) lend(s *lendState, t int, lent, refused uint8) Access {
	if m.extra(s) >= int(m.spares) && m.naive != "NoLimit" || s.closed == 1 && s.alive == 0 && m.naive != "LendsGone" {
		return s.goes(t, refused)
	}
	m.starts(s, 1)
	s.lends++
	return s.goes(t, lent)
}

// lendNow has a second choice for a submitter that also notifies an idle worker.
func (m *lending) lendNow(s *lendState, t, choice int) Access {
	access := m.lend(s, t, lendDone, lendNotify)
	if choice == 0 {
		return access
	}
	if s.pc[t] == lendNotify {
		return disabled
	}
	return s.goes(t, lendNotify)
}

func (m *lending) lendLate(s *lendState, t, _ int) Access {
	return m.lend(s, t, lendArmAgain, lendRing)
}

func (m *lending) arm(s *lendState, t, _ int) Access {
	next := uint8(lendDone)
	if m.late(t) >= 0 {
		next = lendRing
	} else if m.naive == "NotifiesOnly" {
		return s.goes(t, next)
	}
	swapped := s.armed == 0
	s.armed, s.pc[t] = 1, next
	return cas("armed", swapped)
}

func (m *lending) ring(s *lendState, t, choice int) Access {
	if choice > 0 {
		if s.closed == 0 || s.alive > 0 {
			return disabled
		}
		return s.goes(t, lendDone)
	}
	if s.armed == 0 {
		return disabled
	}
	s.armed = 0
	return s.goes(t, lendLookQueue)
}

func (m *lending) lookQueue(s *lendState, t, _ int) Access {
	if s.queue.n == 0 {
		return s.goes(t, lendRing)
	}
	return s.goes(t, lendReadServedLate)
}

func (m *lending) closeRegistry(s *lendState, t, _ int) Access {
	s.closed, s.surplus = 1, 0
	s.released = [lendMaxWorkers]uint8{}
	for _, w := range s.standby.all() {
		s.released[w-1] = 1
	}
	s.standby = numbers{}
	return s.goes(t, lendCloseInjector)
}

func (m *lending) closeInjector(s *lendState, t, _ int) Access {
	s.shut, s.pc[t] = 1, lendCloseUnpark
	return store("shut")
}

func (m *lending) closeUnpark(s *lendState, t, _ int) Access {
	for w := range min(s.made, m.all) {
		s.permit[w] = 1
	}
	return s.goes(t, lendAwaitGone)
}

func (m *lending) awaitGone(s *lendState, t, _ int) Access {
	if s.alive > 0 {
		return disabled
	}
	s.pc[t] = lendDone
	return load("alive")
}

func (m *lending) compensate(s *lendState, t, _ int) Access {
	surplus := int(s.surplus)
	if s.closed == 1 {
		surplus = m.extra(s) - int(s.blocked) - int(s.lends)
	}
	switch {
	case surplus > 0 && s.idle != [lendMaxWorkers]uint8{}:
		if s.closed == 0 {
			s.surplus--
		}
	case int(s.blocked)+surplus+int(s.lends) >= int(m.spares):
		s.refused++
		return s.goes(t, lendUnrefuse)
	default:
		m.starts(s, 0)
	}
	s.blocked++
	return s.goes(t, lendUncompensate)
}

func (m *lending) uncompensate(s *lendState, t, _ int) Access {
	s.blocked--
	if s.closed == 0 {
		s.surplus++
	}
	return s.goes(t, lendDone)
}

func (m *lending) unrefuse(s *lendState, t, _ int) Access {
	s.refused--
	return s.goes(t, lendDone)
}

func (m *lending) pass(s *lendState, t, _ int) Access {
	s.back++
	s.pc[t] = lendDone
	return swap("back")
}

func (m *lending) end(s *lendState, t, _ int) Access {
	s.over, s.pc[t] = 1, lendDone
	return store("over")
}
