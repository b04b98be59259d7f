package machine

import (
	"math/bits"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machines of ChaseLev, under the names of
// tla/deque/MCChaseLev.tla.

// present returns the items that have been pushed and not been taken, as bits.
func (m *chaseLev) present(s *clState) uint { return present(s.pushed, s.taken[:]) }

// claimed returns the items that have been claimed and not been taken, and by how
// many.
func (m *chaseLev) claimed(s *clState) (set uint, claims int) {
	for t := range m.thieves {
		if th := &s.thief[t]; s.pc[1+t] == clStealReadSlot {
			set |= 1 << *s.at(th.a, th.seen)
			claims++
		}
	}
	if s.claimed == 1 {
		set |= 1 << *s.at(s.r, s.t)
		claims++
	}
	return set, claims
}

// here returns the items that have not been claimed.
func (m *chaseLev) here(s *clState) uint {
	claimed, _ := m.claimed(s)
	return m.present(s) &^ claimed
}

// any reports whether it holds of some thief at a label.
func (m *chaseLev) any(s *clState, label uint8, holds func(th *clThief) bool) bool {
	for t := range m.thieves {
		if s.pc[1+t] == label && holds(&s.thief[t]) {
			return true
		}
	}
	return false
}

// allRest reports whether no thief has claimed anything.
func (m *chaseLev) allRest(s *clState) bool {
	for t := range m.thieves {
		if pc := s.pc[1+t]; pc != clStealReadTop && pc != clStealReadBottom {
			return false
		}
	}
	return true
}

var clLeft = [...]int{
	clOwnerIdle: 0, clPushPublish: 1, clPushWrite: 2, clSwapReadTopAgain: 3, clSwapPublish: 4, clSwapCopy: 5,
	clSwapReadTop: 6, clPushReadDone: 7, clPopReadDone: 7, clPushReadTop: 8, clPopTakeSlot: 8, clPopFinish: 8,
	clPopTakeOne: 9, clPopTakeLast: 9, clPopClaimOne: 10, clPopRestore: 10, clPopClaimLast: 11,
	clPopReadTopAgain: 12, clPopLower: 13, clPopReadTop: 14,
}

// ownerLeft is OwnerLeft: accesses to the end of the owner's operation, at most.
func (m *chaseLev) ownerLeft(s *clState) int {
	label := s.pc[0]
	if label < clOwn {
		return clLeft[label]
	}
	if m.module == "ChaseLev" {
		return 2 - int(label-clScrubReadTop)
	}
	rounds := 2 * int(int8(s.b-s.t))
	return [...]int{11 + rounds, 10 + rounds, 9}[label-clOwn]
}

func (s *clState) idle() bool { return s.pc[0] == clOwnerIdle }

func (m *chaseLev) properties() {
	m.Specs = map[string]Spec[clState]{
		"Spec":     {Fair: threads(1 + int(m.thieves))},
		"OneThief": {Fair: []int{1}},
	}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *clState) bool{
		"Scrubbed": func(from, to *clState) bool {
			scrubs := m.module == "ChaseLev" && from.pc[0] == clScrubReadDone && to.pc[0] != clScrubReadDone
			return !scrubs || !m.allRest(from) || to.free == from.t
		},
		"Reclaims": func(from, to *clState) bool {
			looks := from.pc[0] == clPushReadDone || from.pc[0] == clPopReadDone
			return !looks || from.pc[0] == to.pc[0] || !m.allRest(from) || to.free == min(from.t, from.free+m.batch)
		},
		"Fifo": func(from, to *clState) bool {
			here := m.here(from)
			for t := range m.thieves {
				th := &from.thief[t]
				if from.pc[1+t] == clStealClaim && to.pc[1+t] == clStealReadSlot &&
					uint8(bits.TrailingZeros(here)) != *from.at(th.a, th.seen) {
					return false
				}
			}
			return true
		},
		"PopTopFifo": func(from, to *clState) bool {
			popTop := m.module == "ChaseLevFifo" && from.pc[0] == clPopTopClaim && to.pc[0] == clPopTopTakeSlot
			return !popTop || uint8(bits.TrailingZeros(m.here(from))) == *from.at(from.r, from.t)
		},
		"Lifo": func(from, to *clState) bool {
			here := m.here(from)
			popTop := m.module == "ChaseLevFifo" && from.pc[0] == clPopTopClaim
			if from.claimed == 0 && to.claimed == 1 && !popTop && here != 1<<*from.at(from.r, from.t) {
				return false
			}
			return from.pc[0] != clPopTakeSlot || to.pc[0] == clPopTakeSlot ||
				bits.Len(here)-1 == int(*from.at(from.r, from.b))
		},
		"OwnerWaitFree": func(from, to *clState) bool {
			return from.idle() || from.pc[0] == to.pc[0] || m.ownerLeft(to) < m.ownerLeft(from)
		},
	}
	m.Temporal = map[string]explore.Temporal[clState]{
		"AllTaken": {Form: explore.InTheEnd, Then: func(s *clState) bool { return m.present(s) == 0 }},
		"Drained":  {Form: explore.InTheEnd, Then: func(s *clState) bool { return s.bottom <= s.top }},
	}
	m.reached()
}

