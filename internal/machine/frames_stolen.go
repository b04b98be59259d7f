package machine

// The steps of the owner that joins or drops a frame with a job, and those of thieves.

func (m *typedFrames) takeBack(s *frState, _, _ int) Access {
	won := s.slot == s.lastJob()
	if won {
		s.slot, s.taken = 0, 1
	}
	s.pc[0] = frRearm
	return cas("slot", won)
}

func (m *typedFrames) rearm(s *frState, _, _ int) Access {
	s.request = 1
	switch {
	case s.taken == 1:
		s.pc[0] = frDrop
	case s.live.n-1 == s.want:
		s.pc[0] = frReadStatus
	case m.naive == "CutForgets":
		s.pc[0] = frDrop
	default:
		s.pc[0] = frDiscard
	}
	return swap("request")
}

func (m *typedFrames) readStatus(s *frState, _, _ int) Access {
	j := s.lastJob() - 1
	switch s.status[j] {
	case m.complete():
		s.pc[0] = frDrop
	case 0:
		s.pc[0] = frOwnClaim
	}
	return loadAt("status", j)
}

func (m *typedFrames) ownClaim(s *frState, _, _ int) Access {
	j := s.lastJob() - 1
	won := s.status[j] == 0
	s.pc[0] = frReadStatus
	if won {
		s.status[j] = 1
		s.runFrame(s.content[j])
		s.pc[0] = frOwnDone
	}
	return casAt("status", j, won)
}

func (m *typedFrames) ownDone(s *frState, _, _ int) Access {
	s.status[s.lastJob()-1] = m.complete()
	s.pc[0] = frReadStatus
	return storeAt("status", s.lastJob()-1)
}

func (m *typedFrames) discard(s *frState, _, _ int) Access {
	j := s.lastJob() - 1
	won := s.status[j] == 0
	s.pc[0] = frWithdraw
	if won {
		s.status[j] = 1
		s.pc[0] = frDiscardDone
	}
	return casAt("status", j, won)
}

func (m *typedFrames) discardDone(s *frState, _, _ int) Access {
	s.status[s.lastJob()-1] = m.complete()
	s.pc[0] = frDrop
	return storeAt("status", s.lastJob()-1)
}

func (m *typedFrames) withdraw(s *frState, _, _ int) Access {
	j := s.lastJob() - 1
	if s.status[j] == m.complete() {
		s.pc[0] = frDrop
	}
	return loadAt("status", j)
}

func (m *typedFrames) readVictim(s *frState, t, _ int) Access {
	s.job[t-1] = s.slot
	s.pc[t] = frClaim
	if s.slot == 0 {
		s.pc[t] = frRequest
	}
	return load("slot")
}

func (m *typedFrames) claim(s *frState, t, _ int) Access {
	won := s.slot == s.job[t-1]
	if won {
		s.slot = 0
		s.pc[t] = frRerequest
	} else {
		s.job[t-1] = 0
		s.pc[t] = frReadVictim
	}
	return cas("slot", won)
}

func (m *typedFrames) rerequest(s *frState, t, _ int) Access {
	s.request = 1
	s.pc[t] = frClaimJob
	return swap("request")
}

func (m *typedFrames) claimJob(s *frState, t, _ int) Access {
	j := s.job[t-1] - 1
	won := s.status[j] == 0
	if won {
		s.status[j] = uint8(t) + 1
		s.pc[t] = frStoreDone
	} else {
		s.job[t-1] = 0
		s.pc[t] = frReadVictim
	}
	return casAt("status", j, won)
}

func (m *typedFrames) storeDone(s *frState, t, _ int) Access {
	j := s.job[t-1] - 1
	s.runFrame(s.content[j])
	s.status[j] = m.complete()
	s.job[t-1] = 0
	s.pc[t] = frReadVictim
	return storeAt("status", j)
}

func (m *typedFrames) ask(s *frState, t, _ int) Access {
	s.request = 1
	s.pc[t] = frReadVictim
	return swap("request")
}
