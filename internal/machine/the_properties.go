package machine

import (
	"math/bits"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of THE, under the names of tla/deque/MCTHE.tla.

// present returns the items that have been pushed and not been taken, as bits.
func (m *the) present(s *theState) uint { return present(s.pushed, s.taken[:]) }

// at returns a thief at one of the labels from first to last, or nil.
func (m *the) at(s *theState, first, last uint8) *struct{ head, item uint8 } {
	for t := range m.thieves {
		if s.pc[1+t] >= first && s.pc[1+t] <= last {
			return &s.thief[t]
		}
	}
	return nil
}

// top is Top: where the items begin.
func (m *the) top(s *theState) uint8 {
	if m.at(s, theStealTakeSlot, theStealTake) != nil {
		return s.H + 1
	}
	return s.H
}

var theLeft = [...]uint8{
	thePushReadHead: 7, thePushLock: 6, thePushReadHeadLocked: 5, thePushGrow: 4, thePushUnlock: 3, thePushWrite: 2,
	thePushPublish: 1, thePopReadHead: 7, thePopLower: 6, thePopReadException: 5, thePopLock: 4, thePopCheckHead: 3,
	thePopTakeLocked: 2, thePopRestore: 2, thePopUnlock: 1, thePopTakeSlot: 1,
}

// took returns the items that a step takes and were there, and whether a thief
// does.
func (m *the) took(from, to *theState) (items uint, thief bool) {
	return took(from.taken[:], to.taken[:]) & m.present(from), to.pc[0] == from.pc[0]
}

func (s *theState) idle() bool { return s.pc[0] == theOwnerIdle }

func (m *the) properties() {
	m.Specs = map[string]Spec[theState]{"Spec": {Fair: threads(1 + int(m.thieves))}, "OneThief": {Fair: []int{1}}}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *theState) bool{
		"Fifo": func(from, to *theState) bool {
			items, thief := m.took(from, to)
			return !thief || oldest(items, m.present(from))
		},
		"Lifo": func(from, to *theState) bool {
			items, thief := m.took(from, to)
			return thief || youngest(items, m.present(from))
		},
		"LeavesLast": func(from, to *theState) bool {
			items, thief := m.took(from, to)
			return items == 0 || !thief || bits.OnesCount(m.present(from)) > int(m.keep)
		},
		"OwnerBounded": func(from, to *theState) bool {
			return from.idle() || from.pc[0] == to.pc[0] || theLeft[to.pc[0]] < theLeft[from.pc[0]]
		},
	}
	m.Temporal = map[string]explore.Temporal[theState]{
		"AllTaken":     {Form: explore.InTheEnd, Then: func(s *theState) bool { return m.present(s) == 0 }},
		"Drained":      {Form: explore.InTheEnd, Then: func(s *theState) bool { return s.T <= s.H }},
		"OwnerReturns": {Form: explore.InfinitelyOften, Then: (*theState).idle},
	}
	m.Reached = m.reached()
}

func (m *the) invariants() map[string]func(*theState) bool {
	return map[string]func(*theState) bool{
		"TypeOK":      m.typeOK,
		"I1":          func(s *theState) bool { return s.H <= s.E && s.E <= s.H+1 && (s.lock == 1 || s.E == s.H) },
		"I2":          m.i2,
		"I3":          m.i3,
		"Mutex":       m.mutex,
		"NoRace":      m.noRace,
		"NoDuplicate": func(s *theState) bool { return once(s.taken[:]) },
		"NoNil":       m.noNil,
		"NoLoss":      m.noLoss,
		"Bounds":      m.bounds,
		"Retention":   m.retention,
		"OwnerWaits":  m.ownerWaits,
		"ThiefWaits":  m.thiefWaits,
	}
}

func (m *the) typeOK(s *theState) bool {
	fits := max(s.H, s.T, s.tail, s.h, s.v, s.pushed) <= m.items && s.E <= m.items+1 && s.limit <= m.items+m.slots &&
		max(s.size, s.cap) <= m.slots && s.size >= m.capacity
	for t := range m.thieves {
		fits = fits && max(s.thief[t].head, s.thief[t].item) <= m.items
	}
	return fits
}

func (m *the) i2(s *theState) bool {
	return !s.idle() || s.H <= s.T && rising(s.slots[:], m.top(s), s.T, s.size, m.present(s))
}

