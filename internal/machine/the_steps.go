package machine

// The steps of THE.

func (m *the) ownerIdle(s *theState, _, choice int) Access {
	switch {
	case choice == 1: // Pop
		s.pc[0] = thePopReadHead
	case s.pushed == m.items:
		return disabled
	case s.tail == s.limit:
		s.pc[0] = thePushReadHead
	default:
		s.pc[0] = thePushWrite
	}
	return silent
}

func (m *the) pushReadHead(s *theState, _, _ int) Access {
	s.limit = s.H + s.cap
	s.pc[0] = thePushWrite
	if s.tail == s.limit {
		s.pc[0] = thePushLock
	}
	return load("H")
}

func (m *the) pushLock(s *theState, t, _ int) Access {
	if m.naive == "GrowUnlocked" {
		s.lock = 0
	}
	return acquire(&s.lock, &s.pc[t], "lock", thePushReadHeadLocked)
}

func (m *the) pushReadHeadLocked(s *theState, _, _ int) Access {
	s.h = s.H
	s.pc[0] = thePushUnlock
	if s.tail-s.h == s.cap {
		s.pc[0] = thePushGrow
	}
	return load("H")
}

func (m *the) pushGrow(s *theState, _, _ int) Access {
	s.double(m.Def, m.slots, s.h, s.tail, 0)
	s.pc[0] = thePushUnlock
	return private(Both)
}

func (m *the) pushUnlock(s *theState, _, _ int) Access {
	s.lock = 0
	s.limit, s.h = s.h+s.cap, 0
	s.pc[0] = thePushWrite
	return lock("lock")
}

func (m *the) pushWrite(s *theState, _, _ int) Access {
	s.pc[0] = thePushPublish
	return s.put(s.tail)
}

func (m *the) pushPublish(s *theState, _, _ int) Access {
	s.tail++
	s.T = s.tail
	s.pushed++
	s.pc[0] = theOwnerIdle
	return store("T")
}

func (m *the) popReadHead(s *theState, _, _ int) Access {
	s.pc[0] = thePopLower
	if s.H == s.tail {
		s.pc[0] = theOwnerIdle
	}
	return load("H")
}

func (m *the) popLower(s *theState, _, _ int) Access {
	s.T = s.tail - 1
	s.pc[0] = thePopReadException
	return store("T")
}

func (m *the) popReadException(s *theState, _, _ int) Access {
	s.pc[0] = thePopLock
	if s.tail-1 >= s.E || m.naive == "NoException" {
		s.tail--
		s.claim(s.tail, s.cap)
		s.pc[0] = thePopTakeSlot
	}
	return load("E")
}

func (m *the) popTakeSlot(s *theState, _, _ int) Access {
	s.take(m.Def, s.tail)
	s.pc[0] = theOwnerIdle
	return private(Both)
}

func (m *the) popLock(s *theState, t, _ int) Access {
	return acquire(&s.lock, &s.pc[t], "lock", thePopCheckHead)
}

func (m *the) popCheckHead(s *theState, _, _ int) Access {
	s.pc[0] = thePopRestore
	if s.tail-1 >= s.H {
		s.tail--
		s.claim(s.tail, s.cap)
		s.pc[0] = thePopTakeLocked
	}
	return load("H")
}

func (m *the) popTakeLocked(s *theState, _, _ int) Access {
	s.v = s.take(m.Def, s.tail)
	s.pc[0] = thePopUnlock
	return private(Both)
}

func (m *the) popRestore(s *theState, _, _ int) Access {
	s.T = s.tail
	s.pc[0] = thePopUnlock
	return store("T")
}

func (m *the) popUnlock(s *theState, _, _ int) Access {
	s.lock, s.v = 0, 0
	s.pc[0] = theOwnerIdle
	return lock("lock")
}

func (m *the) stealLookHead(s *theState, t, _ int) Access {
	s.thief[t-1].head = s.H
	s.pc[t] = theStealLookTail
	return load("H")
}

func (m *the) stealLookTail(s *theState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = theStealLock
	if s.T <= th.head+m.keep {
		th.head = 0
		s.pc[t] = theStealLookHead
	}
	return load("T")
}

func (m *the) stealLock(s *theState, t, _ int) Access {
	return acquire(&s.lock, &s.pc[t], "lock", theStealReadHead)
}

func (m *the) stealReadHead(s *theState, t, _ int) Access {
	s.thief[t-1].head = s.H
	s.pc[t] = theStealBar
	return load("H")
}

func (m *the) stealBar(s *theState, t, _ int) Access {
	s.pc[t] = theStealReadTail
	if m.naive == "NoBar" {
		return silent
	}
	s.E = s.thief[t-1].head + 1
	return store("E")
}

func (m *the) stealReadTail(s *theState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = theStealLift
	if s.T > th.head+m.keep {
		s.claim(th.head, max(1, s.size)) // the test of accesses also tries 0
		s.pc[t] = theStealTakeSlot
		if m.naive == "HeadFirst" {
			s.pc[t] = theStealTake
		}
	}
	return load("T")
}

func (m *the) stealTakeSlot(s *theState, t, _ int) Access {
	th := &s.thief[t-1]
	th.item = s.steal(m.Def, th.head, m.naive == "KeepsSlot")
	s.pc[t] = theStealTake
	if m.naive == "HeadFirst" {
		s.pc[t] = theStealUnlock
	}
	return private(Both)
}

func (m *the) stealTake(s *theState, t, _ int) Access {
	s.H = s.thief[t-1].head + 1
	s.pc[t] = theStealUnlock
	if m.naive == "HeadFirst" {
		s.pc[t] = theStealTakeSlot
	}
	return store("H")
}

func (m *the) stealLift(s *theState, t, _ int) Access {
	s.E = s.thief[t-1].head
	s.pc[t] = theStealUnlock
	return store("E")
}

func (m *the) stealUnlock(s *theState, t, _ int) Access {
	s.lock = 0
	s.thief[t-1].head, s.thief[t-1].item = 0, 0
	s.pc[t] = theStealLookHead
	return lock("lock")
}