// reached sets what SomethingUnreached wants.
func (m *chaseLev) reached() {
	at := func(label uint8, holds func(s *clState) bool) func(*clState) bool {
		return func(s *clState) bool { return s.pc[0] == label && holds(s) }
	}
	always := func(*clState) bool { return true }
	m.Reached = map[string]func(*clState) bool{
		"Stolen": func(s *clState) bool {
			return m.any(s, clStealReadSlot, func(*clThief) bool { return true })
		},
		"Retry": func(s *clState) bool {
			return m.any(s, clStealClaim, func(th *clThief) bool { return th.seen != s.top })
		},
		"Empty": func(s *clState) bool {
			return m.any(s, clStealReadBottom, func(th *clThief) bool { return s.bottom <= th.seen })
		},
		"PopFirst":   at(clPopTakeSlot, always),
		"PopOne":     at(clPopTakeOne, always),
		"PopOneLost": at(clPopClaimOne, func(s *clState) bool { return s.top != s.t }),
		"PopLast":    at(clPopTakeLast, always),
		"PopLost":    at(clPopClaimLast, func(s *clState) bool { return s.top != s.t }),
		"PopTooLate": at(clPopRestore, func(s *clState) bool { return s.b < s.t }),
		"Grows":      at(clSwapPublish, func(s *clState) bool { return s.next > s.r.size }),
		"Shrinks":    at(clSwapPublish, func(s *clState) bool { return s.next < s.r.size }),
		"Evades":     at(clSwapPublish, func(s *clState) bool { return s.next == s.r.size }),
		"Wraps":      at(clPushWrite, func(s *clState) bool { return s.b-s.r.base >= s.r.size }),
		"Releases":   at(clPopReadDone, func(s *clState) bool { return s.free < s.t && *s.mark(s.r, s.free) == s.free+1 }),
		"Forwards": at(clPopReadDone, func(s *clState) bool {
			return s.before.size > 0 && s.free < s.beforeEnd && *s.mark(s.before, s.free) == s.free+1
		}),
		"OldRing": func(s *clState) bool {
			return m.any(s, clStealReadSlot, func(th *clThief) bool { return th.a != s.array })
		},
		"TooOld": func(s *clState) bool {
			return m.any(s, clStealReadArrayAgain, func(th *clThief) bool { return th.seen < s.array.base })
		},
	}
	switch m.module {
	case "ChaseLevFifo":
		m.Reached["PopTop"] = at(clPopTopTakeSlot, always)
		m.Reached["TopLost"] = at(clPopTopClaim, func(s *clState) bool { return s.top != s.t })
	case "ChaseLevBatch":
		m.Reached["Second"] = func(s *clState) bool {
			return m.any(s, clBatchReadBottomAgain, func(th *clThief) bool { return s.bottom > th.seen })
		}
		m.Reached["Gone"] = func(s *clState) bool {
			return m.any(s, clBatchReadBottomAgain, func(th *clThief) bool { return s.bottom <= th.seen })
		}
	}
}

