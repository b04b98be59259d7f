package machine

// The steps of a worker that looks for a task, and that goes to sleep.

func (m *pool) look(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	if w.root == 0 && s.injector[0] > 0 {
		w.root, s.pc[t] = fifo(s.injector[:]).shift(), poolFork
		return region()
	}
	w.victim, s.pc[t] = m.after(uint8(t)), poolSteal
	if s.injector[0] == 0 && w.uncounted > 0 && m.naive != "NeverCounts" {
		s.pc[t] = poolReport
	}
	return region()
}

// report counts the roots that a worker has done.
func (m *pool) report(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	s.pending -= w.uncounted
	w.uncounted, s.pc[t] = 0, poolSteal
	if m.early == 0 && s.closed == 1 && s.pending == 0 {
		s.pc[t] = poolLastWakes
	}
	return region()
}

func (m *pool) lastWakes(s *poolState, t, _ int) Access {
	m.wakeAll(s)
	s.pc[t] = poolSteal
	return region()
}

func (m *pool) steal(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	if public := fifo(s.pub[w.victim-1][:]); public[0] > 0 {
		w.task, s.pc[t] = public.shift(), poolFinish
	} else if m.public == 0 {
		if w.victim = m.after(w.victim); w.victim == uint8(t) {
			s.pc[t] = poolAnnounce
		}
	}
	if m.public == 1 {
		s.pc[t] = poolRequest
	}
	return region()
}

func (m *pool) requests(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	at := w.victim - 1
	if m.naive != "NoRequest" && !(m.naive == "NoRerequest" && w.task > 0) {
		s.request[at] = 1
	}
	if s.pc[t] = poolFinish; w.task == 0 {
		if w.victim = m.after(w.victim); w.victim == uint8(t) {
			s.pc[t] = poolAnnounce
		} else {
			s.pc[t] = poolSteal
		}
	}
	return casAt("request", at, true)
}

func (m *pool) announce(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	if w.root == 0 {
		s.idle[t-1] = 1
	} else {
		s.helping[t-1] = 1
	}
	w.victim = m.after(uint8(t))
	if s.pc[t] = poolReadClosed; m.naive == "NoRecheck" {
		s.pc[t] = poolPark
	}
	return region()
}

func (m *pool) readClosed(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	s.pc[t] = poolRecheck
	if w.root > 0 {
		return silent
	}
	if s.closed == 1 && (s.pending == 0 || m.early == 1) {
		w.quit = 1
	}
	return region()
}

func (m *pool) recheck(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	s.pc[t] = poolRecheckSteal
	if w.root == 0 && s.injector[0] > 0 || w.root > 0 && s.done[m.kid(w.root, w.k)-1] == 1 {
		w.quit, s.pc[t] = 0, poolRetract
	}
	return region()
}

func (m *pool) recheckSteal(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	did := loadAt("pub", w.victim-1)
	if s.pub[w.victim-1][0] > 0 {
		w.quit, s.pc[t] = 0, poolRetract
	} else if w.victim = m.after(w.victim); w.victim == uint8(t) {
		if s.pc[t] = poolPark; w.quit == 1 {
			s.pc[t] = poolRetract
		}
	}
	return did
}

func (m *pool) park(s *poolState, t, _ int) Access {
	if s.permit[t-1] == 0 {
		return disabled
	}
	s.permit[t-1], s.pc[t] = 0, poolRetract
	return casAt("permit", uint8(t-1), true)
}

func (m *pool) retract(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	claimed := s.idle[t-1] == 0 && s.helping[t-1] == 0
	s.idle[t-1], s.helping[t-1] = 0, 0
	w.victim = 0
	switch {
	case w.quit == 1 && !claimed:
		s.pc[t] = poolLeave
	case w.root > 0 && s.done[m.kid(w.root, w.k)-1] == 1:
		if s.pc[t] = poolPassOn; !claimed || m.naive == "KeepsClaim" {
			s.pc[t] = poolJoin
		}
	default:
		w.quit, s.pc[t] = 0, poolLook
	}
	return region()
}

func (m *pool) passOn(s *poolState, t, choice int) Access {
	s.pc[t] = poolJoin
	return s.notify(true, choice)
}
