package machine

// The steps of thieves.

// rest ends an operation of a thief.
func (m *chaseLev) rest(s *clState, t int) {
	th := &s.thief[t-1]
	th.seen, th.left = 0, 0
	if m.naive != "KeepsRing" {
		th.a = clRing{}
	}
	s.pc[t] = clStealReadTop
}

func (m *chaseLev) stealReadTop(s *clState, t, _ int) Access {
	s.pc[t] = clStealReadBottom
	if m.naive == "BottomFirst" {
		s.thief[t-1].seen = s.bottom
		return load("bottom")
	}
	s.thief[t-1].seen = s.top
	return load("top")
}

func (m *chaseLev) stealReadBottom(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	from, to, did := th.seen, s.bottom, load("bottom")
	if m.naive == "BottomFirst" {
		from, to, did = s.top, th.seen, load("top")
	}
	if to <= from {
		th.seen, s.pc[t] = 0, clStealReadTop
		return did
	}
	th.seen, s.pc[t] = from, clStealReadArray
	if m.module == "ChaseLevBatch" {
		th.left = min((to-from+1)/2, m.want)
	}
	return did
}

func (m *chaseLev) stealReadArray(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	if m.naive != "KeepsRing" || th.a == (clRing{}) {
		th.a = s.array
	}
	s.pc[t] = clStealClaim
	return load("array")
}

func (m *chaseLev) stealClaim(s *clState, t, _ int) Access {
	won := s.top == s.thief[t-1].seen
	if won {
		s.top++
		s.pc[t] = clStealReadSlot
	} else {
		m.rest(s, t)
	}
	return cas("top", won)
}

func (m *chaseLev) stealReadSlot(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	s.taken[*s.at(th.a, th.seen)]++
	s.pc[t] = clStealReadArrayAgain
	return plainReadAt("slots", m.word(th.a, th.seen))
}

func (m *chaseLev) stealReadArrayAgain(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	if th.seen < s.array.base && m.naive != "MarksAnyRing" {
		m.nextOfBatch(s, t)
	} else {
		th.a, s.pc[t] = s.array, clStealFinish
	}
	return load("array")
}

func (m *chaseLev) stealFinish(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	*s.mark(th.a, th.seen) = th.seen + 1
	did := m.word(th.a, th.seen)
	m.nextOfBatch(s, t)
	return storeAt("done", did)
}

// nextOfBatch ends what a thief does for one item.
func (m *chaseLev) nextOfBatch(s *clState, t int) {
	th := &s.thief[t-1]
	if th.left <= 1 {
		m.rest(s, t)
		return
	}
	th.seen++
	th.left--
	th.a = clRing{}
	s.pc[t] = clBatchReadBottomAgain
}

func (m *chaseLev) batchReadBottomAgain(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	if s.bottom <= th.seen && m.naive != "LooksOnce" {
		m.rest(s, t)
	} else {
		s.pc[t] = clStealReadArray
	}
	return load("bottom")
}