func (m *chaseLev) invariants() map[string]func(*clState) bool {
	return map[string]func(*clState) bool{
		"TypeOK":      m.typeOK,
		"EnoughRings": m.enoughRings,
		"I1":          m.i1,
		"I2":          m.i2,
		"I3":          m.i3,
		"I4":          m.i4,
		"Bounds":      m.bounds,
		"NoDuplicate": func(s *clState) bool { return once(s.taken[:]) },
		"NoNil":       func(s *clState) bool { return s.taken[0] == 0 },
		"NoLoss":      m.noLoss,
		"Retention":   m.retention,
		"Released":    m.released,
		"NobodyWaits": m.allEnabled,
	}
}

func (m *chaseLev) typeOK(s *clState) bool {
	fits := func(r clRing) bool { return r.base <= m.items && r.ring < m.rings && r.size <= m.slots }
	ok := max(s.top, s.bottom, s.b, s.free, s.beforeEnd, s.t) <= m.items && fits(s.array) && fits(s.r) &&
		fits(s.before) && s.lowPops <= m.pat && s.next <= m.slots
	for t := range m.thieves {
		th := &s.thief[t]
		ok = ok && fits(th.a) && th.seen <= m.items && th.left <= m.want
	}
	return ok
}

func (m *chaseLev) enoughRings(s *clState) bool {
	if s.pc[0] != clSwapCopy {
		return true
	}
	knows := func(r clRing) bool { return r != clRing{} && r.ring == (s.r.ring+1)%m.rings }
	ok := !knows(s.r) && !knows(s.before)
	for t := range m.thieves {
		ok = ok && !knows(s.thief[t].a)
	}
	return ok
}

func (m *chaseLev) i1(s *clState) bool {
	return s.top <= s.bottom+1 && (!s.idle() || s.top <= s.bottom && s.array == s.r && s.bottom == s.b)
}

func (m *chaseLev) i2(s *clState) bool {
	in := func(r clRing) bool { return rising(s.slots[r.ring][:], s.top, s.b, r.size, m.here(s)) }
	return in(s.array) && in(s.r)
}

func (m *chaseLev) i3(s *clState) bool {
	set, claims := m.claimed(s)
	return bits.OnesCount(set) == claims &&
		!m.any(s, clStealReadSlot, func(th *clThief) bool { return th.seen >= s.top })
}

func (m *chaseLev) i4(s *clState) bool {
	present := m.present(s)
	return !m.any(s, clStealReadSlot, func(th *clThief) bool { return present&(1<<*s.at(th.a, th.seen)) == 0 })
}

func (m *chaseLev) bounds(s *clState) bool {
	return s.b-s.free <= s.r.size && s.free <= s.top && s.r.base <= s.free &&
		(s.pc[0] != clPopTakeLast || s.free < s.t) &&
		(s.pc[0] != clPushWrite || s.b-s.free < s.r.size && *s.at(s.r, s.b) == 0)
}

func (m *chaseLev) noLoss(s *clState) bool {
	_, claims := m.claimed(s)
	return !s.idle() || bits.OnesCount(m.present(s)) == int(s.bottom)-int(s.top)+claims
}

func (m *chaseLev) retention(s *clState) bool {
	return !s.idle() || othersClear(s.slots[s.r.ring][:], s.free, s.b, s.r.size)
}

func (m *chaseLev) released(s *clState) bool {
	if !s.idle() || !m.allRest(s) {
		return true
	}
	for i := s.free; i < s.top; i++ {
		if *s.mark(s.r, i) != i+1 && (s.before.size == 0 || i >= s.beforeEnd || *s.mark(s.before, i) != i+1) {
			return false
		}
	}
	return true
}
