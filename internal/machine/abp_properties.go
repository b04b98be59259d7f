package machine

import (
	"math/bits"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of ABP, under the names of tla/deque/MCABP.tla.

// present returns the items that have been pushed and not been taken, as bits.
func (m *abp) present(s *abpState) uint { return present(s.pushed, s.taken[:]) }

// anyThief reports whether holds is true of some thief. Its arguments are the thief's
// label, what the thief has seen, and its item.
func (m *abp) anyThief(s *abpState, holds func(pc uint8, seen abpAge, item uint8) bool) bool {
	for t := range m.thieves {
		if th := &s.thief[t]; holds(s.pc[1+t], th.seen, th.item) {
			return true
		}
	}
	return false
}

var abpLeft = [...]uint8{
	abpPushWrite: 4, abpPushPublish: 3, abpPopLower: 8, abpPopReadSlot: 7, abpPopReadAge: 6, abpPopReset: 5,
	abpPopClaimLast: 4, abpPopClear: 3, abpPopResetAge: 3, abpPopClearLast: 3, abpStealClaim: 0,
}

// ownerLeft is OwnerLeft: accesses to the end of the owner's operation, at most.
func (m *abp) ownerLeft(s *abpState) int {
	switch s.pc[0] {
	case abpScrubReadAge:
		return int(m.capacity) + 1
	case abpSweepClear:
		return int(s.left)
	case abpStaleClear:
		return int(s.left) + int(s.scrub)*(int(m.capacity)+1)
	}
	return int(abpLeft[s.pc[0]])
}

// took returns the items that a step takes and were there, and whether a thief
// does.
func (m *abp) took(from, to *abpState) (items uint, thief bool) {
	return took(from.taken[:], to.taken[:]) & m.present(from), to.age.top > from.age.top
}

func (s *abpState) idle() bool { return s.pc[0] == abpOwnerIdle }

func (m *abp) properties() {
	m.Specs = map[string]Spec[abpState]{
		"Spec":     {Fair: threads(1 + int(m.thieves))},
		"OneThief": {Fair: []int{1}},
		"AwakeSpec": {Within: func(from, to *abpState) bool {
			return to.age.stamp == from.age.stamp || !m.anyThief(from, func(pc uint8, seen abpAge, _ uint8) bool {
				return pc != abpStealReadAge && seen.stamp == to.age.stamp
			})
		}},
	}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *abpState) bool{
		"Fifo": func(from, to *abpState) bool {
			items, thief := m.took(from, to)
			return !thief || oldest(items, m.present(from))
		},
		"Lifo": func(from, to *abpState) bool {
			items, thief := m.took(from, to)
			return thief || youngest(items, m.present(from))
		},
		"OwnerWaitFree": func(from, to *abpState) bool {
			moved := from.pc[0] != to.pc[0] || from.left != to.left
			return from.idle() || !moved || m.ownerLeft(to) < m.ownerLeft(from)
		},
	}
	m.Temporal = map[string]explore.Temporal[abpState]{
		"AllTaken": {Form: explore.InTheEnd, Then: func(s *abpState) bool { return m.present(s) == 0 }},
		"Drained":  {Form: explore.InTheEnd, Then: func(s *abpState) bool { return s.bottom <= s.age.top }},
	}
	m.Reached = m.reached()
}

func (m *abp) invariants() map[string]func(*abpState) bool {
	return map[string]func(*abpState) bool{
		"TypeOK": func(s *abpState) bool {
			fits := func(a abpAge) bool { return a.top <= m.capacity && a.stamp < m.stamps }
			return fits(s.age) && fits(s.old) && max(s.bottom, s.b, s.swept, s.stale) <= m.capacity && s.v <= m.items &&
				!m.anyThief(s, func(_ uint8, seen abpAge, item uint8) bool { return !fits(seen) || item > m.items })
		},
		"I1": func(s *abpState) bool {
			return !s.idle() ||
				s.age.top <= s.bottom && rising(s.slots[:], s.age.top, s.bottom, m.capacity, m.present(s))
		},
		"I2": func(s *abpState) bool {
			return !m.anyThief(s, func(pc uint8, seen abpAge, item uint8) bool {
				return pc == abpStealClaim && s.age == seen && item != s.slots[s.age.top]
			})
		},
		"I3": func(s *abpState) bool {
			clears := m.capacity
			switch s.pc[0] {
			case abpPopClear, abpPopClearLast:
				clears = s.b
			case abpSweepClear:
				clears = s.swept
			case abpStaleClear:
				clears = s.stale - 1
			}
			return !m.anyThief(s, func(pc uint8, seen abpAge, _ uint8) bool {
				return pc != abpStealReadAge && s.age == seen && clears == s.age.top && s.bottom > s.age.top
			})
		},
		"NoDuplicate": func(s *abpState) bool { return once(s.taken[:]) },
		"NoNil":       func(s *abpState) bool { return s.taken[0] == 0 },
		"NoLoss": func(s *abpState) bool {
			return !s.idle() || bits.OnesCount(m.present(s)) == int(s.bottom)-int(s.age.top)
		},
		"Retention": func(s *abpState) bool {
			for i := range m.capacity {
				known := s.age.top <= i && i < s.bottom || s.swept <= i && i < s.age.top || s.b <= i && i < s.stale
				if s.idle() && s.slots[i] != 0 && !known {
					return false
				}
			}
			return true
		},
		"NobodyWaits": m.allEnabled,
	}
}

func (m *abp) reached() map[string]func(*abpState) bool {
	claims := func(s *abpState, holds func(seen abpAge, item uint8) bool) bool {
		return m.anyThief(s, func(pc uint8, seen abpAge, item uint8) bool { return pc == abpStealClaim && holds(seen, item) })
	}
	return map[string]func(*abpState) bool{
		"Stolen": func(s *abpState) bool {
			return claims(s, func(seen abpAge, _ uint8) bool { return s.age == seen })
		},
		"Retry": func(s *abpState) bool {
			return claims(s, func(seen abpAge, _ uint8) bool { return s.age != seen })
		},
		"Empty": func(s *abpState) bool {
			return m.anyThief(s, func(pc uint8, seen abpAge, _ uint8) bool {
				return pc == abpStealReadBottom && s.bottom <= seen.top
			})
		},
		"Full":       func(s *abpState) bool { return s.idle() && s.b == m.capacity && s.pushed < m.items },
		"PopFirst":   func(s *abpState) bool { return s.pc[0] == abpPopReadAge && s.b > s.age.top },
		"PopLast":    func(s *abpState) bool { return s.pc[0] == abpPopClaimLast && s.age == s.old },
		"PopLost":    func(s *abpState) bool { return s.pc[0] == abpPopClaimLast && s.age != s.old },
		"PopTooLate": func(s *abpState) bool { return s.pc[0] == abpPopReadAge && s.b < s.age.top },
		"ReadsNil":   func(s *abpState) bool { return claims(s, func(_ abpAge, item uint8) bool { return item == 0 }) },
		"Wraps":      func(s *abpState) bool { return s.pc[0] == abpPopResetAge && s.old.stamp == m.stamps-1 },
		"StillStale": func(s *abpState) bool { return s.idle() && s.stale > s.b },
	}
}
