package machine

import (
	"math/bits"

	"github.com/stealproof/stealproof/internal/explore"
)

// What must hold of the machine of Split, under the names of
// tla/deque/MCSplit.tla.

// present returns the items that have been pushed and not been taken, as bits.
func (m *split) present(s *splitState) uint { return present(s.pushed, s.taken[:]) }

// any reports whether it holds of some thief at a label.
func (m *split) any(s *splitState, label uint8, holds func(th *splitThief) bool) bool {
	for t := range m.thieves {
		if s.pc[1+t] == label && holds(&s.thief[t]) {
			return true
		}
	}
	return false
}

// claimed returns the items that have been claimed and not been taken, and by how
// many.
func (m *split) claimed(s *splitState) (set uint, claimers int) {
	m.any(s, splitStealReadSlot, func(th *splitThief) bool {
		set |= 1 << *s.at(th.a, th.seen.tail)
		claimers++
		return false
	})
	return set, claimers
}

// here returns the items that have not been claimed.
func (m *split) here(s *splitState) uint {
	claimed, _ := m.claimed(s)
	return m.present(s) &^ claimed
}

// rests reports whether a thief is not between claim and mark.
func (s *splitState) rests(t uint8) bool { return s.pc[1+t] < splitStealReadSlot }

func (m *split) allRest(s *splitState) bool {
	for t := range m.thieves {
		if !s.rests(t) {
			return false
		}
	}
	return true
}

func (s *splitState) tail() uint8   { return s.word[s.r.ring].tail }
func (s *splitState) public() uint8 { return s.split - s.tail() }

var splitLeft = [...]int{
	splitPushReadTail: 12, splitPushReadDone: 11, splitSwapReadWord: 10, splitSwapClose: 9, splitSwapCopy: 8,
	splitSwapPublish: 7, splitPopReadWord: 9, splitPopShrink: 8, splitPushWrite: 6, splitPopTakeSlot: 6,
	splitPushPoll: 5, splitPopPoll: 5, splitShareClear: 4, splitShareReadWord: 3, splitSharePublish: 2,
}

// ownerLeft is OwnerLeft: accesses to the end of the owner's operation, at most.
func (m *split) ownerLeft(s *splitState) int {
	public := 2 * int(int8(s.public()))
	switch s.pc[0] {
	case splitOwnerIdle:
		return 0
	case splitScrubReadTail:
		return 2
	case splitScrubReadDone:
		return 1
	case splitMeetReadDone:
		if s.takes == 1 {
			return public + 7
		}
		return 1
	case splitSwapClose, splitPopShrink, splitSharePublish:
		public = 2 * int(int8(s.w.split-s.w.tail))
	}
	return public + splitLeft[s.pc[0]]
}

func (m *split) properties() {
	m.Specs = map[string]Spec[splitState]{
		"Spec": {Fair: threads(1 + int(m.thieves))}, "OneThief": {Fair: []int{1}}, "OwnerAlone": {Fair: []int{0}},
	}
	m.Invariants = m.invariants()
	m.steps()
	m.Temporal = map[string]explore.Temporal[splitState]{
		"AllTaken": {Form: explore.InTheEnd, Then: func(s *splitState) bool { return m.present(s) == 0 }},
		"Answered": {
			Form: explore.LeadsTo,
			When: func(s *splitState) bool {
				pushing := s.pc[0] >= splitPushReadTail && s.pc[0] <= splitPushPoll ||
					s.pc[0] >= splitSwapReadWord && s.pc[0] <= splitSwapPublish
				return s.owed == 1 && (pushing || int8(s.head-s.split) >= 2)
			},
			Then: func(s *splitState) bool { return s.owed == 0 },
		},
		"Drained": {Form: explore.InTheEnd, Then: func(s *splitState) bool {
			return s.public() == 0 || !s.word[s.r.ring].open()
		}},
		"DrainedAlways": {Form: explore.InTheEnd, Then: func(s *splitState) bool { return s.public() == 0 }},
	}
	m.reached()
}

