package machine

// The steps of the owner's Push and Pop, and of PopTop.

// word returns the number, among the words of slots and of done, of that of index i
// in a ring.
func (m *chaseLev) word(r clRing, i uint8) uint8 { return r.ring*m.slots + i%r.size }

func (s *clState) at(r clRing, i uint8) *uint8 { return &s.slots[r.ring][i%r.size] }

// end ends an operation of the owner.
func (s *clState) end() {
	s.t, s.claimed, s.cares, s.next = 0, 0, 0, 0
	s.pc[0] = clOwnerIdle
}

// take takes the item of index i.
func (m *chaseLev) take(s *clState, i uint8) {
	p := s.at(s.r, i)
	s.taken[*p]++
	*p = 0
	m.takes("slots", m.word(s.r, i))
}

func (m *chaseLev) ownerIdle(s *clState, _, choice int) Access {
	switch choice {
	case 0: // Push
		if s.pushed == m.items {
			return disabled
		}
		s.pc[0] = clPushReadTop
		if s.b-s.free < s.r.size {
			s.pc[0] = clPushWrite
		}
	case 1: // Pop
		s.pc[0] = clPopReadTop
	case 2: // Scrub or PopTop
		if m.module == "ChaseLevBatch" {
			return disabled
		}
		s.pc[0] = clOwn
	}
	return silent
}

func (m *chaseLev) pushWrite(s *clState, _, _ int) Access {
	*s.at(s.r, s.b) = s.pushed + 1
	s.pc[0] = clPushPublish
	did := m.word(s.r, s.b)
	return plainWriteAt("slots", did)
}

func (m *chaseLev) pushPublish(s *clState, _, _ int) Access {
	s.b++
	s.bottom = s.b
	s.pushed++
	s.end()
	return store("bottom")
}

func (m *chaseLev) popReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	switch {
	case s.b == s.t+1:
		s.pc[0] = clPopClaimOne
	case s.b > s.t:
		s.pc[0] = clPopLower
	case s.t-s.free > m.lag:
		s.pc[0] = clPopReadDone
	default:
		s.end()
	}
	return load("top")
}

func (m *chaseLev) popClaimOne(s *clState, _, _ int) Access {
	won := s.top == s.t
	if won {
		s.top++
		s.claimed, s.pc[0] = 1, clPopTakeOne
	} else {
		s.end()
	}
	return cas("top", won)
}

// popTakeTop takes the item of index t, which has been claimed.
func (m *chaseLev) popTakeTop(s *clState, _, _ int) Access {
	m.take(s, s.t)
	if s.free == s.t {
		s.free++
		m.upkeep(s, s.t+1)
	} else {
		s.claimed, s.pc[0] = 0, clPopFinish
	}
	return private(Both)
}

func (m *chaseLev) popLower(s *clState, _, _ int) Access {
	s.b--
	s.bottom = s.b
	s.pc[0] = clPopReadTopAgain
	return store("bottom")
}

func (m *chaseLev) popReadTopAgain(s *clState, _, _ int) Access {
	if m.naive != "PopReadsTopOnce" {
		s.t = s.top
	}
	switch {
	case s.b > s.t:
		s.pc[0] = clPopTakeSlot
	case s.b == s.t:
		s.pc[0] = clPopClaimLast
	default:
		s.pc[0] = clPopRestore
	}
	return load("top")
}

func (m *chaseLev) popTakeSlot(s *clState, _, _ int) Access {
	m.take(s, s.b)
	m.upkeep(s, s.t)
	return private(Both)
}

func (m *chaseLev) popClaimLast(s *clState, _, _ int) Access {
	won := s.top == s.t || m.naive == "PopLastNoCAS"
	if won {
		s.top = s.t + 1
		s.claimed = 1
	}
	s.pc[0] = clPopRestore
	return cas("top", won)
}

func (m *chaseLev) popRestore(s *clState, _, _ int) Access {
	s.b++
	s.bottom = s.b
	if s.claimed == 1 {
		s.pc[0] = clPopTakeLast
	} else {
		s.end()
	}
	return store("bottom")
}

func (m *chaseLev) popFinish(s *clState, _, _ int) Access {
	*s.mark(s.r, s.t) = s.t + 1
	did := m.word(s.r, s.t)
	m.upkeep(s, s.t+1)
	return storeAt("done", did)
}

func (m *chaseLev) popTopReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	switch {
	case s.b > s.t:
		s.pc[0] = clPopTopClaim
	case s.t-s.free > m.lag:
		s.pc[0] = clPopReadDone
	default:
		s.end()
	}
	return load("top")
}

func (m *chaseLev) popTopClaim(s *clState, _, _ int) Access {
	won := s.top == s.t || m.naive == "PopTopNoCAS"
	if won {
		s.top = s.t + 1
		s.claimed, s.pc[0] = 1, clPopTopTakeSlot
	} else {
		s.t++
		s.pc[0] = clPopTopReadTop
	}
	return cas("top", won)
}
