package machine

// The steps of a worker that looks for a task, runs it, and ends it.

// nth is Nth: the index of a queue that a worker scans.
func (m *wsp) nth(w int, n uint8) uint8 { return (uint8(w) - 1 + n) % m.workers }

// to sends a thread to a label.
func (s *wspState) to(t int, label uint8) { s.pc[t] = label }

// end is End: the task t has been computed.
func (m *wsp) end(s *wspState, t int) {
	s.to(t, wspStoreComplete)
	if m.naive == "StatusLast" {
		s.to(t, wspReadWaiters)
	}
}

// next is Next: on to the next task, or back to the one that is joined.
func (s *wspState) next(t int) {
	s.thread[t].t = 0
	s.to(t, wspReadStop)
	if s.thread[t].j != 0 {
		s.to(t, wspJoinLook)
	}
}

func (m *wsp) beginIdle(s *wspState, t, _ int) Access {
	s.to(t, wspReadStop)
	if t == 0 {
		s.to(t, wspPush)
	}
	return silent
}

func (m *wsp) push(s *wspState, t, choice int) Access {
	th := &s.thread[t]
	into, task := choice, uint8(1)
	if t > 0 {
		into, task = t-1, th.sent+2
	}
	if t == 0 && choice >= int(m.workers) || t > 0 && choice > 0 {
		return disabled
	}
	s.queue[into].add(task)
	th.sent++
	s.to(t, wspSignal)
	return casAt("queue", uint8(into), true)
}

func (m *wsp) signal(s *wspState, t, _ int) Access {
	if s.lock == 1 {
		return disabled
	}
	s.wait4work = [1 + wspMaxWorkers]uint8{}
	th := &s.thread[t]
	switch {
	case t == 0 && th.sent == 1:
		th.j = 1
		s.to(t, wspJoinLook)
	case t == 0:
		s.to(t, wspDone)
	case th.sent < m.forks:
		s.to(t, wspPush)
	default:
		th.j, th.sent = 1+th.sent, 0
		s.to(t, wspJoinClaim)
	}
	return region()
}

func (m *wsp) readStop(s *wspState, t, _ int) Access {
	s.to(t, wspScan)
	if s.stop == 1 {
		s.to(t, wspDone)
	}
	return load("stop")
}

func (m *wsp) scan(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	i := m.nth(t, th.n)
	if th.n == 0 {
		th.t = s.queue[i].pollFirst()
	} else {
		th.t = s.queue[i].pollLast()
	}
	switch {
	case th.t != 0:
		th.n = 0
		s.to(t, wspClaim)
	case th.n < m.workers-1:
		th.n++
	default:
		th.n = 0
		s.to(t, wspWaitLock)
	}
	return casAt("queue", i, th.t != 0)
}

func (m *wsp) claim(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	did := casAt("status", th.t-1, s.status[th.t] == wspNew)
	switch {
	case s.status[th.t] != wspNew:
		s.next(t)
		return did
	case th.t == 1:
		s.status[1], th.t = wspRunning, 0
		s.to(t, wspPush)
	default:
		s.status[th.t] = wspRunning
		m.end(s, t)
	}
	return did
}

func (m *wsp) waitLock(s *wspState, t, _ int) Access {
	if s.lock == 1 {
		return disabled
	}
	s.lock = 1
	s.to(t, wspRecheckQueue)
	if m.naive == "AsDescribed" {
		s.to(t, wspWait)
	}
	return lock("lock")
}

func (m *wsp) recheckQueue(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	i := m.nth(t, th.n)
	switch {
	case s.queue[i][0] > 0:
		th.n = 0
		s.to(t, wspUnlock)
	case th.n < m.workers-1:
		th.n++
	case m.naive == "NoStopRecheck":
		th.n = 0
		s.to(t, wspWait)
	default:
		th.n = 0
		s.to(t, wspRecheckStop)
	}
	return loadAt("queue", i)
}

func (m *wsp) recheckStop(s *wspState, t, _ int) Access {
	s.to(t, wspWait)
	if s.stop == 1 {
		s.to(t, wspUnlock)
	}
	return load("stop")
}

func (m *wsp) wait(s *wspState, t, _ int) Access {
	s.wait4work[t] = 1
	s.lock = 0
	s.to(t, wspAwake)
	return region()
}

func (m *wsp) awake(s *wspState, t, _ int) Access {
	if s.wait4work[t] == 1 {
		return disabled
	}
	s.to(t, wspReadStop)
	return load("wait4work")
}

func (m *wsp) unlock(s *wspState, t, _ int) Access {
	s.lock = 0
	s.to(t, wspReadStop)
	return lock("lock")
}

func (m *wsp) complete(s *wspState, t, _ int) Access {
	task := s.thread[t].t
	s.status[task] = wspComplete
	s.ran[task]++
	s.to(t, wspReadWaiters)
	if m.naive == "StatusLast" {
		s.next(t)
	}
	return storeAt("status", task-1)
}

func (m *wsp) readWaiters(s *wspState, t, _ int) Access {
	th := &s.thread[t]
	did := loadAt("head", th.t-1)
	th.h = s.head[th.t]
	s.to(t, wspUnpark)
	if th.h[0] == 0 {
		m.ended(s, t)
	}
	return did
}

func (m *wsp) unpark(s *wspState, t, _ int) Access {
	h := &s.thread[t].h
	last := &h[h[0]]
	did := storeAt("permit", *last)
	s.permit[*last], *last = 1, 0
	h[0]--
	if h[0] == 0 {
		m.ended(s, t)
	}
	return did
}

func (m *wsp) shutdown(s *wspState, t, _ int) Access {
	s.stop = 1
	s.thread[t].sent++
	s.to(t, wspSignal)
	return store("stop")
}