// steps sets the properties of steps.
func (m *split) steps() {
	m.Properties = map[string]func(from, to *splitState) bool{
		"I2Step":        m.i2Step,
		"I3":            m.i3,
		"Fifo":          m.fifo,
		"Lifo":          m.lifo,
		"PopEmpty":      m.popEmpty,
		"Scrubbed":      m.scrubbed,
		"Lagging":       m.lagging,
		"PublicEmpty":   m.publicEmpty,
		"LeavesRequest": m.leavesRequest,
		"RequestHeeded": m.requestHeeded,
		"Publishes":     m.publishes,
		"OwnerWaitFree": m.ownerWaitFree,
	}
}

func (m *split) i2Step(from, to *splitState) bool {
	for n := range m.rings {
		made := from.pc[0] == splitSwapCopy && n == (from.r.ring+1)%m.rings
		if !from.word[n].open() && from.word[n] != to.word[n] && !made {
			return false
		}
	}
	return m.thievesGo(from, to, splitStealClaim, splitStealReadSlot, func(th *splitThief) bool { return th.a == from.array })
}

func (m *split) i3(from, to *splitState) bool {
	for t := range m.thieves {
		th := &from.thief[t]
		if !from.rests(t) && *from.at(th.a, th.seen.tail) != *to.at(th.a, th.seen.tail) {
			return false
		}
	}
	return true
}

func (m *split) fifo(from, to *splitState) bool {
	here := m.here(from)
	return m.thievesGo(from, to, splitStealClaim, splitStealReadSlot, func(th *splitThief) bool {
		return bits.TrailingZeros(here) == int(*from.at(th.a, th.seen.tail))
	})
}

func (m *split) lifo(from, to *splitState) bool {
	return !m.leaves(splitPopTakeSlot, from, to) || bits.Len(m.here(from))-1 == int(*from.at(from.r, from.head-1))
}

func (m *split) popEmpty(from, to *splitState) bool {
	return !m.leaves(splitPopReadWord, from, to) || to.pc[0] == splitPopShrink || m.here(from) == 0
}

func (m *split) scrubbed(from, to *splitState) bool {
	by := func(label, limit uint8) bool {
		return !m.leaves(label, from, to) || !m.allRest(from) || to.free == min(from.w.tail, from.free+limit)
	}
	return by(splitScrubReadDone, from.r.size) && by(splitMeetReadDone, m.batch)
}

func (m *split) lagging(from, to *splitState) bool {
	meets := (from.pc[0] == splitSharePublish || from.pc[0] == splitPopShrink) && from.split != to.split ||
		m.leaves(splitPopReadWord, from, to) && to.pc[0] != splitPopShrink
	return !meets || (to.pc[0] == splitMeetReadDone) == (from.tail()-from.free > m.lag)
}

func (m *split) publicEmpty(from, to *splitState) bool {
	return m.thievesGo(from, to, splitStealReadWord, splitStealReadRequest, func(*splitThief) bool { return int8(from.public()) <= 0 })
}

func (m *split) leavesRequest(from, to *splitState) bool {
	asked := func(*splitThief) bool { return to.request == 1 }
	return m.thievesGo(from, to, splitStealReadRequest, splitStealReadArray, asked) &&
		m.thievesGo(from, to, splitStealRequest, splitStealReadArray, asked)
}

func (m *split) requestHeeded(from, to *splitState) bool {
	polls := from.pc[0] == splitPushPoll || from.pc[0] == splitPopPoll
	return !polls || to.pc[0] != splitOwnerIdle || from.request == 0 || to.head == to.split
}

func (m *split) publishes(from, to *splitState) bool {
	return to.split <= from.split || from.pc[0] == splitSharePublish && to.tail() < to.split &&
		to.split-from.split == (from.head-from.split+1)/2
}

func (m *split) ownerWaitFree(from, to *splitState) bool {
	if from.pc[0] == to.pc[0] {
		return from.pc[0] == splitOwnerIdle || m.ownerLeft(to) <= m.ownerLeft(from)
	}
	return from.pc[0] == splitOwnerIdle || m.ownerLeft(to) < m.ownerLeft(from)
}