func (m *the) i3(s *theState) bool {
	return s.pc[0] != thePushWrite || m.at(s, theStealBar, theStealTakeSlot) == nil ||
		s.tail == s.H || s.tail%s.cap != s.H%s.cap
}

func (m *the) mutex(s *theState) bool {
	n := uint8(0)
	switch s.pc[0] {
	case thePushReadHeadLocked, thePushGrow, thePushUnlock, thePopCheckHead, thePopTakeLocked, thePopRestore, thePopUnlock:
		n++
	}
	for t := range m.thieves {
		if s.pc[1+t] >= theStealReadHead {
			n++
		}
	}
	return n == s.lock
}

func (m *the) noRace(s *theState) bool {
	for t := range m.thieves {
		if s.pc[1+t] != theStealTakeSlot {
			continue
		}
		switch s.pc[0] {
		case thePushGrow:
			return false
		case thePushWrite, thePopTakeSlot, thePopTakeLocked:
			if s.tail%s.cap == s.thief[t].head%s.size {
				return false
			}
		}
	}
	return true
}

func (m *the) noNil(s *theState) bool {
	if (s.pc[0] == thePopTakeSlot || s.pc[0] == thePopTakeLocked) && s.slots[s.tail%s.cap] == 0 {
		return false
	}
	th := m.at(s, theStealTakeSlot, theStealTakeSlot)
	return s.taken[0] == 0 && (th == nil || s.slots[th.head%s.size] != 0)
}

func (m *the) noLoss(s *theState) bool {
	return !s.idle() || bits.OnesCount(m.present(s)) == int(s.T)-int(m.top(s))
}

func (m *the) bounds(s *theState) bool {
	return s.cap == s.size && s.tail-s.H <= s.size && s.limit <= s.H+s.size
}

func (m *the) retention(s *theState) bool {
	first := s.H
	if m.at(s, theStealTake, theStealTake) != nil {
		first++
	}
	return !s.idle() || othersClear(s.slots[:], first, s.T, s.size)
}

func (m *the) ownerWaits(s *theState) bool {
	waits := s.pc[0] == thePushLock || s.pc[0] == thePopLock
	return (m.enabled(s, 0) || waits && s.lock == 1) && (s.pc[0] != thePopLock || s.T <= s.H) &&
		(s.pc[0] != thePushLock || s.tail == s.limit)
}

func (m *the) thiefWaits(s *theState) bool {
	for t := range m.thieves {
		if !m.enabled(s, 1+int(t)) && (s.lock == 0 || s.pc[1+t] != theStealLock) {
			return false
		}
	}
	return true
}

func (m *the) reached() map[string]func(*theState) bool {
	owner := func(label uint8) func(*theState) bool { return func(s *theState) bool { return s.pc[0] == label } }
	thief := func(label uint8) func(*theState) bool {
		return func(s *theState) bool { return m.at(s, label, label) != nil }
	}
	return map[string]func(*theState) bool{
		"Stolen": thief(theStealTake),
		"Empty": func(s *theState) bool {
			for t := range m.thieves {
				if s.pc[1+t] == theStealLookTail && s.T <= s.thief[t].head+m.keep {
					return true
				}
			}
			return false
		},
		"EmptyLocked": thief(theStealLift),
		"PopFirst":    owner(thePopTakeSlot),
		"PopLast":     owner(thePopTakeLocked),
		"PopLost":     owner(thePopRestore),
		"PopEmpty":    func(s *theState) bool { return s.pc[0] == thePopReadHead && s.H == s.tail },
		"OwnerWaited": func(s *theState) bool { return s.pc[0] == thePopLock && s.lock == 1 },
		"ThiefWaited": func(s *theState) bool { return s.lock == 1 && thief(theStealLock)(s) },
		"Grows":       owner(thePushGrow),
		"GrowsNot":    func(s *theState) bool { return s.pc[0] == thePushUnlock && s.tail-s.h < s.cap },
		"RoomAgain":   func(s *theState) bool { return s.pc[0] == thePushReadHead && s.tail-s.H < s.cap },
		"Wraps":       func(s *theState) bool { return s.pc[0] == thePushWrite && s.tail >= s.cap },
		"WrapsGrown": func(s *theState) bool {
			return s.idle() && s.size > m.capacity && s.H < s.size && s.T > s.size
		},
	}
}
