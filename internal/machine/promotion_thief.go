package machine

import "github.com/stealproof/stealproof/model"

// The steps of thieves, and of the closer.

func (m *promotion) readVictim(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	th.job = s.slot
	switch {
	case s.slot != 0:
		s.pc[t] = m.unless("ReadFirst", prReadJob, prClaim)
	case th.listed == 1:
		s.pc[t] = prPark
	default:
		s.pc[t] = prRequest
	}
	return load("slot")
}

func (m *promotion) claim(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	won := s.slot == th.job
	switch {
	case !won:
		th.job, th.item = 0, 0
		s.pc[t] = prReadVictim
	case m.naive == "NoRerequest":
		s.slot = 0
		s.takes(t)
	default:
		s.slot = 0
		s.pc[t] = prRerequest
	}
	return cas("slot", won)
}

// takes has a thief go on with the job that it has.
func (s *prState) takes(t int) {
	s.pc[t] = prClaimJob
	if s.thief[t-1].listed == 1 {
		s.pc[t] = prRetract
	}
}

func (m *promotion) rerequest(s *prState, t, _ int) Access {
	s.poll.request = 1
	s.takes(t)
	return swap("poll")
}

func (m *promotion) claimJob(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	j := th.job - 1
	won := s.status[j] == 0
	if won {
		s.status[j] = uint8(t) + 1
		s.pc[t] = m.unless("ReadFirst", prStoreDone, prReadJob)
	} else {
		th.job, th.item = 0, 0
		s.pc[t] = prReadVictim
	}
	return casAt("status", j, won)
}

func (m *promotion) readJob(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	th.item = s.content[th.job-1]
	s.pc[t] = m.unless("ReadFirst", prClaim, prStoreDone)
	return plainReadAt("content", th.job-1)
}

func (m *promotion) storeDone(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	did := storeAt("status", th.job-1)
	s.ran[th.item-1]++
	s.status[th.job-1] = m.complete()
	th.job, th.item = 0, 0
	s.pc[t] = prReadVictim
	return did
}

func (m *promotion) request(s *prState, t, _ int) Access {
	s.poll.request = 1
	s.pc[t] = prReadClosed
	return swap("poll")
}

func (m *promotion) readClosed(s *prState, t, _ int) Access {
	s.pc[t] = prAnnounce
	if s.poll.close == 1 {
		s.pc[t] = prDone
	}
	return load("poll")
}

func (m *promotion) announce(s *prState, t, _ int) Access {
	s.idle[t-1], s.thief[t-1].listed = 1, 1
	s.pc[t] = m.unless("NoRecheck", prPark, prReadVictim)
	return region()
}

func (m *promotion) park(s *prState, t, _ int) Access {
	if s.permit[t-1] == 0 {
		return disabled
	}
	s.permit[t-1] = 0
	s.pc[t] = prRetract
	return single(model.LockStep, int32(t-1), "permit")
}

func (m *promotion) retract(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	claimed := s.idle[t-1] == 0
	th.listed = 0
	if m.naive != "NoRetract" {
		s.idle[t-1] = 0
	}
	switch {
	case th.job == 0:
		s.pc[t] = prReadVictim
	case claimed && m.naive != "NoPassOn":
		s.pc[t] = prPassOn
	default:
		s.pc[t] = prClaimJob
	}
	return region()
}

// passOn wakes any thief that is idle: choice says which.
func (m *promotion) passOn(s *prState, t, choice int) Access {
	switch {
	case s.idle[choice] == 1:
		s.idle[choice], s.permit[choice] = 0, 1
	case s.idle != [prMaxThieves]uint8{} || choice > 0:
		return disabled
	}
	s.pc[t] = prClaimJob
	return region()
}

func (m *promotion) close(s *prState, t, _ int) Access {
	if !m.closes {
		return disabled
	}
	s.poll.close = 1
	s.pc[t] = prCloseUnpark
	return swap("poll")
}

func (m *promotion) closeUnpark(s *prState, t, _ int) Access {
	for i := range m.thieves {
		s.permit[i] = 1
	}
	s.pc[t] = prDone
	return region()
}
