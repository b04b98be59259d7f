package machine

// The steps of VTSignal.

// kid is the task that a root submits as its nth.
func (m *vtSignal) kid(root, n uint8) uint8 { return m.roots + (root-1)*m.kids + n }

func (m *vtSignal) after(w uint8) uint8 { return w%m.workers + 1 }

// signal wakes one of those that wait for work, if there is one.
func (m *vtSignal) signal(s *vtState, choice int) Access {
	switch {
	case s.waiting == [vtMaxWorkers]uint8{} && choice == 0:
	case s.waiting[choice] == 1:
		s.waiting[choice] = 0
	default:
		return disabled
	}
	return region()
}

func (m *vtSignal) arrives(s *vtState, t int, next uint8) Access {
	s.arrived++
	s.pc[t] = next
	return swap("arrived")
}

// begins waits until all have arrived.
func (m *vtSignal) begins(s *vtState, t int, next uint8) Access {
	s.pc[t] = next
	if m.naive == "NoBarrier" {
		return silent
	}
	if s.arrived <= m.workers {
		return disabled
	}
	return load("arrived")
}

func (m *vtSignal) mainArrive(s *vtState, t, _ int) Access { return m.arrives(s, t, vtMainStart) }

func (m *vtSignal) mainStart(s *vtState, t, _ int) Access {
	if m.naive == "SignalFirst" {
		return m.begins(s, t, vtSubmitSignal)
	}
	return m.begins(s, t, vtSubmit)
}

func (m *vtSignal) submit(s *vtState, _, _ int) Access {
	fifo(s.global[:]).push(s.r)
	if s.pc[0] = vtSubmitSignal; m.naive == "SignalFirst" {
		s.pc[0] = vtMainGet
	}
	return region()
}

func (m *vtSignal) submitSignal(s *vtState, _, choice int) Access {
	if m.naive == "SignalFirst" {
		s.pc[0] = vtSubmit
	} else {
		s.r = s.r%m.roots + 1
		if s.pc[0] = vtSubmit; s.r == 1 {
			s.pc[0] = vtMainGet
		}
	}
	return m.signal(s, choice)
}

func (m *vtSignal) mainGet(s *vtState, _, _ int) Access {
	at := s.r - 1
	if s.done[at] == 0 {
		return disabled
	}
	if s.r < m.roots {
		s.r++
	} else {
		s.r, s.pc[0] = 1, vtShutdown
	}
	return loadAt("done", at)
}

func (m *vtSignal) shutdown(s *vtState, _, _ int) Access {
	s.shutdown, s.pc[0] = 1, vtBroadcast
	return store("shutdown")
}

func (m *vtSignal) broadcast(s *vtState, _, _ int) Access {
	s.waiting, s.pc[0] = [vtMaxWorkers]uint8{}, vtJoin
	return store("waiting")
}

func (m *vtSignal) join(s *vtState, _, _ int) Access {
	if s.out < m.workers {
		return disabled
	}
	s.pc[0] = vtDone
	return load("out")
}

func (m *vtSignal) arrive(s *vtState, t, _ int) Access { return m.arrives(s, t, vtStart) }

func (m *vtSignal) start(s *vtState, t, _ int) Access { return m.begins(s, t, vtStealLook) }

func (m *vtSignal) stealLook(s *vtState, t, _ int) Access {
	w := &s.worker[t-1]
	first := m.after(uint8(t))
	if victim := fifo(s.deque[w.victim-1][:]); victim[0] > 0 {
		w.task, w.seen, w.victim = victim.shift(), 0, first
		s.pc[t] = vtFinish
		return region()
	}
	if w.victim == first {
		switch m.naive {
		case "GlobalFirst":
			w.seen = s.global[0]
		case "ShutdownFirst":
			w.seen = s.shutdown
		}
	}
	m.nextVictim(s, t, vtTakeGlobal)
	return region()
}

