package machine

// What the machine of Split does, in the order of tla/deque/Split.tla.

// object returns the number, among the words of slots and of done, of that of
// index i in a ring.
func (m *split) object(r splitRing, i uint8) uint8 { return r.ring*m.slots + i%r.size }

func (s *splitState) at(r splitRing, i uint8) *uint8   { return &s.slots[r.ring][i%r.size] }
func (s *splitState) mark(r splitRing, i uint8) *uint8 { return &s.done[r.ring][i%r.size] }

// goesOn forgets the word that the owner has read, and goes on at a label.
func (s *splitState) goesOn(label uint8) { s.w, s.pc[0] = splitWord{}, label }

// finished returns how far a ring is finished, from an index up to end.
func (m *split) finished(s *splitState, r splitRing, from, end uint8) uint8 {
	for from < end && (*s.mark(r, from) == from+1 || m.naive == "NoReadDone") {
		from++
	}
	return from
}

// reclaim clears the slots of finished indices below the tail that was read.
func (m *split) reclaim(s *splitState, limit uint8) {
	for end := min(s.w.tail, s.free+limit); s.free < end; s.free++ {
		m.tell(loadAt("done", m.object(s.r, s.free)))
		if *s.mark(s.r, s.free) != s.free+1 && m.naive != "NoReadDone" {
			break
		}
		*s.at(s.r, s.free) = 0
		m.tell(plainWriteAt("slots", m.object(s.r, s.free)))
	}
}

func (m *split) ownerIdle(s *splitState, _, choice int) Access {
	switch choice {
	case 0: // Push
		if s.pushed == m.items {
			return disabled
		}
		s.pc[0] = splitPushReadTail
		if s.head-s.free < s.r.size {
			s.pc[0] = splitPushWrite
		}
	case 1: // Pop
		s.pc[0] = splitPopTakeSlot
		if s.head == s.split {
			s.pc[0] = splitPopReadWord
		}
	case 2: // Scrub
		if m.scrubs == 0 {
			return disabled
		}
		s.pc[0] = splitScrubReadTail
	}
	return silent
}

// readWord reads the word of the owner's ring, and goes on at a label.
func (m *split) readWord(next uint8) func(*splitState, int, int) Access {
	return func(s *splitState, _, _ int) Access {
		s.w, s.pc[0] = s.word[s.r.ring], next
		return loadAt("word", s.r.ring)
	}
}

func (m *split) pushReadDone(s *splitState, _, _ int) Access {
	m.reclaim(s, m.batch)
	if s.head-s.free < s.r.size {
		s.goesOn(splitPushWrite)
		return private(Right)
	}
	s.next = s.r.size
	if s.head-s.w.tail == s.r.size {
		s.next *= 2
	}
	s.goesOn(splitSwapReadWord)
	return private(Right)
}

func (m *split) pushWrite(s *splitState, _, _ int) Access {
	*s.at(s.r, s.head) = s.pushed + 1
	did := m.object(s.r, s.head)
	s.head++
	s.pushed++
	s.pc[0] = splitPushPoll
	return plainWriteAt("slots", did)
}

func (m *split) poll(s *splitState, _, _ int) Access {
	s.pc[0] = splitOwnerIdle
	if s.request == 1 && s.head != s.split {
		s.pc[0] = splitShareClear
		if m.naive == "ClearLate" {
			s.pc[0] = splitShareReadWord
		}
	}
	return load("request")
}

// meet ends what the owner does with a word, and lets it clear slots if it owes that.
func (m *split) meet(s *splitState, takes, next uint8) {
	if s.w.tail-s.free > m.lag {
		s.takes, s.pc[0] = takes, splitMeetReadDone
	} else {
		s.goesOn(next)
	}
}

func (m *split) popReadWord(s *splitState, _, _ int) Access {
	s.w = s.word[s.r.ring]
	if int8(s.w.tail) < int8(s.w.split) {
		s.pc[0] = splitPopShrink
	} else {
		m.meet(s, 0, splitOwnerIdle)
	}
	return loadAt("word", s.r.ring)
}

func (m *split) popShrink(s *splitState, _, _ int) Access {
	won := s.word[s.r.ring] == s.w || m.naive == "ShrinkNoCAS"
	if won {
		s.split = s.w.tail + (s.w.split-s.w.tail)/2
		s.word[s.r.ring] = splitWord{tail: s.w.tail, split: s.split}
		m.meet(s, 1, splitPopTakeSlot)
	} else {
		s.goesOn(splitPopReadWord)
	}
	return casAt("word", s.r.ring, won)
}

func (m *split) popTakeSlot(s *splitState, _, _ int) Access {
	s.head--
	p := s.at(s.r, s.head)
	s.taken[*p]++
	*p = 0
	m.takes("slots", m.object(s.r, s.head))
	s.pc[0] = splitPopPoll
	return private(Both)
}

func (m *split) shareClear(s *splitState, _, _ int) Access {
	s.request, s.pc[0] = 0, splitShareReadWord
	if m.naive == "ClearLate" {
		s.goesOn(splitOwnerIdle)
	}
	return store("request")
}

