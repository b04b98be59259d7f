package machine

// The steps of the owner, in the order of a fork and of a join.

func (s *frState) height() uint8 { return s.top - s.shift }

// lastJob is the job of the newest promoted frame.
func (s *frState) lastJob() uint8 { return s.jobs.at[s.jobs.n-1] }

// runFrame counts a run of a frame. 0 is no frame, which only a fault runs.
func (s *frState) runFrame(f uint8) {
	if f > 0 {
		s.ran[f-1]++
	}
}

// shiftAt is ShiftIn(marks, p).
func (s *frState) shiftAt(p uint8) uint8 {
	for i := s.marks.n; i > 0; i-- {
		if m := s.marks.at[i-1]; m.from <= p {
			return m.shift
		}
	}
	return 0
}

// position is PositionIn(marks, h, height).
func (s *frState) position(h uint8) uint8 {
	above := s.height()
	for i := int(s.marks.n); i >= 0; i-- {
		m := frMark{}
		if i > 0 {
			m = s.marks.at[i-1]
		}
		if h >= m.shift+m.from && h-m.shift < above {
			return h - m.shift
		}
		above = min(above, m.from)
	}
	return frNoPosition
}

func (m *typedFrames) ownerIdle(s *frState, _, choice int) Access {
	switch {
	case choice == 0:
		if s.forked == m.forks {
			return disabled
		}
		s.pc[0] = frPush
	case choice == 1:
		if s.forked < m.forks || s.live.n > 0 {
			return disabled
		}
		s.pc[0] = frDone
	default:
		i := uint8(choice - 1) // the place in live, from 1
		if i > s.live.n || i < s.live.n && !m.cuts {
			return disabled
		}
		s.goal = s.live.at[i-1]
		s.pc[0] = frFind
	}
	return silent
}

func (m *typedFrames) push(s *frState, _, _ int) Access {
	s.forked++
	s.live.append(s.forked)
	s.handle[s.forked-1] = s.top
	s.memory[s.top] = s.forked
	s.top++
	s.pc[0] = frPoll
	return silent
}

func (m *typedFrames) readPoll(s *frState, _, _ int) Access {
	s.pc[0] = frOwnerIdle
	if s.request == 1 {
		s.pc[0] = frClearRequest
	}
	return load("request")
}

func (m *typedFrames) clearRequest(s *frState, _, _ int) Access {
	s.request = 0
	s.pc[0] = frReadSlot
	return swap("request")
}

func (m *typedFrames) readSlot(s *frState, _, _ int) Access {
	s.pc[0] = frWriteJob
	if s.slot != 0 {
		s.pc[0] = frOwnerIdle
	}
	return load("slot")
}

func (m *typedFrames) writeJob(s *frState, _, _ int) Access {
	if s.spare == 0 {
		s.made++
		s.spare = s.made
	}
	from := s.jobs.n + s.shift
	if m.naive == "NewestPromoted" {
		from = s.top - 1
	}
	s.content[s.spare-1] = s.memory[from]
	s.pc[0] = frPromote
	return region()
}

func (m *typedFrames) promote(s *frState, _, _ int) Access {
	p := s.jobs.n
	if (s.shiftAt(p) == s.shift || m.naive == "MovesAll") && m.naive != "NeverMoves" {
		m.displace(s, p)
	}
	s.jobs.append(s.spare)
	s.spare = 0
	s.pc[0] = frPublish
	return silent
}

// displace moves the frames from p on up by one.
func (m *typedFrames) displace(s *frState, p uint8) {
	height, i := s.height(), p+s.shift
	copy(s.memory[i+1:s.top+1], s.memory[i:s.top])
	s.memory[i] = 0
	s.top++
	s.shift++
	switch n := s.marks.n; {
	case m.naive == "NoMark":
	case n > 0 && s.marks.at[n-1].from == height:
		s.marks.at[n-1].shift = s.shift
	default:
		s.marks.append(frMark{height, s.shift})
	}
}

func (m *typedFrames) publish(s *frState, _, _ int) Access {
	s.slot = s.lastJob()
	s.pc[0] = frOwnerIdle
	return store("slot")
}

// remove goes on with the newest frame.
func (s *frState) remove() {
	s.pc[0] = frTakeBack
	if s.height() > s.jobs.n {
		s.pc[0] = frDrop
	}
}

func (m *typedFrames) find(s *frState, _, _ int) Access {
	h := s.handle[s.goal-1]
	if h == s.top-1 || m.naive == "TakesTop" {
		s.pc[0] = frTake
		return silent
	}
	s.want = s.position(h)
	s.remove()
	return silent
}

func (m *typedFrames) take(s *frState, _, _ int) Access {
	s.top--
	s.runFrame(s.memory[s.top])
	s.memory[s.top] = 0
	s.live.takeLast()
	s.goal = 0
	s.pc[0] = frOwnerIdle
	return silent
}

func (m *typedFrames) drop(s *frState, _, _ int) Access {
	p := s.height() - 1
	promoted, ends := p < s.jobs.n, p == s.want
	shift := s.shift
	if promoted && m.naive != "KeepsShift" {
		shift = 0
		if p > 0 && m.naive != "ForgetsShift" {
			shift = s.shiftAt(p-1) + 1
		}
	}
	if promoted {
		if ends && s.taken == 1 {
			s.runFrame(s.content[s.lastJob()-1])
			s.spare = s.lastJob()
		}
		s.jobs.takeLast()
	} else if ends {
		s.runFrame(s.memory[p+s.shift])
	}
	for m.naive != "KeepsMarks" && s.marks.n > 0 && s.marks.at[s.marks.n-1].from >= p {
		s.marks.takeLast()
	}
	if shift != 0 {
		s.marks.append(frMark{p, shift})
	}
	s.shift, s.top = shift, p+shift
	clear(s.memory[s.top:])
	s.live.takeLast()
	s.taken = 0
	if !ends {
		s.remove()
		return silent
	}
	s.goal, s.want = 0, 0
	s.pc[0] = frOwnerIdle
	return silent
}
