package machine

// The steps of the machine of Pool.

func (m *pool) kid(root, n uint8) uint8 { return m.roots + (root-1)*m.kids + n }

func (m *pool) after(w uint8) uint8 { return w%m.workers + 1 }

// notify wakes one of those that have announced: idle ones, or helping ones too.
func (s *poolState) notify(helpingToo bool, choice int) Access {
	them := s.idle
	for w := range them {
		if helpingToo && s.helping[w] == 1 {
			them[w] = 1
		}
	}
	switch {
	case them == poolWorkers{} && choice == 0:
	case them[choice] == 1:
		s.idle[choice], s.helping[choice] = 0, 0
		s.permit[choice] = 1
	default:
		return disabled
	}
	return region()
}

// wakeAll gives each worker its permit.
func (m *pool) wakeAll(s *poolState) {
	for w := range m.workers {
		s.permit[w] = 1
	}
}

// offer publishes the oldest task of a worker.
func (s *poolState) offer(w int) {
	s.request[w] = 0
	fifo(s.pub[w][:]).push(fifo(s.priv[w][:]).shift())
}

// wanted reports whether a worker has reason to publish.
func (s *poolState) wanted(w int) bool {
	return s.request[w] == 1 && s.pub[w][0] == 0 && s.priv[w][0] > 0
}

func (m *pool) submit(s *poolState, _, _ int) Access {
	fifo(s.injector[:]).push(s.r)
	s.pending++
	s.pc[0] = poolSubmitNotify
	return region()
}

func (m *pool) submitNotify(s *poolState, _, choice int) Access {
	s.r = s.r%m.roots + 1
	if s.pc[0] = poolSubmit; s.r == 1 {
		s.pc[0] = poolClose
	}
	return s.notify(m.naive == "HelperClaimed", choice)
}

func (m *pool) close(s *poolState, _, _ int) Access {
	s.closed, s.pc[0] = 1, poolCloseWake
	return store("closed")
}

func (m *pool) closeWake(s *poolState, _, _ int) Access {
	m.wakeAll(s)
	s.pc[0] = poolAwaitOut
	return region()
}

func (m *pool) awaitOut(s *poolState, _, _ int) Access {
	if s.out < m.workers {
		return disabled
	}
	s.pc[0] = poolDone
	return load("out")
}

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

func (m *pool) fork(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	w.forked++
	if s.pc[t] = poolForkNotify; m.public == 0 {
		fifo(s.pub[t-1][:]).push(m.kid(w.root, w.forked))
	} else {
		fifo(s.priv[t-1][:]).push(m.kid(w.root, w.forked))
		s.pc[t] = poolPoll
	}
	return region()
}

// forks is where a worker goes on when a kid is forked.
func (m *pool) forks(s *poolState, t int) {
	w := &s.worker[t-1]
	if s.pc[t] = poolFork; w.forked == m.kids {
		w.k, s.pc[t] = m.kids, poolJoin
	}
}

func (m *pool) poll(s *poolState, t, _ int) Access {
	if s.wanted(t - 1) {
		s.offer(t - 1)
		s.pc[t] = poolForkNotify
	} else {
		m.forks(s, t)
	}
	return region()
}

func (m *pool) forkNotify(s *poolState, t, choice int) Access {
	if s.worker[t-1].k > 0 {
		s.pc[t] = poolJoin
	} else {
		m.forks(s, t)
	}
	if m.naive != "NoNotify" {
		return s.notify(true, choice)
	}
	if choice > 0 {
		return disabled
	}
	return silent
}

func (m *pool) join(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	kid := m.kid(w.root, w.k)
	private, public := fifo(s.priv[t-1][:]), fifo(s.pub[t-1][:])
	switch {
	case s.done[kid-1] == 1:
		if w.k--; w.k == 0 {
			s.pc[t] = poolFinishRoot
		}
	case m.blocks == 1:
		if !s.wanted(t-1) || m.naive == "NoPoll" {
			return disabled
		}
		s.offer(t - 1)
		s.pc[t] = poolForkNotify
	case private.has(kid):
		private.drop(kid)
		w.task, s.pc[t] = kid, poolFinish
	case public.has(kid):
		public.drop(kid)
		if w.task, s.pc[t] = kid, poolRearm; m.public == 0 || m.naive == "NoRearm" {
			s.pc[t] = poolFinish
		}
	default:
		s.pc[t] = poolLook
	}
	return region()
}

func (m *pool) rearm(s *poolState, t, _ int) Access {
	s.request[t-1], s.pc[t] = 1, poolFinish
	return storeAt("request", uint8(t-1))
}

func (m *pool) finish(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	at := w.task - 1
	s.ran[at]++
	s.done[at], w.task = 1, 0
	if s.pc[t] = poolWakeOwner; w.victim == 0 {
		s.pc[t] = poolJoin
	}
	return storeAt("done", at)
}

func (m *pool) wakeOwner(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	at := w.victim - 1
	s.permit[at], w.victim = 1, 0
	if s.pc[t] = poolLook; w.root > 0 {
		s.pc[t] = poolJoin
	}
	return storeAt("permit", at)
}

func (m *pool) finishRoot(s *poolState, t, _ int) Access {
	w := &s.worker[t-1]
	s.ran[w.root-1]++
	at := w.root - 1
	s.done[at] = 1
	w.uncounted++
	w.root, w.forked, s.pc[t] = 0, 0, poolLook
	return storeAt("done", at)
}

func (m *pool) leave(s *poolState, t, _ int) Access {
	s.worker[t-1].quit = 0
	s.out++
	s.pc[t] = poolDone
	return swap("out")
}
