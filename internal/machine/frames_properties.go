package machine

import "github.com/stealproof/stealproof/internal/explore"

// What must hold of the machine of Frames, under the names of tla/pool/MCFrames.tla.

// eachLive reports whether it holds of each frame, with its position.
func (s *frState) eachLive(holds func(p, f uint8) bool) bool {
	for p, f := range s.live.all() {
		if !holds(uint8(p), f) {
			return false
		}
	}
	return true
}

// unpromoted reports whether the frame at p has no job.
func (s *frState) unpromoted(p uint8) bool { return p >= s.jobs.n }

func (s *frState) grow() bool {
	return s.eachLive(func(p, f uint8) bool { return p == 0 || s.handle[s.live.at[p-1]-1] < s.handle[f-1] })
}

func (s *frState) fast() bool {
	return s.eachLive(func(p, f uint8) bool {
		return s.handle[f-1]+1 != s.top || p == s.live.n-1 && s.unpromoted(p)
	})
}

func (s *frState) movesOnce() bool {
	return s.eachLive(func(p, f uint8) bool {
		at, h := p+s.shift, s.handle[f-1]
		return !s.unpromoted(p) || at == h || at == h+1
	})
}

func (s *frState) marksRise() bool {
	falls, all := 0, s.marks.all()
	for i := 1; i < len(all); i++ {
		if all[i-1].from == all[i].from {
			return false
		}
		if all[i-1].from > all[i].from {
			falls++
		}
	}
	return falls <= max(0, int(s.jobs.n)-1) && (s.jobs.n > 0 || len(all) == 0)
}

func (s *frState) rightFrame() bool {
	switch {
	case s.pc[0] == frTake:
		return s.memory[s.top-1] == s.goal
	case s.pc[0] != frDrop || s.height()-1 != s.want:
		return true
	case s.want < s.jobs.n:
		return s.content[s.lastJob()-1] == s.goal
	}
	return s.memory[s.want+s.shift] == s.goal
}

func (s *frState) kept() bool {
	return s.height() == s.live.n && s.eachLive(func(p, f uint8) bool { return !s.unpromoted(p) || s.memory[p+s.shift] == f })
}

func (s *frState) oldestHaveJobs() bool {
	return s.jobs.n <= s.live.n && s.eachLive(func(p, f uint8) bool { return s.unpromoted(p) || s.content[s.jobs.at[p]-1] == f })
}

func (m *typedFrames) joinAfterRun(s *frState) bool {
	for f := uint8(1); f <= s.forked; f++ {
		if !s.live.has(f) && !m.cuts && s.ran[f-1] != 1 {
			return false
		}
	}
	return true
}

func (m *typedFrames) noneLeft(s *frState) bool {
	for t := range m.thieves {
		if s.pc[1+t] == frStoreDone && !s.jobs.has(s.job[t]) {
			return false
		}
	}
	return true
}

func (m *typedFrames) properties() {
	fair := []int{}
	for t := range m.Threads {
		fair = append(fair, t)
	}
	m.Specs = map[string]Spec[frState]{"Spec": {Fair: fair}}
	m.Invariants = map[string]func(*frState) bool{
		"TypeOK": m.typeOK,
		"Finds": func(s *frState) bool {
			return s.eachLive(func(p, f uint8) bool { return s.position(s.handle[f-1]) == p })
		},
		"Grow":           (*frState).grow,
		"Fast":           (*frState).fast,
		"MovesOnce":      (*frState).movesOnce,
		"MarksRise":      (*frState).marksRise,
		"RightFrame":     (*frState).rightFrame,
		"Kept":           (*frState).kept,
		"OldestHaveJobs": (*frState).oldestHaveJobs,
		"Published":      func(s *frState) bool { return s.slot == 0 || s.jobs.n > 0 && s.slot == s.lastJob() },
		"NoDuplicate": func(s *frState) bool {
			for _, n := range s.ran {
				if n > 1 {
					return false
				}
			}
			return true
		},
		"JoinAfterRun": m.joinAfterRun,
		"NoneLeft":     m.noneLeft,
	}
	m.Temporal = map[string]explore.Temporal[frState]{
		"OwnerEnds": {Form: explore.InTheEnd, Then: func(s *frState) bool { return s.pc[0] == frDone }},
	}
	m.Reached = m.reached()
}

func (m *typedFrames) typeOK(s *frState) bool {
	for _, x := range s.marks.all() {
		if x.from < 1 || x.from > m.forks || x.shift < 1 || x.shift > m.forks {
			return false
		}
	}
	for _, j := range s.jobs.all() {
		if j < 1 || j > s.made {
			return false
		}
	}
	for f := range m.forks {
		if s.ran[f] > 2 || s.status[f] > m.complete() || s.content[f] > m.forks {
			return false
		}
	}
	return s.slot <= m.forks && s.top <= 2*m.forks && s.shift <= s.top && s.forked <= m.forks && s.made <= m.forks &&
		s.spare <= s.made && (s.goal == 0 || s.live.has(s.goal)) && s.eachLive(func(_, f uint8) bool { return f >= 1 && f <= s.forked })
}

func (m *typedFrames) reached() map[string]func(*frState) bool {
	at := func(label uint8, holds func(s *frState) bool) func(*frState) bool {
		return func(s *frState) bool { return s.pc[0] == label && holds(s) }
	}
	moves := func(s *frState) bool { return s.shiftAt(s.jobs.n) == s.shift }
	status := func(s *frState) uint8 { return s.status[s.lastJob()-1] }
	return map[string]func(*frState) bool{
		"Moves":       at(frPromote, moves),
		"MovedBefore": at(frPromote, func(s *frState) bool { return !moves(s) }),
		"MovesMore":   at(frPromote, func(s *frState) bool { return moves(s) && s.live.n > s.jobs.n+1 }),
		"TwoMarks":    func(s *frState) bool { return s.marks.n == 2 },
		"Fastest":     at(frTake, func(*frState) bool { return true }),
		"FastShifted": at(frTake, func(s *frState) bool { return s.shift > 0 }),
		"Slow":        at(frDrop, func(s *frState) bool { return s.live.n > s.jobs.n }),
		"Recycled":    at(frWriteJob, func(s *frState) bool { return s.spare != 0 }),
		"DropsJob":    at(frDrop, func(s *frState) bool { return s.live.n == s.jobs.n && s.jobs.n > 1 }),
		"TakesBack":   at(frTakeBack, func(s *frState) bool { return s.slot == s.lastJob() }),
		"TooLate":     at(frTakeBack, func(s *frState) bool { return s.slot != s.lastJob() }),
		"ClaimsLate":  at(frOwnClaim, func(s *frState) bool { return status(s) != 0 }),
		"CutsPrivate": at(frDrop, func(s *frState) bool { return s.live.n > s.jobs.n && s.live.n-1 != s.want }),
		"Discards":    at(frDiscard, func(s *frState) bool { return status(s) == 0 }),
		"Withdraws":   at(frWithdraw, func(s *frState) bool { return status(s) != m.complete() }),
	}
}