// nextVictim goes on to the next deque, or to a label when all have been looked into.
func (m *vtSignal) nextVictim(s *vtState, t int, then uint8) {
	w := &s.worker[t-1]
	if w.victim = m.after(w.victim); w.victim == uint8(t) {
		w.victim, s.pc[t] = m.after(uint8(t)), then
	}
}

func (m *vtSignal) takeGlobal(s *vtState, t, _ int) Access {
	w := &s.worker[t-1]
	seen := w.seen
	w.seen = 0
	switch {
	case s.global[0] > 0 && (m.naive != "GlobalFirst" || seen > 0):
		w.root, s.pc[t] = fifo(s.global[:]).shift(), vtFork
	case s.shutdown == 1 && (m.naive != "ShutdownFirst" || seen > 0):
		s.pc[t] = vtLeave
	default:
		s.waiting[t-1], s.pc[t] = 1, vtLookAgain
		if m.again == 0 {
			s.pc[t] = vtAwaitWork
		}
	}
	return region()
}

func (m *vtSignal) lookAgain(s *vtState, t, _ int) Access {
	w := &s.worker[t-1]
	at := w.victim - 1
	if s.deque[at][0] > 0 {
		w.victim, s.pc[t] = m.after(uint8(t)), vtRetract
	} else {
		m.nextVictim(s, t, vtAwaitWork)
	}
	return loadAt("deque", at)
}

func (m *vtSignal) retract(s *vtState, t, _ int) Access {
	if s.pc[t] = vtPassOn; s.waiting[t-1] == 1 || m.naive == "Swallows" {
		s.pc[t] = vtStealLook
	}
	s.waiting[t-1] = 0
	return region()
}

func (m *vtSignal) passOn(s *vtState, t, choice int) Access {
	s.pc[t] = vtStealLook
	return m.signal(s, choice)
}

func (m *vtSignal) awaitWork(s *vtState, t, _ int) Access {
	if s.waiting[t-1] == 1 {
		return disabled
	}
	s.pc[t] = vtStealLook
	return load("waiting")
}

func (m *vtSignal) fork(s *vtState, t, _ int) Access {
	w := &s.worker[t-1]
	w.k++
	fifo(s.deque[t-1][:]).push(m.kid(w.root, w.k))
	s.pc[t] = vtForkSignal
	return casAt("deque", uint8(t-1), true)
}

func (m *vtSignal) forkSignal(s *vtState, t, choice int) Access {
	if s.pc[t] = vtGet; s.worker[t-1].k < m.kids {
		s.pc[t] = vtFork
	}
	return m.signal(s, choice)
}

func (m *vtSignal) get(s *vtState, t, _ int) Access {
	w := &s.worker[t-1]
	kid, own := m.kid(w.root, w.k), fifo(s.deque[t-1][:])
	s.pc[t] = vtAwaitFuture
	if own.has(kid) {
		own.drop(kid)
		w.task, s.pc[t] = kid, vtFinish
	}
	return region()
}

func (m *vtSignal) awaitFuture(s *vtState, t, _ int) Access {
	w := &s.worker[t-1]
	at := m.kid(w.root, w.k) - 1
	if s.done[at] == 0 {
		return disabled
	}
	m.got(s, t)
	return loadAt("done", at)
}

// got goes on to the next kid, or to the end of the root.
func (m *vtSignal) got(s *vtState, t int) {
	w := &s.worker[t-1]
	w.k--
	if w.task, s.pc[t] = 0, vtGet; w.k == 0 {
		w.task, s.pc[t] = w.root, vtFinish
	}
}

func (m *vtSignal) finish(s *vtState, t, _ int) Access {
	w := &s.worker[t-1]
	at := w.task - 1
	s.ran[at]++
	s.done[at] = 1
	if w.root != 0 && w.task != w.root {
		m.got(s, t)
	} else {
		w.task, w.root, s.pc[t] = 0, 0, vtStealLook
	}
	return storeAt("done", at)
}

func (m *vtSignal) leave(s *vtState, t, _ int) Access {
	s.out++
	s.pc[t] = vtDone
	return swap("out")
}