func (m *split) sharePublish(s *splitState, _, _ int) Access {
	won := s.word[s.r.ring] == s.w || m.naive == "PublishNoCAS"
	if won {
		s.split += (s.head - s.split + 1) / 2
		s.word[s.r.ring] = splitWord{tail: s.w.tail, split: s.split}
		s.owed = 0
		if m.naive == "ClearLate" {
			s.pc[0] = splitShareClear
		} else {
			m.meet(s, 0, splitOwnerIdle)
		}
	} else {
		s.goesOn(splitShareReadWord)
	}
	return casAt("word", s.r.ring, won)
}

func (m *split) meetReadDone(s *splitState, _, _ int) Access {
	m.reclaim(s, m.batch)
	next := uint8(splitOwnerIdle)
	if s.takes == 1 {
		next = splitPopTakeSlot
	}
	s.takes = 0
	s.goesOn(next)
	return private(Right)
}

func (m *split) swapClose(s *splitState, _, _ int) Access {
	won := s.word[s.r.ring] == s.w
	if won {
		if m.naive != "NoClose" {
			s.word[s.r.ring] = closed(s.w.tail)
		}
		s.pc[0] = splitSwapCopy
	} else {
		s.goesOn(splitSwapReadWord)
	}
	return casAt("word", s.r.ring, won)
}

// nextRing is the ring that the owner makes.
func (m *split) nextRing(s *splitState) splitRing {
	return splitRing{ring: (s.r.ring + 1) % m.rings, size: s.next}
}

func (m *split) swapCopy(s *splitState, _, _ int) Access {
	to, from := m.nextRing(s), *s
	s.slots[to.ring], s.done[to.ring] = [splitMaxSlots]uint8{}, [splitMaxSlots]uint8{}
	m.anew("slots", int(to.ring*m.slots), int(m.slots))
	m.anew("done", int(to.ring*m.slots), int(m.slots))
	m.anew("word", int(to.ring), 1)
	for i := s.w.tail; i < s.head; i++ {
		*s.at(to, i) = *from.at(s.r, i)
		m.tell(plainReadAt("slots", m.object(s.r, i)))
		m.tell(plainWriteAt("slots", m.object(to, i)))
	}
	s.word[to.ring] = s.w
	s.pc[0] = splitSwapPublish
	return private(Both)
}

func (m *split) swapPublish(s *splitState, _, _ int) Access {
	s.r = m.nextRing(s)
	s.array, s.free, s.next = s.r, s.w.tail, 0
	s.goesOn(splitPushWrite)
	return store("array")
}

func (m *split) scrubReadDone(s *splitState, _, _ int) Access {
	m.reclaim(s, s.r.size)
	s.goesOn(splitOwnerIdle)
	return private(Right)
}

func (m *split) stealReadArray(s *splitState, t, _ int) Access {
	s.thief[t-1].a, s.pc[t] = s.array, splitStealReadWord
	return load("array")
}

func (m *split) stealReadWord(s *splitState, t, _ int) Access {
	th := &s.thief[t-1]
	did := loadAt("word", th.a.ring)
	now := s.word[th.a.ring]
	switch n := int8(now.split) - int8(now.tail); {
	case n < 0 && m.naive != "ClosedIsEmpty":
		th.a, s.pc[t] = splitRing{}, splitStealReadArray
	case n <= 0:
		th.a, s.pc[t] = splitRing{}, splitStealReadRequest
	default:
		th.seen, s.pc[t] = now, splitStealClaim
	}
	return did
}

func (m *split) stealReadRequest(s *splitState, t, _ int) Access {
	s.pc[t] = splitStealRequest
	if s.request == 1 || m.naive == "NoRequest" {
		s.owed, s.pc[t] = 1, splitStealReadArray
	}
	return load("request")
}

func (m *split) stealRequest(s *splitState, t, _ int) Access {
	s.request, s.owed, s.pc[t] = 1, 1, splitStealReadArray
	return store("request")
}

func (m *split) stealClaim(s *splitState, t, _ int) Access {
	th := &s.thief[t-1]
	did := casAt("word", th.a.ring, s.word[th.a.ring] == th.seen)
	if s.word[th.a.ring] == th.seen {
		s.word[th.a.ring].tail++
		th.seen.split, s.pc[t] = 0, splitStealReadSlot
	} else {
		s.thief[t-1], s.pc[t] = splitThief{}, splitStealReadArray
	}
	return did
}

func (m *split) stealReadSlot(s *splitState, t, _ int) Access {
	th := &s.thief[t-1]
	s.taken[*s.at(th.a, th.seen.tail)]++
	s.pc[t] = splitStealFinish
	return plainReadAt("slots", m.object(th.a, th.seen.tail))
}

func (m *split) stealFinish(s *splitState, t, _ int) Access {
	th := &s.thief[t-1]
	*s.mark(th.a, th.seen.tail) = th.seen.tail + 1
	did := m.object(th.a, th.seen.tail)
	s.thief[t-1], s.pc[t] = splitThief{}, splitStealReadArray
	return storeAt("done", did)
}
