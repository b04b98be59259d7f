package machine

import "github.com/stealproof/stealproof/model/explore"

// What must hold of the machine of Promotion, under the names of
// tla/pool/MCPromotion.tla.

// inBody reports whether the owner is in a frame's body.
func (s *prState) inBody() bool { return s.pc[0] == prOwnerIdle || s.pc[0] == prDone }

// parked reports whether thief t, counted from 0, waits for a permit.
func (s *prState) parked(t uint8) bool { return s.pc[1+t] == prPark && s.permit[t] == 0 }

// willLook reports whether it will load slot, or claim what is there, before it
// parks or leaves.
func (s *prState) willLook(t uint8) bool {
	switch s.pc[1+t] {
	case prReadVictim, prClaim, prAnnounce, prRecheck, prRetract:
		return true
	case prRequest:
		return s.poll.close == 0
	case prPark:
		return s.permit[t] == 1
	}
	return false
}

// some reports whether it holds of some thief, counted from 0.
func (m *promotion) some(holds func(t uint8) bool) bool {
	for t := range m.thieves {
		if holds(t) {
			return true
		}
	}
	return false
}

// at reports whether some thief is at a label.
func (m *promotion) at(s *prState, label uint8) bool {
	return m.some(func(t uint8) bool { return s.pc[1+t] == label })
}

// running reports whether thief t has claimed a job and not ended its frame.
func (s *prState) running(t uint8) bool {
	pc := s.pc[1+t]
	return pc == prRerequest || pc == prReadJob || pc == prStoreDone
}

// holders is how many threads run the frame of a job.
func (m *promotion) holders(s *prState, job uint8) (n int) {
	for t := range m.thieves {
		if s.running(t) && s.thief[t].job == job {
			n++
		}
	}
	return n
}

// ranAll reports whether every frame was run.
func (s *prState) ranAll() bool {
	for _, n := range s.ran[:s.forked] {
		if n == 0 {
			return false
		}
	}
	return true
}

// ahead is I4: a request is set, or somebody is on the way to set it or to
// publish, where a thief is parked and nothing is published.
func (m *promotion) ahead(s *prState) bool {
	if s.slot != 0 || s.poll.request == 1 || m.at(s, prRerequest) || !m.some(s.parked) {
		return true
	}
	switch s.pc[0] {
	case prReadSlot, prWriteJob, prPublish, prRearm:
		return true
	}
	return false
}

var prLeft = [prTerminating]uint8{
	prPoll: 7, prClearRequest: 6, prReadSlot: 5, prWriteJob: 4, prPublish: 3, prNotifyClaim: 2, prTakeBack: 2,
	prUnpark: 1, prRearm: 1, prReadDone: 1,
}

func (m *promotion) properties() {
	thieves := []int{}
	for t := range m.thieves {
		thieves = append(thieves, 1+int(t))
	}
	m.Specs = map[string]Spec[prState]{
		"Spec":        {Fair: append([]int{0, m.closer()}, thieves...)},
		"ThievesOnly": {Fair: thieves},
	}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *prState) bool{
		"OldestFirst": func(from, to *prState) bool {
			if to.slot == from.slot || to.slot == 0 {
				return true
			}
			// Frames on the stack rise.
			return from.promoted < from.depth && from.content[to.slot-1] == from.frames[from.promoted]
		},
		"OwnerBounded": func(from, to *prState) bool {
			return from.inBody() || from.pc[0] == to.pc[0] || prLeft[to.pc[0]] < prLeft[from.pc[0]]
		},
	}
	someParked := func(s *prState) bool { return m.some(s.parked) }
	polls := func(s *prState) bool { return s.pc[0] == prPoll }
	m.Temporal = map[string]explore.Temporal[prState]{
		"Termination": {Form: explore.InTheEnd, Then: func(s *prState) bool {
			for t := range m.Threads {
				if s.pc[t] != prDone {
					return false
				}
			}
			return true
		}},
		"OwnerEnds": {Form: explore.InTheEnd, Then: func(s *prState) bool { return s.pc[0] == prDone }},
		"OneAhead": {
			Form: explore.LeadsTo,
			When: func(s *prState) bool { return someParked(s) && polls(s) && s.slot == 0 && !m.at(s, prRerequest) },
			Then: func(s *prState) bool { return s.slot != 0 },
		},
		"Claimed": {
			Form: explore.LeadsTo,
			When: func(s *prState) bool { return s.inBody() && s.slot != 0 },
			Then: func(s *prState) bool { return s.slot == 0 },
		},
		"LeafServed": {
			Form: explore.LeadsTo,
			When: func(s *prState) bool { return someParked(s) && polls(s) },
			Then: (*prState).ranAll,
		},
		"LateServed": {Form: explore.LeadsTo, When: polls, Then: (*prState).ranAll},
	}
	m.Reached = m.reached()
}

