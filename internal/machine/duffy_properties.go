package machine

import (
	"math/bits"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of Duffy, under the names of tla/deque/MCDuffy.tla.

// present returns the items that have been pushed and not been taken, as bits.
func (m *duffy) present(s *duffyState) uint { return present(s.pushed, s.taken[:]) }

// at returns a thief at one of the labels from first to last, or nil.
func (m *duffy) at(s *duffyState, first, last uint8) *struct{ seen, item uint8 } {
	for t := range m.thieves {
		if s.pc[1+t] >= first && s.pc[1+t] <= last {
			return &s.thief[t]
		}
	}
	return nil
}

// top is Top: head, without the bar of a steal that has not claimed its item.
func (m *duffy) top(s *duffyState) uint8 {
	if m.at(s, duffyStealReadTail, duffyStealReadTail) != nil || m.at(s, duffyStealRestore, duffyStealRestore) != nil {
		return s.head - 1
	}
	return s.head
}

// first is the index whose slot a steal has not emptied yet.
func (m *duffy) first(s *duffyState) uint8 {
	if m.at(s, duffyStealTakeSlot, duffyStealTakeSlot) != nil {
		return s.head - 1
	}
	return m.top(s)
}

var duffyLeft = [...]uint8{
	duffyPushReadHead: 7, duffyPushLock: 6, duffyPushReadHeadLocked: 5, duffyPushGrow: 4, duffyPushUnlock: 3,
	duffyPushWrite: 2, duffyPushPublish: 1, duffyPopLower: 6, duffyPopReadHead: 5, duffyPopLock: 4, duffyPopCheckHead: 3,
	duffyPopTakeLocked: 2, duffyPopRestore: 2, duffyPopUnlock: 1, duffyPopTakeSlot: 1,
}

// took returns the items that a step takes and were there, and whether a thief
// does.
func (m *duffy) took(from, to *duffyState) (items uint, thief bool) {
	return took(from.taken[:], to.taken[:]) & m.present(from), to.pc[0] == from.pc[0]
}

func (s *duffyState) idle() bool { return s.pc[0] == duffyOwnerIdle }

func (m *duffy) properties() {
	m.Specs = map[string]Spec[duffyState]{"Spec": {Fair: threads(1 + int(m.thieves))}}
	m.Invariants = m.invariants()
	m.Properties = map[string]func(from, to *duffyState) bool{
		"Fifo": func(from, to *duffyState) bool {
			items, thief := m.took(from, to)
			return !thief || oldest(items, m.present(from))
		},
		"Lifo": func(from, to *duffyState) bool {
			items, thief := m.took(from, to)
			return thief || youngest(items, m.present(from))
		},
		"OwnerBounded": func(from, to *duffyState) bool {
			return from.idle() || from.pc[0] == to.pc[0] || duffyLeft[to.pc[0]] < duffyLeft[from.pc[0]]
		},
	}
	m.Temporal = map[string]explore.Temporal[duffyState]{
		"AllTaken":     {Form: explore.InTheEnd, Then: func(s *duffyState) bool { return m.present(s) == 0 }},
		"OwnerReturns": {Form: explore.InfinitelyOften, Then: (*duffyState).idle},
	}
	m.Reached = m.reached()
}

func (m *duffy) invariants() map[string]func(*duffyState) bool {
	return map[string]func(*duffyState) bool{
		"TypeOK":       m.typeOK,
		"I1":           m.i1,
		"I2":           m.i2,
		"I3":           m.i3,
		"Mutex":        m.mutex,
		"NoRace":       m.noRace,
		"NoDuplicate":  func(s *duffyState) bool { return once(s.taken[:]) },
		"NoNil":        m.noNil,
		"NoLoss":       m.noLoss,
		"Bounds":       m.bounds,
		"Retention":    m.retention,
		"OwnerWaits":   m.ownerWaits,
		"NoThiefWaits": m.noThiefWaits,
	}
}

func (m *duffy) typeOK(s *duffyState) bool {
	fits := max(s.t, s.h, s.v, s.pushed) <= m.items && s.head <= m.items+1 && s.limit <= m.items+m.slots &&
		int8(s.tail) >= -1 && int8(s.tail) <= int8(m.items) && max(s.size, s.cap) <= m.slots && s.size >= m.capacity
	for t := range m.thieves {
		fits = fits && max(s.thief[t].seen, s.thief[t].item) <= m.items
	}
	return fits
}

func (m *duffy) i1(s *duffyState) bool {
	top := m.top(s)
	return !s.idle() || top <= s.tail && rising(s.slots[:], top, s.tail, s.size, m.present(s))
}

func (m *duffy) i2(s *duffyState) bool {
	for t := range m.thieves {
		switch s.pc[1+t] {
		case duffyStealReadTail, duffyStealTakeSlot, duffyStealRestore:
			if s.head != s.thief[t].seen+1 {
				return false
			}
		}
	}
	return s.head <= s.t+1 && (s.head <= s.t || m.top(s) != s.head)
}

func (m *duffy) i3(s *duffyState) bool {
	first := m.first(s)
	return s.pc[0] != duffyPushWrite || m.at(s, duffyStealRaise, duffyStealTakeSlot) == nil ||
		s.t == first || s.t%s.cap != first%s.cap
}

func (m *duffy) mutex(s *duffyState) bool {
	n := uint8(0)
	switch s.pc[0] {
	case duffyPushReadHeadLocked, duffyPushGrow, duffyPushUnlock, duffyPopCheckHead, duffyPopTakeLocked, duffyPopRestore, duffyPopUnlock:
		n++
	}
	for t := range m.thieves {
		if s.pc[1+t] != duffyStealLock {
			n++
		}
	}
	return n == s.foreignLock
}

func (m *duffy) noRace(s *duffyState) bool {
	for t := range m.thieves {
		if s.pc[1+t] != duffyStealTakeSlot {
			continue
		}
		switch s.pc[0] {
		case duffyPushGrow:
			return false
		case duffyPushWrite, duffyPopTakeSlot, duffyPopTakeLocked:
			if s.t%s.cap == s.thief[t].seen%s.size {
				return false
			}
		}
	}
	return true
}

func (m *duffy) noNil(s *duffyState) bool {
	if (s.pc[0] == duffyPopTakeSlot || s.pc[0] == duffyPopTakeLocked) && s.slots[s.t%s.cap] == 0 {
		return false
	}
	th := m.at(s, duffyStealTakeSlot, duffyStealTakeSlot)
	return s.taken[0] == 0 && (th == nil || s.slots[th.seen%s.size] != 0)
}

func (m *duffy) noLoss(s *duffyState) bool {
	return !s.idle() || bits.OnesCount(m.present(s)) == int(s.tail)-int(m.top(s))
}

func (m *duffy) bounds(s *duffyState) bool {
	return s.cap == s.size && int(s.t)-int(m.top(s)) <= int(s.size) &&
		(s.pc[0] == duffyPushUnlock || s.limit <= s.head+s.size)
}

func (m *duffy) retention(s *duffyState) bool {
	return !s.idle() || othersClear(s.slots[:], m.first(s), s.tail, s.size)
}

func (m *duffy) ownerWaits(s *duffyState) bool {
	waits := s.pc[0] == duffyPushLock || s.pc[0] == duffyPopLock
	return (m.enabled(s, 0) || waits && s.foreignLock == 1) && (s.pc[0] != duffyPopLock || s.t <= m.top(s)+1) &&
		(s.pc[0] != duffyPushLock || s.t >= s.limit)
}

func (m *duffy) noThiefWaits(s *duffyState) bool {
	for t := range m.thieves {
		if !m.enabled(s, 1+int(t)) {
			return false
		}
	}
	return true
}

func (m *duffy) reached() map[string]func(*duffyState) bool {
	owner := func(label uint8) func(*duffyState) bool { return func(s *duffyState) bool { return s.pc[0] == label } }
	thief := func(label uint8) func(*duffyState) bool {
		return func(s *duffyState) bool { return m.at(s, label, label) != nil }
	}
	return map[string]func(*duffyState) bool{
		"Stolen":      thief(duffyStealTakeSlot),
		"Empty":       thief(duffyStealRestore),
		"Retry":       func(s *duffyState) bool { return s.foreignLock == 1 && thief(duffyStealLock)(s) },
		"PopFirst":    owner(duffyPopTakeSlot),
		"PopLast":     owner(duffyPopTakeLocked),
		"PopLost":     func(s *duffyState) bool { return s.pc[0] == duffyPopRestore && s.t > 0 },
		"PopNever":    func(s *duffyState) bool { return int8(s.tail) < 0 },
		"OwnerWaited": func(s *duffyState) bool { return s.pc[0] == duffyPopLock && s.foreignLock == 1 },
		"Raised":      func(s *duffyState) bool { return s.idle() && s.head > s.tail },
		"Grows":       owner(duffyPushGrow),
		"GrowsNot":    func(s *duffyState) bool { return s.pc[0] == duffyPushUnlock && s.t-s.h < s.cap-1 },
		"RoomAgain":   func(s *duffyState) bool { return s.pc[0] == duffyPushReadHead && s.t+1 < s.head+s.cap },
		"SpareUsed":   func(s *duffyState) bool { return s.idle() && s.tail-m.top(s) == s.size },
		"Wraps":       func(s *duffyState) bool { return s.pc[0] == duffyPushWrite && s.t >= s.cap },
		"WrapsGrown": func(s *duffyState) bool {
			return s.idle() && s.size > m.capacity && s.head < s.size && s.tail > s.size
		},
	}
}
