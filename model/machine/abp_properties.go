package machine

import (
	"math/bits"

	"github.com/stealproof/stealproof/model/explore"
)

// What must hold of the machine of ABP, under the names of tla/deque/MCABP.tla.

// present returns the items that have been pushed and not been taken, as bits.
func (m *abp) present(s *abpState) (set uint) {
	for i := uint8(1); i <= s.pushed; i++ {
		if s.taken[i] == 0 {
			set |= 1 << i
		}
	}
	return set
}

// anyThief reports whether it holds of some thief: its label, what it has seen,
// and its item.
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

func (m *abp) properties() {
	idle := func(s *abpState) bool { return s.pc[0] == abpOwnerIdle }
	thief1 := []int{1}
	everybody := []int{0}
	for t := range m.thieves {
		everybody = append(everybody, 1+int(t))
	}
	m.Specs = map[string]Spec[abpState]{
		"Spec":     {Fair: everybody},
		"OneThief": {Fair: thief1},
		"AwakeSpec": {Within: func(from, to *abpState) bool {
			return to.age.stamp == from.age.stamp || !m.anyThief(from, func(pc uint8, seen abpAge, _ uint8) bool {
				return pc != abpStealReadAge && seen.stamp == to.age.stamp
			})
		}},
	}
	m.Invariants = map[string]func(*abpState) bool{
		"TypeOK": func(s *abpState) bool {
			fits := func(a abpAge) bool { return a.top <= m.capacity && a.stamp < m.stamps }
			return fits(s.age) && fits(s.old) && max(s.bottom, s.b, s.swept, s.stale) <= m.capacity && s.v <= m.items &&
				!m.anyThief(s, func(_ uint8, seen abpAge, item uint8) bool { return !fits(seen) || item > m.items })
		},
		"I1": func(s *abpState) bool {
			if !idle(s) {
				return true
			}
			last := uint8(0)
			for i := s.age.top; i < s.bottom; i++ {
				if s.slots[i] <= last || m.present(s)&(1<<s.slots[i]) == 0 {
					return false
				}
				last = s.slots[i]
			}
			return s.age.top <= s.bottom
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
		"NoDuplicate": func(s *abpState) bool {
			for i := uint8(1); i <= m.items; i++ {
				if s.taken[i] > 1 {
					return false
				}
			}
			return true
		},
		"NoNil": func(s *abpState) bool { return s.taken[0] == 0 },
		"NoLoss": func(s *abpState) bool {
			return !idle(s) || bits.OnesCount(m.present(s)) == int(s.bottom)-int(s.age.top)
		},
		"Retention": func(s *abpState) bool {
			for i := range m.capacity {
				known := s.age.top <= i && i < s.bottom || s.swept <= i && i < s.age.top || s.b <= i && i < s.stale
				if idle(s) && s.slots[i] != 0 && !known {
					return false
				}
			}
			return true
		},
		"NobodyWaits": func(s *abpState) bool {
			for t := range m.Threads {
				if !m.enabled(s, t) {
					return false
				}
			}
			return true
		},
	}
	// took returns the items that a step takes and were there, and whether a thief
	// does.
	took := func(from, to *abpState) (items uint, thief bool) {
		for i := uint8(1); i <= m.items; i++ {
			if to.taken[i] > from.taken[i] {
				items |= 1 << i
			}
		}
		return items & m.present(from), to.age.top > from.age.top
	}
	m.Properties = map[string]func(from, to *abpState) bool{
		"Fifo": func(from, to *abpState) bool {
			items, thief := took(from, to)
			return items == 0 || !thief || bits.TrailingZeros(items) == bits.TrailingZeros(m.present(from))
		},
		"Lifo": func(from, to *abpState) bool {
			items, thief := took(from, to)
			return items == 0 || thief || bits.Len(items) == bits.Len(m.present(from))
		},
		"OwnerWaitFree": func(from, to *abpState) bool {
			moved := from.pc[0] != to.pc[0] || from.left != to.left
			return idle(from) || !moved || m.ownerLeft(to) < m.ownerLeft(from)
		},
	}
	m.Temporal = map[string]explore.Temporal[abpState]{
		"AllTaken": {Form: explore.InTheEnd, Then: func(s *abpState) bool { return m.present(s) == 0 }},
		"Drained":  {Form: explore.InTheEnd, Then: func(s *abpState) bool { return s.bottom <= s.age.top }},
	}
	claims := func(s *abpState, holds func(seen abpAge, item uint8) bool) bool {
		return m.anyThief(s, func(pc uint8, seen abpAge, item uint8) bool { return pc == abpStealClaim && holds(seen, item) })
	}
	m.Reached = map[string]func(*abpState) bool{
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
		"Full":       func(s *abpState) bool { return idle(s) && s.b == m.capacity && s.pushed < m.items },
		"PopFirst":   func(s *abpState) bool { return s.pc[0] == abpPopReadAge && s.b > s.age.top },
		"PopLast":    func(s *abpState) bool { return s.pc[0] == abpPopClaimLast && s.age == s.old },
		"PopLost":    func(s *abpState) bool { return s.pc[0] == abpPopClaimLast && s.age != s.old },
		"PopTooLate": func(s *abpState) bool { return s.pc[0] == abpPopReadAge && s.b < s.age.top },
		"ReadsNil":   func(s *abpState) bool { return claims(s, func(_ abpAge, item uint8) bool { return item == 0 }) },
		"Wraps":      func(s *abpState) bool { return s.pc[0] == abpPopResetAge && s.old.stamp == m.stamps-1 },
		"StillStale": func(s *abpState) bool { return idle(s) && s.stale > s.b },
	}
}
