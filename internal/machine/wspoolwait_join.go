package machine

import "github.com/stealproof/stealproof/model"

// The steps of a worker in a task that waits for another one.

// joined is Joined: the task j has been joined.
func (m *wsp) joined(s *wspState, t int) {
	th := &s.thread[t]
	switch {
	case t == 0:
		th.j = 0
		s.to(t, wspStop)
	case th.j > 2:
		th.j--
		s.to(t, wspJoinClaim)
	default:
		th.j, th.t = 0, 1
		m.end(s, t)
	}
}

// ended is Ended: the waiters have been woken.
func (m *wsp) ended(s *wspState, t int) {
	if m.naive == "StatusLast" {
		s.to(t, wspStoreComplete)
	} else {
		s.next(t)
	}
}

func (m *wsp) joinClaim(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	won := s.status[th.j] == wspNew
	s.to(t, wspJoinLook)
	if won {
		s.status[th.j] = wspRunning
		th.t = th.j
		s.to(t, wspRemove)
	}
	return casAt("status", th.j-1, won)
}

func (m *wsp) remove(s *wspState, t, _ int) Access {
	m.end(s, t)
	return casAt("queue", uint8(t-1), s.queue[t-1].remove(s.thread[t].j))
}

func (m *wsp) joinLook(s *wspState, t, _ int) Access {
	did := loadAt("status", s.thread[t].j-1)
	switch {
	case s.status[s.thread[t].j] == wspComplete:
		m.joined(s, t)
	case t == 0:
		s.to(t, wspReadHead)
	default:
		s.to(t, wspHelp)
	}
	return did
}

func (m *wsp) help(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	th.t = s.queue[t-1].pollLast()
	s.to(t, wspReadHead)
	if th.t != 0 {
		s.to(t, wspClaim)
	}
	return casAt("queue", uint8(t-1), th.t != 0)
}

func (m *wsp) readHead(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	th.h = s.head[th.j]
	s.to(t, wspCasHead)
	return loadAt("head", th.j-1)
}

func (m *wsp) casHead(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	head := &s.head[th.j]
	won := *head == th.h
	th.h = wspList{}
	switch {
	case !won:
		s.to(t, wspReadHead)
	case m.naive == "ParksAtOnce":
		s.to(t, wspPark)
	default:
		s.to(t, wspLookAgain)
	}
	if won {
		head[0]++
		head[head[0]] = uint8(t)
	}
	return casAt("head", th.j-1, won)
}

func (m *wsp) lookAgain(s *wspState, t, _ int) Access {
	did := loadAt("status", s.thread[t].j-1)
	s.to(t, wspPark)
	if s.status[s.thread[t].j] == wspComplete {
		m.joined(s, t)
	}
	return did
}

func (m *wsp) park(s *wspState, t, _ int) Access {
	if s.permit[t] == 0 {
		return disabled
	}
	s.permit[t] = 0
	s.to(t, wspLookAgain)
	return single(model.LockStep, int32(t), "permit")
}
