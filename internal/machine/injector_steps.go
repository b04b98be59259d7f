package machine

// The steps of the machine of Injector. Thread t is process t+1 of the module:
// workers first, then submitters, then closers.

// give gives process p its permit.
func (s *injState) give(p uint8) Access {
	s.permit[p-1] = 1
	return storeAt("permit", p-1)
}

// await takes thread t's permit, or waits for it.
func (s *injState) await(t int, next uint8) Access {
	if s.permit[t] == 0 {
		return disabled
	}
	s.permit[t], s.pc[t] = 0, next
	return casAt("permit", uint8(t), true)
}

func (m *injector) lookSize(s *injState, t, _ int) Access {
	s.pc[t] = injTakeBatch
	if s.size == 0 {
		s.pc[t] = injAnnounce
	}
	return load("size")
}

func (m *injector) takeBatch(s *injState, t, _ int) Access {
	w := &s.worker[t]
	n := min(m.batch, s.queue[0])
	if n == 0 {
		s.pc[t] = injAnnounce
		return region()
	}
	for range n {
		fifo(w.hand[:]).push(fifo(s.queue[:]).shift())
	}
	s.size -= n
	k := min(m.capacity-s.queue[0], s.waiters[0])
	if m.naive == "WakeOneTooFew" {
		k = min(k, 1)
	}
	s.pc[t] = injRunIdle
	for range k {
		fifo(w.waking[:]).push(fifo(s.waiters[:]).shift())
		s.pc[t] = injWakeRoom
	}
	return region()
}

func (m *injector) wakeRoom(s *injState, t, _ int) Access {
	waking := fifo(s.worker[t].waking[:])
	did := s.give(waking.shift())
	if waking[0] == 0 {
		s.pc[t] = injRunIdle
	}
	return did
}

func (m *injector) runIdle(s *injState, t, _ int) Access {
	hand := fifo(s.worker[t].hand[:])
	s.ran[hand.shift()-1]++
	if hand[0] == 0 {
		s.pc[t] = injLookSize
	}
	return silent
}

func (m *injector) announce(s *injState, t, _ int) Access {
	s.idle[t] = 1
	s.pc[t] = injLookClosed
	if m.naive == "LookThenClosed" {
		s.pc[t] = injLookSizeAgain
	}
	return region()
}

func (m *injector) lookClosed(s *injState, t, _ int) Access {
	s.worker[t].seen = s.closed
	s.pc[t] = injLookSizeAgain
	if m.naive == "LookThenClosed" || m.naive == "LooksOnce" {
		s.pc[t] = injAwaitWork
		if s.closed == 1 {
			s.pc[t] = injRetract
		}
	}
	return load("closed")
}

func (m *injector) lookSizeAgain(s *injState, t, _ int) Access {
	w := &s.worker[t]
	switch {
	case s.size > 0:
		w.seen, s.pc[t] = 0, injRetract
	case m.naive == "LookThenClosed":
		s.pc[t] = injLookClosed
	case w.seen == 1:
		s.pc[t] = injRetract
	default:
		s.pc[t] = injAwaitWork
	}
	return load("size")
}

func (m *injector) awaitWork(s *injState, t, _ int) Access { return s.await(t, injRetract) }

func (m *injector) retract(s *injState, t, _ int) Access {
	w := &s.worker[t]
	if w.seen == 1 && s.idle[t] == 1 {
		s.pc[t] = injLeave
	} else {
		w.seen, s.pc[t] = 0, injLookSize
	}
	s.idle[t] = 0
	return region()
}

func (m *injector) leave(s *injState, t, _ int) Access {
	s.worker[t].seen = 0
	s.out++
	s.pc[t] = injDone
	return swap("out")
}

// answer ends a submission.
func (m *injector) answer(s *injState, t int) {
	p := &s.submitter[t-int(m.workers)]
	p.next++
	p.try, p.again, p.to = 0, 0, 0
	s.pc[t] = injSubmitIdle
}

func (m *injector) submitIdle(s *injState, t, choice int) Access {
	who := uint8(t) - m.workers
	p := &s.submitter[who]
	if p.next == (who+1)*m.each+1 {
		if choice > 0 {
			return disabled
		}
		s.pc[t] = injDone
		return silent
	}
	if choice > int(m.tries) {
		return disabled
	}
	p.try, s.pc[t] = uint8(choice), injPut
	if m.naive == "ClosedOutsideLock" {
		p.again = 1 - s.closed
		return load("closed")
	}
	return silent
}

func (m *injector) put(s *injState, t, _ int) Access {
	p := &s.submitter[t-int(m.workers)]
	waiters, me := fifo(s.waiters[:]), uint8(t+1)
	careless := p.again == 1 && (m.naive == "ClosedOnce" || m.naive == "ClosedOutsideLock")
	switch {
	case s.closed == 1 && !careless:
		m.answer(s, t)
	case s.queue[0] < m.capacity:
		waiters.drop(me)
		fifo(s.queue[:]).push(p.next)
		s.size++
		s.accepted[p.next-1] = 1
		s.pc[t] = injNotify
	case p.try == 1:
		m.answer(s, t)
	default:
		waiters.drop(me)
		waiters.push(me)
		s.pc[t] = injAwaitRoom
	}
	return region()
}

func (m *injector) awaitRoom(s *injState, t, choice int) Access {
	switch {
	case choice == 0:
		did := s.await(t, injPut)
		if did.Form != Disabled {
			s.submitter[t-int(m.workers)].again = 1
		}
		return did
	case uint8(t) < m.workers+m.impatient:
		s.pc[t] = injGiveUp
		return silent
	}
	return disabled
}

func (m *injector) giveUp(s *injState, t, _ int) Access {
	waiters, me := fifo(s.waiters[:]), uint8(t+1)
	switch {
	case waiters.has(me):
		waiters.drop(me)
		m.answer(s, t)
	case s.queue[0] < m.capacity && waiters[0] > 0 && m.naive != "KeepsRoom":
		s.submitter[t-int(m.workers)].to = waiters.shift()
		s.pc[t] = injPassRoom
	default:
		m.answer(s, t)
	}
	return region()
}

func (m *injector) passRoom(s *injState, t, _ int) Access {
	did := s.give(s.submitter[t-int(m.workers)].to)
	m.answer(s, t)
	return did
}

func (m *injector) notify(s *injState, t, choice int) Access {
	switch {
	case s.idle == [injMaxWorkers]uint8{} && choice == 0:
		m.answer(s, t)
	case s.idle[choice] == 1:
		s.idle[choice] = 0
		s.submitter[t-int(m.workers)].to, s.pc[t] = uint8(choice)+1, injNotifyUnpark
	default:
		return disabled
	}
	return region()
}

func (m *injector) notifyUnpark(s *injState, t, _ int) Access { return m.passRoom(s, t, 0) }
