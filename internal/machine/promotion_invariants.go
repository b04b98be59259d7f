package machine

// The invariants of Promotion, one function each.

func (m *promotion) invariants() map[string]func(*prState) bool {
	each := func(holds func(s *prState, t uint8) bool) func(*prState) bool {
		return func(s *prState) bool { return !m.some(func(t uint8) bool { return !holds(s, t) }) }
	}
	return map[string]func(*prState) bool{
		"TypeOK": m.typeOK,
		"I1":     m.i1,
		"I2":     m.i2,
		"I3": each(func(s *prState, t uint8) bool {
			if !s.running(t) {
				return true
			}
			for i, j := range s.jobs[:s.promoted] {
				if j == s.thief[t].job {
					return s.content[j-1] == s.frames[i]
				}
			}
			return false
		}),
		"NoRace":        m.noRace,
		"NoDuplicate":   m.noDuplicate,
		"JoinAfterRun":  m.joinAfterRun,
		"OneAtWork":     m.oneAtWork,
		"NoBitLost":     func(s *prState) bool { return s.pc[m.closer()] == prClose || s.poll.close == 1 },
		"I4":            m.ahead,
		"NoHiddenFrame": m.noHiddenFrame,
		"I5":            m.i5,
		"I6":            func(s *prState) bool { return !s.alone() || s.poll.request == 1 },
		"NoLostWakeup":  m.noLostWakeup,
		"OwnerWaits":    m.ownerWaits,
		"ThiefWaits": each(func(s *prState, t uint8) bool {
			return m.enabled(s, int(1+t)) || s.parked(t) || s.pc[1+t] == prDone
		}),
	}
}

func (m *promotion) typeOK(s *prState) bool {
	fits := max(s.slot, s.forked, s.made) <= m.forks && s.spare <= s.made && s.promoted <= s.depth && s.woken <= m.thieves
	there := [prMaxForks + 1]bool{}
	for i, j := range s.jobs {
		fits = fits && j <= s.made && (j > 0) == (i < int(s.promoted))
		there[j] = true
	}
	for i, f := range s.frames {
		fits = fits && s.status[i] <= m.complete() && (s.mine[i] == 0 || there[i+1])
		fits = fits && f <= s.forked && (f > 0) == (i < int(s.depth)) && s.content[i] <= m.forks && s.ran[i] <= m.thieves+1
	}
	return fits && !m.some(func(t uint8) bool { return max(s.thief[t].job, s.thief[t].item) > m.forks })
}

func (m *promotion) i1(s *prState) bool {
	return s.slot == 0 || s.promoted > 0 && s.slot == s.job() && s.content[s.slot-1] == s.frames[s.promoted-1]
}

func (m *promotion) i2(s *prState) bool {
	for i := range s.promoted - s.taken {
		if !m.oneHas(s, i) {
			return false
		}
	}
	return true
}

func (m *promotion) noRace(s *prState) bool {
	if s.pc[0] != prWriteJob {
		return true
	}
	j := s.spare
	if j == 0 {
		j = s.made + 1
	}
	return s.status[j-1] == 0 && !m.some(func(t uint8) bool {
		return (s.has(t) || s.running(t)) && s.thief[t].job == j
	})
}

func (m *promotion) noDuplicate(s *prState) bool {
	for _, n := range s.ran {
		if n > 1 {
			return false
		}
	}
	return true
}

func (m *promotion) joinAfterRun(s *prState) bool {
	there := uint(0)
	for _, f := range s.frames[:s.depth] {
		there |= 1 << f
	}
	for f := uint8(1); f <= s.forked; f++ {
		if there&(1<<f) == 0 && s.ran[f-1] == 0 {
			return false
		}
	}
	return true
}

func (m *promotion) oneAtWork(s *prState) bool {
	n := 0
	for t := range m.thieves {
		if s.pc[1+t] == prStoreDone {
			n++
		}
	}
	return n < 2
}

func (m *promotion) noHiddenFrame(s *prState) bool {
	return m.ahead(s) || s.promoted == s.depth || !s.inBody() || m.some(s.willLook)
}

func (m *promotion) i5(s *prState) bool {
	return s.slot == 0 || s.pc[0] == prNotifyClaim || s.pc[0] == prUnpark || m.some(s.willLook) || m.some(s.willPassOn) ||
		s.pc[m.closer()] == prCloseUnpark || !m.some(s.parked)
}

func (m *promotion) noLostWakeup(s *prState) bool {
	return s.slot == 0 || !s.inBody() || s.poll.close == 1 || m.some(func(t uint8) bool { return !s.parked(t) })
}

func (m *promotion) ownerWaits(s *prState) bool {
	if m.waits(s) {
		return s.promoted == s.depth && s.slot == 0 && m.some(func(t uint8) bool {
			return s.running(t) && s.thief[t].job == s.job()
		})
	}
	return m.enabled(s, 0) || s.pc[0] == prDone
}
