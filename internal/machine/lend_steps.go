package machine

// The steps of a worker of Lend. Thread t is process t+1 of the module: workers first, then
// submitters, timers, the closer, the blocker, and the world.

func (s *lendState) drained() bool {
	accepted := uint8(0)
	for _, is := range s.accepted {
		accepted += is
	}
	return s.shut == 1 && s.done == accepted
}

// forget says that served has another value.
func (s *lendState) forget() { s.seen = [lendMaxThreads]uint8{} }

// goes takes thread t to a label, after a region.
func (s *lendState) goes(t int, label uint8) Access {
	s.pc[t] = label
	return region()
}

func (m *lending) unmade(s *lendState, t, choice int) Access {
	switch {
	case t < int(m.workers):
		if choice > 0 || s.over == 0 {
			return disabled
		}
	case choice == 0:
		if s.permit[t] == 0 {
			return disabled
		}
		s.permit[t] = 0
	default:
		if s.closed == 0 || s.alive > 0 {
			return disabled
		}
		return s.goes(t, lendDone)
	}
	return s.goes(t, lendTake)
}

func (m *lending) take(s *lendState, t, _ int) Access {
	switch {
	case s.back > 0 && s.lent[t] == 0:
		s.back--
		if s.queue.n > 0 && m.naive != "LeavesUnwatched" {
			s.armed = 1
		}
		return s.goes(t, lendAwaitOver)
	case s.queue.n > 0:
		s.hand[t] = s.queue.takeHead()
		s.served = 1
		s.forget()
		return s.goes(t, lendRun)
	case s.lent[t] == 1:
		return s.goes(t, lendGiveNone)
	}
	return s.goes(t, lendLookSurplus)
}

func (m *lending) run(s *lendState, t, _ int) Access {
	s.ran[s.hand[t]-1]++
	if s.hand[t] <= m.heavies {
		return s.goes(t, lendAwaitOver)
	}
	return s.ends(t)
}

// ends ends a worker's task.
func (s *lendState) ends(t int) Access {
	if s.hand[t] != 0 {
		s.done++
		s.hand[t] = 0
	}
	return s.goes(t, lendTake)
}

func (m *lending) awaitOver(s *lendState, t, _ int) Access {
	if s.over == 0 {
		return disabled
	}
	return s.ends(t)
}

func (m *lending) lookSurplus(s *lendState, t, _ int) Access {
	if s.surplus == 0 || s.blocked+s.refused != 0 {
		return s.goes(t, lendAnnounce)
	}
	return s.goes(t, lendStandBy)
}

func (m *lending) standBy(s *lendState, t, _ int) Access {
	if s.closed == 1 || s.surplus == 0 || s.blocked+s.refused != 0 {
		return s.goes(t, lendAnnounce)
	}
	s.surplus--
	s.rests(t)
	return s.goes(t, lendWatch)
}

// rests puts a worker on standby.
func (s *lendState) rests(t int) {
	s.standby.append(uint8(t) + 1)
	s.active--
}

func (m *lending) announce(s *lendState, t, _ int) Access {
	s.idle[t] = 1
	return s.goes(t, lendAwaitWork)
}

const lendReasons = 5 // for which a worker in AwaitWork goes on

// awaitWork has a choice for each reason to stop waiting, since TLC counts a step for each of them.
func (m *lending) awaitWork(s *lendState, t, reason int) Access {
	reasons := [lendReasons]bool{
		s.queue.n != 0,
		s.back != 0,
		s.idle[t] == 0,
		s.drained(),
		s.surplus != 0 && s.blocked+s.refused == 0,
	}
	if !reasons[reason] {
		return disabled
	}
	s.idle[t] = 0
	if s.drained() {
		return s.goes(t, lendLeave)
	}
	return s.goes(t, lendTake)
}

func (m *lending) giveNone(s *lendState, t, _ int) Access {
	if s.served != 0 {
		s.forget()
	}
	s.served = 0
	s.old[t] = [lendMaxItems]uint8{}
	for _, i := range s.queue.all() {
		s.old[t][i-1] = 1
	}
	if m.naive == "NoLastLook" {
		return s.goes(t, lendGiveBack)
	}
	return s.goes(t, lendGiveLook)
}

func (m *lending) giveLook(s *lendState, t, _ int) Access {
	if s.queue.n > 0 {
		s.old[t] = [lendMaxItems]uint8{}
		return s.goes(t, lendTake)
	}
	return s.goes(t, lendGiveBack)
}

func (m *lending) giveBack(s *lendState, t, _ int) Access {
	s.lent[t] = 0
	s.old[t] = [lendMaxItems]uint8{}
	if m.naive != "KeepsCount" {
		s.lends--
	}
	if s.closed == 1 {
		return s.goes(t, lendTake)
	}
	if s.refused > 0 && m.naive != "RestsAllTheSame" {
		s.surplus++
		return s.goes(t, lendTake)
	}
	s.rests(t)
	if m.naive == "WatchesNot" {
		return s.goes(t, lendRest)
	}
	return s.goes(t, lendWatch)
}

func (m *lending) watch(s *lendState, t, _ int) Access {
	if s.queue.n > 0 {
		s.armed = 1
	}
	return s.goes(t, lendRest)
}

func (m *lending) rest(s *lendState, t, _ int) Access {
	if s.permit[t] == 0 {
		return disabled
	}
	s.permit[t], s.pc[t] = 0, lendWoken
	return casAt("permit", uint8(t), true)
}

func (m *lending) woken(s *lendState, t, _ int) Access {
	switch {
	case s.standby.has(uint8(t) + 1):
		return s.goes(t, lendRest)
	case s.released[t] == 1:
		return s.goes(t, lendLeave)
	case s.lent[t] == 1 && m.naive != "AsksSurplus":
		return s.goes(t, lendTake)
	}
	return s.goes(t, lendLookSurplus)
}

func (m *lending) leave(s *lendState, t, _ int) Access {
	s.alive--
	s.pc[t] = lendDone
	return swap("alive")
}