func (m *promotion) invariants() map[string]func(*prState) bool {
	each := func(holds func(s *prState, t uint8) bool) func(*prState) bool {
		return func(s *prState) bool { return !m.some(func(t uint8) bool { return !holds(s, t) }) }
	}
	return map[string]func(*prState) bool{
		"TypeOK": func(s *prState) bool {
			fits := max(s.slot, s.forked) <= m.forks && s.promoted <= s.depth && s.woken <= m.thieves
			for i, f := range s.frames {
				fits = fits && f <= s.forked && (f > 0) == (i < int(s.depth)) && s.content[i] <= m.forks && s.ran[i] <= m.thieves+1
			}
			return fits && !m.some(func(t uint8) bool { return max(s.thief[t].job, s.thief[t].item) > m.forks })
		},
		"I1": func(s *prState) bool {
			return s.slot == 0 || s.slot == s.promoted && s.content[s.slot-1] == s.frames[s.promoted-1]
		},
		"I2": func(s *prState) bool {
			for j := uint8(1); j <= s.promoted; j++ {
				n := m.holders(s, j) + int(s.done[j-1])
				if s.slot == j {
					n++
				}
				if n != 1 {
					return false
				}
			}
			return true
		},
		"I3": each(func(s *prState, t uint8) bool {
			j := s.thief[t].job
			return !s.running(t) || j <= s.promoted && s.content[j-1] == s.frames[j-1]
		}),
		"NoRace": each(func(s *prState, t uint8) bool {
			uses := s.pc[1+t] == prReadJob || s.pc[1+t] == prStoreDone
			return s.pc[0] != prWriteJob || !uses || s.thief[t].job != s.promoted+1
		}),
		"NoDuplicate": func(s *prState) bool {
			for _, n := range s.ran {
				if n > 1 {
					return false
				}
			}
			return true
		},
		"JoinAfterRun": func(s *prState) bool {
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
		},
		"OneAtWork": func(s *prState) bool {
			n := 0
			for t := range m.thieves {
				if s.pc[1+t] == prStoreDone {
					n++
				}
			}
			return n < 2
		},
		"NoBitLost": func(s *prState) bool { return s.pc[m.closer()] == prClose || s.poll.close == 1 },
		"I4":        m.ahead,
		"NoHiddenFrame": func(s *prState) bool {
			return m.ahead(s) || s.promoted == s.depth || !s.inBody() || m.some(s.willLook)
		},
		"I5": func(s *prState) bool {
			return s.slot == 0 || s.pc[0] == prNotifyClaim || s.pc[0] == prUnpark || m.some(s.willLook) ||
				s.pc[m.closer()] == prCloseUnpark || !m.some(s.parked)
		},
		"NoLostWakeup": func(s *prState) bool {
			return s.slot == 0 || !s.inBody() || s.poll.close == 1 || m.some(func(t uint8) bool { return !s.parked(t) })
		},
		"OwnerWaits": func(s *prState) bool {
			if s.pc[0] == prReadDone && s.done[s.promoted-1] == 0 {
				return s.promoted == s.depth && s.slot == 0 && m.holders(s, s.promoted) > 0
			}
			return m.enabled(s, 0) || s.pc[0] == prDone
		},
		"ThiefWaits": each(func(s *prState, t uint8) bool {
			return m.enabled(s, int(1+t)) || s.parked(t) || s.pc[1+t] == prDone
		}),
	}
}

func (m *promotion) reached() map[string]func(*prState) bool {
	owner := func(label uint8, holds func(s *prState) bool) func(*prState) bool {
		return func(s *prState) bool { return s.pc[0] == label && holds(s) }
	}
	thief := func(label uint8, holds func(s *prState, t uint8) bool) func(*prState) bool {
		return func(s *prState) bool {
			return m.some(func(t uint8) bool { return s.pc[1+t] == label && holds(s, t) })
		}
	}
	polls := func(close, request uint8) func(*prState) bool {
		return owner(prPoll, func(s *prState) bool { return s.poll == prWord{close, request} })
	}
	nobody := [prMaxThieves]uint8{}
	return map[string]func(*prState) bool{
		"PollQuiet":    polls(0, 0),
		"PollClose":    polls(1, 0),
		"PollBoth":     polls(1, 1),
		"SlotFull":     owner(prReadSlot, func(s *prState) bool { return s.slot != 0 }),
		"Recycled":     owner(prWriteJob, func(s *prState) bool { return s.content[s.promoted] != 0 }),
		"SecondJob":    owner(prWriteJob, func(s *prState) bool { return s.promoted == 1 }),
		"Notifies":     owner(prNotifyClaim, func(s *prState) bool { return s.idle != nobody }),
		"NobodyIdle":   owner(prNotifyClaim, func(s *prState) bool { return s.idle == nobody }),
		"PopsPrivate":  owner(prOwnerIdle, func(s *prState) bool { return s.promoted < s.depth && s.promoted > 0 }),
		"TakesBack":    owner(prTakeBack, func(s *prState) bool { return s.slot == s.promoted }),
		"TooLate":      owner(prTakeBack, func(s *prState) bool { return s.slot != s.promoted }),
		"Waits":        owner(prReadDone, func(s *prState) bool { return s.done[s.promoted-1] == 0 }),
		"FoundDone":    owner(prReadDone, func(s *prState) bool { return s.done[s.promoted-1] == 1 }),
		"ClaimLost":    thief(prClaim, func(s *prState, t uint8) bool { return s.slot != s.thief[t].job }),
		"RecheckFinds": thief(prRecheck, func(s *prState, _ uint8) bool { return s.slot != 0 }),
		"RetractLate":  thief(prRetract, func(s *prState, t uint8) bool { return s.thief[t].job != 0 && s.idle[t] == 0 }),
		"StalePermit":  thief(prPark, func(s *prState, t uint8) bool { return s.permit[t] == 1 && s.idle[t] == 1 }),
		"Wakes":        thief(prPark, func(s *prState, t uint8) bool { return s.permit[t] == 1 && s.idle[t] == 0 }),
		"LeavesLate":   thief(prRequest, func(s *prState, _ uint8) bool { return s.poll.close == 1 }),
		"LeftPermit":   thief(prDone, func(s *prState, t uint8) bool { return s.permit[t] == 1 }),
		"ClosedParked": func(s *prState) bool { return s.pc[m.closer()] == prCloseUnpark && m.some(s.parked) },
	}
}
