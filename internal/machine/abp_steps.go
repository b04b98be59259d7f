package machine

// The steps of ABP.

// again is what the owner makes of an old age to start again at 0.
func (m *abp) again(old abpAge) abpAge { return abpAge{stamp: (old.stamp + 1) % m.stamps} }

// done ends an operation of the owner.
func (s *abpState) done() {
	s.v, s.old, s.left, s.scrub = 0, abpAge{}, 0, 0
	s.pc[0] = abpOwnerIdle
}

func (m *abp) ownerIdle(s *abpState, _, choice int) Access {
	switch choice {
	case 0: // Push
		if s.pushed == m.items {
			return disabled
		}
		if s.b < m.capacity {
			s.pc[0] = abpPushWrite
		}
	case 1: // Pop
		if s.b > 0 {
			s.pc[0] = abpPopLower
		} else if s.stale > 0 {
			s.left, s.pc[0] = 2, abpStaleClear
		}
	case 2: // Scrub
		if s.stale > s.b {
			s.scrub, s.left, s.pc[0] = 1, m.capacity, abpStaleClear
		} else {
			s.stale, s.pc[0] = 0, abpScrubReadAge
		}
	}
	return silent
}

func (m *abp) pushWrite(s *abpState, _, _ int) Access {
	s.slots[s.b] = s.pushed + 1
	s.pc[0] = abpPushPublish
	return storeAt("slots", s.b)
}

func (m *abp) pushPublish(s *abpState, _, _ int) Access {
	s.b++
	s.bottom = s.b
	s.pushed++
	if s.stale > s.b {
		s.left, s.pc[0] = 2, abpStaleClear
	} else {
		s.stale = 0
		s.done()
	}
	return store("bottom")
}

func (m *abp) popLower(s *abpState, _, _ int) Access {
	s.b--
	s.bottom = s.b
	s.pc[0] = abpPopReadSlot
	return store("bottom")
}

func (m *abp) popReadSlot(s *abpState, _, _ int) Access {
	s.v = s.slots[s.b]
	s.pc[0] = abpPopReadAge
	return loadAt("slots", s.b)
}

func (m *abp) popReadAge(s *abpState, _, _ int) Access {
	s.old = s.age
	s.pc[0] = abpPopReset
	if s.b > s.old.top {
		s.taken[s.v]++
		s.pc[0] = abpPopClear
	}
	return load("age")
}

func (m *abp) popClear(s *abpState, _, _ int) Access {
	s.slots[s.b] = 0
	did := storeAt("slots", s.b)
	if s.swept < s.old.top {
		s.left, s.pc[0] = 2, abpSweepClear
	} else {
		s.done()
	}
	return did
}

func (m *abp) popReset(s *abpState, _, _ int) Access {
	s.bottom = 0
	s.pc[0] = abpPopResetAge
	if s.b == s.old.top {
		s.pc[0] = abpPopClaimLast
	}
	return store("bottom")
}

func (m *abp) popClaimLast(s *abpState, _, _ int) Access {
	won := s.age == s.old || m.naive == "PopLastNoCAS"
	s.pc[0] = abpPopResetAge
	if won {
		s.age = m.again(s.old)
		s.taken[s.v]++
		s.pc[0] = abpPopClearLast
	}
	return cas("age", won)
}

func (m *abp) popResetAge(s *abpState, _, _ int) Access {
	s.age = m.again(s.old)
	if m.naive == "EmptyKeepsStamp" {
		s.age.stamp = s.old.stamp
	}
	s.v, s.old = 0, abpAge{}
	s.swept, s.stale, s.b = 0, max(s.stale, s.b+1), 0
	s.left, s.pc[0] = 2, abpStaleClear
	return store("age")
}

func (m *abp) popClearLast(s *abpState, _, _ int) Access {
	s.slots[s.b] = 0
	did := storeAt("slots", s.b)
	s.swept, s.stale, s.b = 0, max(s.stale, s.b), 0
	if s.stale > 0 {
		s.old = abpAge{}
		s.left, s.pc[0] = 2, abpStaleClear
	} else {
		s.done()
	}
	return did
}

func (m *abp) scrubReadAge(s *abpState, _, _ int) Access {
	if s.swept < s.age.top {
		s.old = s.age
		s.left, s.pc[0] = m.capacity, abpSweepClear
	} else {
		s.done()
	}
	return load("age")
}

func (m *abp) sweepClear(s *abpState, _, _ int) Access {
	did := storeAt("slots", s.swept)
	s.slots[s.swept] = 0
	s.swept++
	if s.left > 1 && s.swept < s.old.top {
		s.left--
	} else {
		s.done()
	}
	return did
}

func (m *abp) staleClear(s *abpState, _, _ int) Access {
	s.stale--
	s.slots[s.stale] = 0
	did := storeAt("slots", s.stale)
	more := s.stale > s.b
	if !more {
		s.stale = 0
	}
	switch {
	case s.left > 1 && more:
		s.left--
	case s.scrub == 1:
		s.left, s.scrub, s.pc[0] = 0, 0, abpScrubReadAge
	default:
		s.done()
	}
	return did
}

func (m *abp) stealReadAge(s *abpState, t, _ int) Access {
	s.thief[t-1].seen = s.age
	s.pc[t] = abpStealReadBottom
	return load("age")
}

func (m *abp) stealReadBottom(s *abpState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = abpStealReadSlot
	if s.bottom <= th.seen.top {
		th.seen = abpAge{}
		s.pc[t] = abpStealReadAge
	}
	return load("bottom")
}

func (m *abp) stealReadSlot(s *abpState, t, _ int) Access {
	th := &s.thief[t-1]
	th.item = s.slots[th.seen.top]
	s.pc[t] = abpStealClaim
	return loadAt("slots", th.seen.top)
}

func (m *abp) stealClaim(s *abpState, t, _ int) Access {
	th := &s.thief[t-1]
	won := s.age == th.seen
	if won {
		s.age.top++
		s.taken[th.item]++
	}
	th.seen, th.item = abpAge{}, 0
	s.pc[t] = abpStealReadAge
	return cas("age", won)
}
