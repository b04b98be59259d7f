package machine

import "github.com/stealproof/stealproof/internal/explore"

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
	case prReadVictim, prClaim, prAnnounce:
		return true
	case prRequest, prReadClosed:
		return s.poll.close == 0
	case prPark:
		return s.permit[t] == 1
	case prRetract:
		return s.thief[t].job == 0
	}
	return false
}

// willPassOn reports whether thief t was claimed while it has a job.
func (s *prState) willPassOn(t uint8) bool {
	return s.pc[1+t] == prPassOn || s.thief[t].listed == 1 && s.idle[t] == 0 && s.thief[t].job != 0
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

// running reports whether thief t runs the frame of a job.
func (s *prState) running(t uint8) bool {
	return s.pc[1+t] == prReadJob || s.pc[1+t] == prStoreDone
}

// has reports whether thief t has taken a job and not claimed it.
func (s *prState) has(t uint8) bool {
	switch s.pc[1+t] {
	case prRerequest, prRetract, prPassOn, prClaimJob:
		return s.thief[t].job != 0
	}
	return false
}

// oneHas is I2 for the job at place i.
func (m *promotion) oneHas(s *prState, i uint8) bool {
	j := s.jobs[i]
	takers, runners, runs := 0, 0, false
	for t := range m.thieves {
		if s.thief[t].job != j {
			continue
		}
		if s.has(t) {
			takers++
		}
		if s.running(t) {
			runners++
			runs = runs || s.status[j-1] == t+2
		}
	}
	switch s.status[j-1] {
	case 0:
		return takers == 1 && s.slot != j || takers == 0 && s.slot == j
	case 1:
		return s.slot != j && runners == 0 && s.mine[j-1] == 1
	case m.complete():
		return s.slot != j && runners == 0
	}
	return s.slot != j && runners == 1 && runs && takers == 0
}

// alone reports whether a frame is forked where no other is left to be run.
func (s *prState) alone() bool {
	bodies := uint8(0)
	for _, is := range s.mine {
		bodies += is
	}
	return s.pc[0] == prPoll && s.depth == bodies+1
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

// ahead is I4. If a thief is parked and nothing is published, the request is set, or some
// thread is about to set it or to publish.
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
	prPoll: 7, prClearRequest: 6, prReadSlot: 5, prWriteJob: 4, prPublish: 3, prNotifyClaim: 2, prUnpark: 1,
	prTakeBack: 5, prRearm: 4, prOwnClaim: 2, prOwnDone: 2,
}

// left is OwnerLeft.
func (s *prState) left() uint8 {
	if s.pc[0] != prReadStatus {
		return prLeft[s.pc[0]]
	}
	if s.status[s.job()-1] == 0 {
		return 3
	}
	return 1
}

// waits reports whether the owner waits for a thief that runs the newest frame.
func (m *promotion) waits(s *prState) bool {
	if s.pc[0] != prReadStatus {
		return false
	}
	status := s.status[s.job()-1]
	return status != 0 && status != m.complete()
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
			return from.inBody() || from.pc[0] == to.pc[0] || to.left() < from.left()
		},
	}
	someParked := func(s *prState) bool { return m.some(s.parked) }
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
			When: func(s *prState) bool {
				return someParked(s) && s.pc[0] == prPoll && s.slot == 0 && !m.at(s, prRerequest)
			},
			Then: func(s *prState) bool { return s.slot != 0 },
		},
		"Claimed": {
			Form: explore.LeadsTo,
			When: func(s *prState) bool { return s.inBody() && s.slot != 0 },
			Then: func(s *prState) bool { return s.slot == 0 },
		},
		"Served": {
			Form: explore.LeadsTo,
			When: func(s *prState) bool { return s.alone() && s.forked == m.forks },
			Then: (*prState).ranAll,
		},
		"LastServed": {
			Form: explore.LeadsTo,
			When: func(s *prState) bool { return s.pc[0] == prPoll && s.forked == m.forks },
			Then: (*prState).ranAll,
		},
	}
	m.Reached = m.reached()
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
		"Recycled":     owner(prWriteJob, func(s *prState) bool { return s.spare != 0 }),
		"SecondJob":    owner(prWriteJob, func(s *prState) bool { return s.promoted == 1 }),
		"Nested":       owner(prWriteJob, func(s *prState) bool { return s.mine != [prMaxForks]uint8{} }),
		"Notifies":     owner(prNotifyClaim, func(s *prState) bool { return s.idle != nobody }),
		"NobodyIdle":   owner(prNotifyClaim, func(s *prState) bool { return s.idle == nobody }),
		"PopsPrivate":  owner(prOwnerIdle, func(s *prState) bool { return s.promoted < s.depth && s.promoted > 0 }),
		"TakesBack":    owner(prTakeBack, func(s *prState) bool { return s.slot == s.job() }),
		"TooLate":      owner(prTakeBack, func(s *prState) bool { return s.slot != s.job() }),
		"Waits":        m.waits,
		"FoundDone":    owner(prReadStatus, func(s *prState) bool { return s.status[s.job()-1] == m.complete() }),
		"ClaimsStolen": owner(prOwnClaim, func(s *prState) bool { return s.status[s.job()-1] == 0 }),
		"ClaimsLate":   owner(prOwnClaim, func(s *prState) bool { return s.status[s.job()-1] != 0 }),
		"JobGone":      thief(prClaimJob, func(s *prState, t uint8) bool { return s.status[s.thief[t].job-1] == 1 }),
		"JobDone":      thief(prClaimJob, func(s *prState, t uint8) bool { return s.status[s.thief[t].job-1] == m.complete() }),
		"ClaimLost":    thief(prClaim, func(s *prState, t uint8) bool { return s.slot != s.thief[t].job }),
		"RecheckFinds": thief(prReadVictim, func(s *prState, t uint8) bool { return s.thief[t].listed == 1 && s.slot != 0 }),
		"RecheckLost":  thief(prClaim, func(s *prState, t uint8) bool { return s.thief[t].listed == 1 && s.slot != s.thief[t].job }),
		"RetractLate":  thief(prRetract, func(s *prState, t uint8) bool { return s.thief[t].job != 0 && s.idle[t] == 0 }),
		"StalePermit":  thief(prPark, func(s *prState, t uint8) bool { return s.permit[t] == 1 && s.idle[t] == 1 }),
		"Wakes":        thief(prPark, func(s *prState, t uint8) bool { return s.permit[t] == 1 && s.idle[t] == 0 }),
		"LeavesLate":   thief(prReadClosed, func(s *prState, _ uint8) bool { return s.poll.close == 1 }),
		"LeftPermit":   thief(prDone, func(s *prState, t uint8) bool { return s.permit[t] == 1 }),
		"ClosedParked": func(s *prState) bool { return s.pc[m.closer()] == prCloseUnpark && m.some(s.parked) },
	}
}
