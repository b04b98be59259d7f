package machine

// The steps of Duffy.

func (m *duffy) ownerIdle(s *duffyState, _, choice int) Access {
	switch {
	case choice == 1: // Pop
		s.pc[0] = duffyPopLower
	case s.pushed == m.items:
		return disabled
	case s.t >= s.limit:
		s.pc[0] = duffyPushReadHead
	default:
		s.pc[0] = duffyPushWrite
	}
	return silent
}

func (m *duffy) pushReadHead(s *duffyState, _, _ int) Access {
	s.limit = s.head + s.cap - m.spare
	s.pc[0] = duffyPushWrite
	if s.t >= s.limit {
		s.pc[0] = duffyPushLock
	}
	return load("head")
}

func (m *duffy) pushLock(s *duffyState, _, _ int) Access {
	return acquire(&s.foreignLock, &s.pc[0], "foreignLock", duffyPushReadHeadLocked)
}

func (m *duffy) pushReadHeadLocked(s *duffyState, _, _ int) Access {
	s.h = s.head
	s.pc[0] = duffyPushUnlock
	if s.t >= s.h+s.cap-m.spare {
		s.pc[0] = duffyPushGrow
	}
	return load("head")
}

func (m *duffy) pushGrow(s *duffyState, _, _ int) Access {
	s.double(m.Def, m.slots, s.h, s.t, m.reset*s.h)
	if m.reset == 1 {
		s.t -= s.h
		s.head, s.tail, s.h = 0, s.t, 0
	}
	s.pc[0] = duffyPushUnlock
	return private(Both)
}

func (m *duffy) pushUnlock(s *duffyState, _, _ int) Access {
	s.foreignLock = 0
	s.limit, s.h = s.h+s.cap-m.spare, 0
	s.pc[0] = duffyPushWrite
	return lock("foreignLock")
}

func (m *duffy) pushWrite(s *duffyState, _, _ int) Access {
	s.pc[0] = duffyPushPublish
	return s.put(s.t)
}

func (m *duffy) pushPublish(s *duffyState, _, _ int) Access {
	s.t++
	s.tail = s.t
	s.pushed++
	s.pc[0] = duffyOwnerIdle
	return store("tail")
}

func (m *duffy) popLower(s *duffyState, _, _ int) Access {
	s.tail = s.t - 1
	s.pc[0] = duffyPopReadHead
	return store("tail")
}

func (m *duffy) popReadHead(s *duffyState, _, _ int) Access {
	s.pc[0] = duffyPopLock
	if s.t > s.head || m.naive == "NoLook" && s.t > 0 {
		s.t--
		s.claim(s.t, s.cap)
		s.pc[0] = duffyPopTakeSlot
	}
	return load("head")
}

func (m *duffy) popTakeSlot(s *duffyState, _, _ int) Access {
	s.take(m.Def, s.t)
	s.pc[0] = duffyOwnerIdle
	return private(Both)
}

func (m *duffy) popLock(s *duffyState, _, _ int) Access {
	return acquire(&s.foreignLock, &s.pc[0], "foreignLock", duffyPopCheckHead)
}

func (m *duffy) popCheckHead(s *duffyState, _, _ int) Access {
	s.pc[0] = duffyPopRestore
	if s.t > s.head {
		s.t--
		s.claim(s.t, s.cap)
		s.pc[0] = duffyPopTakeLocked
	}
	return load("head")
}

func (m *duffy) popTakeLocked(s *duffyState, _, _ int) Access {
	s.v = s.take(m.Def, s.t)
	s.pc[0] = duffyPopUnlock
	return private(Both)
}

func (m *duffy) popRestore(s *duffyState, _, _ int) Access {
	s.tail = s.t
	s.pc[0] = duffyPopUnlock
	return store("tail")
}

func (m *duffy) popUnlock(s *duffyState, _, _ int) Access {
	s.foreignLock, s.v = 0, 0
	s.pc[0] = duffyOwnerIdle
	return lock("foreignLock")
}

// stealLock answers Retry, and stays, if the lock is held.
func (m *duffy) stealLock(s *duffyState, t, _ int) Access {
	if s.foreignLock == 1 {
		return cas("foreignLock", false)
	}
	s.foreignLock, s.pc[t] = 1, duffyStealReadHead
	return lock("foreignLock")
}

func (m *duffy) stealReadHead(s *duffyState, t, _ int) Access {
	s.thief[t-1].seen = s.head
	s.pc[t] = duffyStealRaise
	return load("head")
}

func (m *duffy) stealRaise(s *duffyState, t, _ int) Access {
	s.pc[t] = duffyStealReadTail
	if m.naive == "NoRaise" {
		return silent
	}
	s.head = s.thief[t-1].seen + 1
	return store("head")
}

func (m *duffy) stealReadTail(s *duffyState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = duffyStealRestore
	if int8(s.tail) > int8(th.seen) {
		s.claim(th.seen, max(1, s.size)) // the test of accesses also tries 0
		s.pc[t] = duffyStealTakeSlot
	}
	return load("tail")
}

func (m *duffy) stealTakeSlot(s *duffyState, t, _ int) Access {
	th := &s.thief[t-1]
	th.item = s.steal(m.Def, th.seen, m.naive == "KeepsSlot")
	s.pc[t] = duffyStealUnlock
	return private(Both)
}

func (m *duffy) stealRestore(s *duffyState, t, _ int) Access {
	s.head = s.thief[t-1].seen
	s.pc[t] = duffyStealUnlock
	return store("head")
}

func (m *duffy) stealUnlock(s *duffyState, t, _ int) Access {
	s.foreignLock = 0
	s.thief[t-1].seen, s.thief[t-1].item = 0, 0
	s.pc[t] = duffyStealLock
	return lock("foreignLock")
}
