package machine

// The steps of the owner.

// pop joins the newest frame; run says that the owner has run it.
func (s *prState) pop(run bool) {
	s.depth--
	last := &s.frames[s.depth]
	if run {
		s.ran[*last-1]++
	}
	*last = 0
	s.pc[0] = prOwnerIdle
}

// job is the newest job, which that of the newest frame is.
func (s *prState) job() uint8 { return s.jobs[s.promoted-1] }

// popJob drops the newest job.
func (s *prState) popJob() uint8 {
	s.promoted--
	j := s.jobs[s.promoted]
	s.jobs[s.promoted] = 0
	return j
}

// unless goes to a label, or to another one if a fault says so.
func (m *promotion) unless(naive string, other, label uint8) uint8 {
	if m.naive == naive {
		return other
	}
	return label
}

// nothingToPromote is what an owner that polls while it waits does not ask.
func (m *promotion) nothingToPromote(s *prState) bool {
	return m.naive == "WaitPolls" && s.promoted == s.depth
}

func (m *promotion) ownerIdle(s *prState, _, choice int) Access {
	switch choice {
	case 0: // Fork
		if s.forked == m.forks {
			return disabled
		}
		s.forked++
		s.frames[s.depth] = s.forked
		s.depth++
		s.pc[0] = prPoll
	case 1: // Join
		switch {
		case s.depth == 0:
			return disabled
		case s.promoted < s.depth:
			s.pop(true)
		case s.mine[s.job()-1] == 1:
			s.pc[0] = prOwnDone
		default:
			s.pc[0] = prTakeBack
		}
	case 2:
		if s.forked < m.forks || s.depth > 0 && !m.leaf {
			return disabled
		}
		s.pc[0] = prDone
	}
	return silent
}

func (m *promotion) readPoll(s *prState, _, _ int) Access {
	switch {
	case s.poll.request == 1:
		s.pc[0] = m.unless("LookThenClear", prReadSlot, prClearRequest)
	case m.nothingToPromote(s):
		s.pc[0] = prReadStatus
	default:
		s.pc[0] = prOwnerIdle
	}
	return load("poll")
}

func (m *promotion) clearRequest(s *prState, _, _ int) Access {
	s.poll.request = 0
	s.pc[0] = m.unless("LookThenClear", prOwnerIdle, prReadSlot)
	if m.naive == "StoreZero" {
		s.poll.close = 0
	}
	return swap("poll")
}

func (m *promotion) readSlot(s *prState, _, _ int) Access {
	switch {
	case s.slot != 0:
		s.pc[0] = m.unless("LookThenClear", prClearRequest, prOwnerIdle)
	case m.nothingToPromote(s):
		s.pc[0] = prReadStatus
	default:
		s.pc[0] = prWriteJob
	}
	return load("slot")
}

func (m *promotion) writeJob(s *prState, _, _ int) Access {
	if s.spare == 0 {
		s.made++
		s.spare = s.made
	}
	from := m.unless("NewestPromoted", s.depth-1, s.promoted)
	s.content[s.spare-1] = s.frames[from]
	s.pc[0] = m.unless("NotifyBeforePublish", prNotifyClaim, prPublish)
	return region()
}

func (m *promotion) publish(s *prState, _, _ int) Access {
	s.jobs[s.promoted] = s.spare
	s.promoted++
	s.slot, s.spare = s.spare, 0
	s.pc[0] = m.unless("NotifyBeforePublish", prOwnerIdle, prNotifyClaim)
	return store("slot")
}

// notifyClaim claims any thief that is idle: choice says which.
func (m *promotion) notifyClaim(s *prState, _, choice int) Access {
	switch {
	case s.idle[choice] == 1:
		s.idle[choice] = 0
		s.woken = uint8(choice) + 1
		s.pc[0] = prUnpark
	case s.idle != [prMaxThieves]uint8{} || choice > 0:
		return disabled
	default:
		s.pc[0] = m.unless("NotifyBeforePublish", prPublish, prOwnerIdle)
	}
	return region()
}

func (m *promotion) unpark(s *prState, _, _ int) Access {
	did := storeAt("permit", s.woken-1)
	s.permit[s.woken-1] = 1
	s.woken = 0
	s.pc[0] = m.unless("NotifyBeforePublish", prPublish, prOwnerIdle)
	return did
}

func (m *promotion) takeBack(s *prState, _, _ int) Access {
	won := s.slot == s.job() || m.naive == "PlainTakeBack"
	if won {
		s.slot, s.taken = 0, 1
	}
	s.pc[0] = prRearm
	return cas("slot", won)
}

func (m *promotion) rearm(s *prState, _, _ int) Access {
	if m.naive != "NoRearm" && (m.naive != "RearmTaken" || s.taken == 1) {
		s.poll.request = 1
	}
	s.pc[0] = prReadStatus
	if s.taken == 1 {
		s.taken = 0
		s.spare = s.popJob()
		s.pop(true)
	}
	return swap("poll")
}

func (m *promotion) readStatus(s *prState, _, _ int) Access {
	j := s.job() - 1
	switch s.status[j] {
	case m.complete():
		s.popJob()
		s.pop(false)
	case 0:
		s.pc[0] = prOwnClaim
	default:
		s.pc[0] = m.unless("WaitPolls", prPoll, prReadStatus)
	}
	return loadAt("status", j)
}

func (m *promotion) ownClaim(s *prState, _, _ int) Access {
	j := s.job() - 1
	won := s.status[j] == 0
	s.pc[0] = prReadStatus
	if won {
		s.status[j], s.mine[j] = 1, 1
		s.ran[s.frames[s.depth-1]-1]++
		s.pc[0] = prOwnerIdle
	}
	return casAt("status", j, won)
}

func (m *promotion) ownDone(s *prState, _, _ int) Access {
	j := s.job() - 1
	s.status[j], s.mine[j] = m.complete(), 0
	s.pc[0] = prReadStatus
	return storeAt("status", j)
}
