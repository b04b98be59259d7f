package machine

import "math/bits"

// The invariants of Split, one function each.

func (m *split) invariants() map[string]func(*splitState) bool {
	return map[string]func(*splitState) bool{
		"TypeOK":        m.typeOK,
		"EnoughRings":   m.enoughRings,
		"I1":            m.i1,
		"I2":            m.i2,
		"OneClaimEach":  m.oneClaimEach,
		"NoRace":        m.noRace,
		"Bounds":        m.bounds,
		"NoDuplicate":   func(s *splitState) bool { return once(s.taken[:]) },
		"NoNil":         func(s *splitState) bool { return s.taken[0] == 0 },
		"NoLoss":        m.noLoss,
		"Retention":     m.retention,
		"Released":      m.released,
		"RequestStands": m.requestStands,
		"NobodyWaits":   m.allEnabled,
	}
}

func (m *split) typeOK(s *splitState) bool {
	ok := max(s.head, s.split, s.free, s.pushed, s.w.tail) <= m.items && max(s.array.size, s.next) <= m.slots &&
		int8(s.w.split) <= int8(m.items)
	for n := range m.rings {
		ok = ok && s.word[n].tail <= m.items && int8(s.word[n].split) <= int8(m.items)
	}
	return ok
}

func (m *split) enoughRings(s *splitState) bool {
	next := (s.r.ring + 1) % m.rings
	ok := s.r.ring != next
	for t := range m.thieves {
		ok = ok && (s.thief[t].a == splitRing{} || s.thief[t].a.ring != next)
	}
	return ok || s.pc[0] != splitSwapCopy
}

func (m *split) i1(s *splitState) bool {
	w := s.word[s.r.ring]
	return rising(s.slots[s.r.ring][:], s.tail(), s.head, s.r.size, m.here(s)) && w.tail <= s.split && s.split <= s.head && s.array == s.r && (!w.open() || w.split == s.split)
}

func (m *split) i2(s *splitState) bool {
	for n := range m.rings {
		made := s.pc[0] == splitSwapPublish && n == (s.r.ring+1)%m.rings
		if s.word[n].open() && n != s.r.ring && !made {
			return false
		}
	}
	return true
}

func (m *split) oneClaimEach(s *splitState) bool {
	set, claimers := m.claimed(s)
	return set&^m.present(s) == 0 && bits.OnesCount(set) == claimers
}

func (m *split) noRace(s *splitState) bool {
	return !m.any(s, splitStealReadSlot, func(th *splitThief) bool {
		i := th.seen.tail
		switch {
		case th.a != s.r:
			return false
		case s.pc[0] == splitPushWrite:
			return s.head%s.r.size == i%s.r.size
		case s.pc[0] == splitPopTakeSlot:
			return (s.head-1)%s.r.size == i%s.r.size
		case s.pc[0] == splitPushReadDone, s.pc[0] == splitMeetReadDone, s.pc[0] == splitScrubReadDone:
			return s.free <= i && m.finished(s, s.r, s.free, s.w.tail) > i
		}
		return false
	})
}

func (m *split) bounds(s *splitState) bool {
	ok := s.free <= s.tail() && s.head-s.free <= s.r.size
	switch s.pc[0] {
	case splitPushWrite:
		ok = ok && s.head-s.free < s.r.size && *s.at(s.r, s.head) == 0
	case splitPopTakeSlot:
		ok = ok && s.split < s.head
	case splitSwapCopy, splitSwapPublish:
		ok = ok && s.head-s.tail() < s.next
	}
	return ok
}

func (m *split) noLoss(s *splitState) bool {
	_, claimers := m.claimed(s)
	return s.pc[0] != splitOwnerIdle || bits.OnesCount(m.present(s)) == int(s.head-s.tail())+claimers
}

func (m *split) retention(s *splitState) bool {
	return s.pc[0] != splitOwnerIdle || othersClear(s.slots[s.r.ring][:], s.free, s.head, s.r.size)
}

func (m *split) released(s *splitState) bool {
	for i := s.free; i < s.tail(); i++ {
		if m.allRest(s) && *s.mark(s.r, i) != i+1 {
			return false
		}
	}
	return true
}

func (m *split) requestStands(s *splitState) bool {
	return s.owed == 0 || s.request == 1 || s.pc[0] == splitShareReadWord || s.pc[0] == splitSharePublish
}
