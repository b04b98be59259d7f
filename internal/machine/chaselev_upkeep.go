package machine

// The owner's upkeep: it clears the slots of stolen items, and moves to another ring.

func (m *chaseLev) quarter(r clRing) uint8 {
	if r.size > m.first {
		return r.size / m.part
	}
	return 0
}

func (s *clState) mark(r clRing, i uint8) *uint8 { return &s.done[r.ring][i%r.size] }

// reclaim clears the slots of finished indices below t. It moves right, unless it forwards marks: a load of a mark
// that a thief has yet to set then need not be the last access.
func (m *chaseLev) reclaim(s *clState, limit uint8) Access {
	moves := Right
	if s.before.size > 0 {
		switch {
		case s.free >= s.beforeEnd:
			s.before, s.beforeEnd = clRing{}, 0
		case m.naive != "NoForward":
			moves = Point
			for i := s.free; i < s.beforeEnd; i++ {
				m.tell(loadAt("done", m.word(s.before, i)))
				if *s.mark(s.before, i) == i+1 {
					*s.mark(s.r, i) = i + 1
					m.tell(storeAt("done", m.word(s.r, i)))
				}
			}
		}
	}
	for end := min(s.t, s.free+limit); s.free < end; s.free++ {
		m.tell(loadAt("done", m.word(s.r, s.free)))
		if *s.mark(s.r, s.free) != s.free+1 && m.naive != "NoMarks" {
			break
		}
		*s.at(s.r, s.free) = 0
		m.tell(plainWriteAt("slots", m.word(s.r, s.free)))
	}
	return private(moves)
}

// upkeep ends a Pop, or lets it do the upkeep that it owes when top is i.
func (m *chaseLev) upkeep(s *clState, i uint8) {
	owes := i-s.free > m.lag || s.b-i < m.quarter(s.r) || s.lowPops != 0
	s.end()
	if owes {
		s.t, s.cares, s.pc[0] = i, 1, clPopReadDone
	}
}

func (m *chaseLev) pushReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	s.pc[0] = clPushReadDone
	return load("top")
}

func (m *chaseLev) pushReadDone(s *clState, _, _ int) Access {
	access := m.reclaim(s, m.batch)
	s.pc[0] = clPushWrite
	if s.b-s.free >= s.r.size {
		s.next, s.pc[0] = s.r.size, clSwapReadTop
		if s.b-s.t == s.r.size {
			s.next *= 2
		}
	}
	s.t = 0
	return access
}

func (m *chaseLev) popReadDone(s *clState, _, _ int) Access {
	access := m.reclaim(s, m.batch)
	switch {
	case s.cares == 0:
		s.end()
	case s.b-s.t >= m.quarter(s.r):
		s.lowPops = 0
		s.end()
	case s.lowPops < m.pat:
		s.lowPops++
		s.end()
	default:
		s.next, s.t, s.pc[0] = s.r.size/2, 0, clSwapReadTop
	}
	return access
}

func (m *chaseLev) swapReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	s.pc[0] = clSwapCopy
	return load("top")
}

// nextRing is the ring that the owner makes.
func (m *chaseLev) nextRing(s *clState) clRing {
	return clRing{ring: (s.r.ring + 1) % m.rings, base: s.t, size: s.next}
}

func (m *chaseLev) swapCopy(s *clState, _, _ int) Access {
	to := m.nextRing(s)
	from := *s
	s.slots[to.ring], s.done[to.ring] = [clMaxSlots]uint8{}, [clMaxSlots]uint8{}
	m.anew("slots", int(to.ring*m.slots), int(m.slots))
	m.anew("done", int(to.ring*m.slots), int(m.slots))
	for i := s.t; i < s.b; i++ {
		*s.at(to, i) = *from.at(s.r, i)
		m.tell(plainReadAt("slots", m.word(s.r, i)))
		m.tell(plainWriteAt("slots", m.word(to, i)))
	}
	s.pc[0] = clSwapPublish
	return private(Both)
}

func (m *chaseLev) swapPublish(s *clState, _, _ int) Access {
	s.array = m.nextRing(s)
	s.pc[0] = clSwapReadTopAgain
	return store("array")
}

func (m *chaseLev) swapReadTopAgain(s *clState, _, _ int) Access {
	old := s.r
	s.r = m.nextRing(s)
	s.before, s.beforeEnd = clRing{}, 0
	if s.top != s.t {
		s.before, s.beforeEnd = old, s.top
	}
	s.free, s.lowPops = s.t, 0
	pop := s.cares == 1
	s.end()
	if !pop {
		s.pc[0] = clPushWrite
	}
	return load("top")
}

func (m *chaseLev) scrubReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	s.pc[0] = clScrubReadDone
	return load("top")
}

func (m *chaseLev) scrubReadDone(s *clState, _, _ int) Access {
	access := m.reclaim(s, s.r.size)
	s.end()
	return access
}