// leaves reports whether the owner goes from a label to another one.
func (m *split) leaves(label uint8, from, to *splitState) bool {
	return from.pc[0] == label && to.pc[0] != label
}

// thievesGo reports whether all thieves that go from one label to another are as holds says.
func (m *split) thievesGo(from, to *splitState, label, next uint8, holds func(th *splitThief) bool) bool {
	for t := range m.thieves {
		if from.pc[1+t] == label && to.pc[1+t] == next && !holds(&from.thief[t]) {
			return false
		}
	}
	return true
}

// reached sets what SomethingUnreached wants.
func (m *split) reached() {
	at := func(label uint8, holds func(s *splitState) bool) func(*splitState) bool {
		return func(s *splitState) bool { return s.pc[0] == label && holds(s) }
	}
	thief := func(label uint8, holds func(s *splitState, th *splitThief) bool) func(*splitState) bool {
		return func(s *splitState) bool {
			return m.any(s, label, func(th *splitThief) bool { return holds(s, th) })
		}
	}
	lost := func(s *splitState) bool { return s.word[s.r.ring] != s.w }
	marked := func(s *splitState) bool { return *s.mark(s.r, s.free) == s.free+1 }
	asked := func(s *splitState) bool { return s.request == 1 }
	m.Reached = map[string]func(*splitState) bool{
		"Stolen":      thief(splitStealReadSlot, func(*splitState, *splitThief) bool { return true }),
		"RetryLost":   thief(splitStealClaim, func(s *splitState, th *splitThief) bool { return s.word[th.a.ring] != th.seen }),
		"RetryClosed": thief(splitStealReadWord, func(s *splitState, th *splitThief) bool { return !s.word[th.a.ring].open() }),
		"Asks":        thief(splitStealRequest, func(*splitState, *splitThief) bool { return true }),
		"Asked":       thief(splitStealReadRequest, func(s *splitState, _ *splitThief) bool { return asked(s) }),
		"AskedTwice":  at(splitSharePublish, asked),
		"PopFirst":    at(splitPopTakeSlot, func(s *splitState) bool { return s.public() > 0 }),
		"PopLast":     at(splitPopTakeSlot, func(s *splitState) bool { return s.head == s.tail()+1 }),
		"PopEmpty":    at(splitPopReadWord, func(s *splitState) bool { return s.public() == 0 }),
		"ShrinkLost":  at(splitPopShrink, lost),
		"Shrinks":     at(splitPopShrink, func(s *splitState) bool { return !lost(s) && s.w.split-s.w.tail >= 2 }),
		"PublishLost": at(splitSharePublish, lost),
		"CloseLost":   at(splitSwapClose, lost),
		"NoneToShare": at(splitPopPoll, func(s *splitState) bool { return asked(s) && s.head == s.split }),
		"PushShares":  at(splitPushPoll, asked),
		"PopShares":   at(splitPopPoll, func(s *splitState) bool { return asked(s) && s.head != s.split }),
		"Clears":      at(splitMeetReadDone, func(s *splitState) bool { return s.takes == 0 && marked(s) }),
		"ClearsTakes": at(splitMeetReadDone, func(s *splitState) bool { return s.takes == 1 && marked(s) }),
		"RoomAgain":   at(splitPushReadDone, func(s *splitState) bool { return s.free < s.w.tail && marked(s) }),
		"Grows":       at(splitSwapPublish, func(s *splitState) bool { return s.next > s.r.size }),
		"Evades":      at(splitSwapPublish, func(s *splitState) bool { return s.next == s.r.size }),
		"Wraps":       at(splitPushWrite, func(s *splitState) bool { return s.head >= s.r.size }),
		"OldRing":     thief(splitStealReadSlot, func(s *splitState, th *splitThief) bool { return th.a != s.array }),
		"Overtaken": thief(splitStealReadSlot, func(s *splitState, th *splitThief) bool {
			return s.pc[0] == splitPushPoll && th.a != s.r && s.head-th.seen.tail > th.a.size
		}),
	}
}
