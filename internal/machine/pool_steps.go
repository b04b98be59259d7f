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
