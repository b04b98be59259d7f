package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/deque/THE.tla and MCTHE.tla.

const (
	theMaxItems   = 8
	theMaxThieves = 4
	theMaxSlots   = 14 // doubled from at most 7
)

type theState struct {
	H, E, T, lock, size uint8
	slots               [theMaxSlots]uint8
	pushed              uint8
	taken               [theMaxItems + 1]uint8
	pc                  [1 + theMaxThieves]uint8

	// The owner's.
	tail, limit, cap, h, v uint8

	thief [theMaxThieves]struct{ head, item uint8 }
}

// The labels, as in the table of actions.
const (
	theOwnerIdle = iota
	thePushReadHead
	thePushLock
	thePushReadHeadLocked
	thePushGrow
	thePushUnlock
	thePushWrite
	thePushPublish
	thePopReadHead
	thePopLower
	thePopReadException
	thePopTakeSlot
	thePopLock
	thePopCheckHead
	thePopTakeLocked
	thePopRestore
	thePopUnlock
	theStealLookHead
	theStealLookTail
	theStealLock
	theStealReadHead
	theStealBar
	theStealReadTail
	theStealTakeSlot
	theStealTake
	theStealLift
	theStealUnlock
)

// the is what the configuration says.
type the struct {
	items, thieves, capacity, keep, slots uint8
	naive                                 string
	*Def[theState]
}

func init() { register("THE", newTHE) }

func newTHE(c *tla.Config) (*Def[theState], error) {
	m := &the{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Items", &m.items, theMaxItems}, size{"Thieves", &m.thieves, theMaxThieves},
		size{"Capacity", &m.capacity, theMaxSlots}); err != nil {
		return nil, err
	}
	if m.keep, err = zeroOrOne(c, "Keep"); err != nil {
		return nil, err
	}
	for m.slots = m.capacity; m.slots < m.items; {
		m.slots *= 2
	}
	m.Def = &Def[theState]{
		Init:    theState{size: m.capacity, limit: m.capacity, cap: m.capacity},
		Threads: ownerAndThieves(m.thieves),
		PC:      func(s *theState) []uint8 { return s.pc[:] },
		Actions: []Action[theState]{
			theOwnerIdle:          {"OwnerIdle", "", "", m.ownerIdle, 2},
			thePushReadHead:       {"PushReadHead", "H", "", m.pushReadHead, 1},
			thePushLock:           {"PushLock", "lock", "lock", m.pushLock, 1},
			thePushReadHeadLocked: {"PushReadHeadLocked", "H", "", m.pushReadHeadLocked, 1},
			thePushGrow:           {"PushGrow", "slots", "slots size", m.pushGrow, 1},
			thePushUnlock:         {"PushUnlock", "lock", "lock", m.pushUnlock, 1},
			thePushWrite:          {"PushWrite", "", "slots", m.pushWrite, 1},
			thePushPublish:        {"PushPublish", "", "T", m.pushPublish, 1},
			thePopReadHead:        {"PopReadHead", "H", "", m.popReadHead, 1},
			thePopLower:           {"PopLower", "", "T", m.popLower, 1},
			thePopReadException:   {"PopReadException", "E", "", m.popReadException, 1},
			thePopTakeSlot:        {"PopTakeSlot", "slots", "slots", m.popTakeSlot, 1},
			thePopLock:            {"PopLock", "lock", "lock", m.popLock, 1},
			thePopCheckHead:       {"PopCheckHead", "H", "", m.popCheckHead, 1},
			thePopTakeLocked:      {"PopTakeLocked", "slots", "slots", m.popTakeLocked, 1},
			thePopRestore:         {"PopRestore", "", "T", m.popRestore, 1},
			thePopUnlock:          {"PopUnlock", "lock", "lock", m.popUnlock, 1},
			theStealLookHead:      {"StealLookHead", "H", "", m.stealLookHead, 1},
			theStealLookTail:      {"StealLookTail", "T", "", m.stealLookTail, 1},
			theStealLock:          {"StealLock", "lock", "lock", m.stealLock, 1},
			theStealReadHead:      {"StealReadHead", "H", "", m.stealReadHead, 1},
			theStealBar:           {"StealBar", "", "E", m.stealBar, 1},
			theStealReadTail:      {"StealReadTail", "T", "", m.stealReadTail, 1},
			theStealTakeSlot:      {"StealTakeSlot", "slots size", "slots", m.stealTakeSlot, 1},
			theStealTake:          {"StealTake", "", "H", m.stealTake, 1},
			theStealLift:          {"StealLift", "", "E", m.stealLift, 1},
			theStealUnlock:        {"StealUnlock", "lock", "lock", m.stealUnlock, 1},
		},
		Vars: m.vars(),
	}
	for t := range m.thieves {
		m.Init.pc[1+t] = theStealLookHead
	}
	m.properties()
	return m.Def, nil
}

// zeroOrOne reads a constant that is 0 or 1.
func zeroOrOne(c *tla.Config, name string) (uint8, error) {
	n, err := c.Int(name)
	if err == nil && n != 0 && n != 1 {
		err = fmt.Errorf("%s.cfg: %s is %d, want 0 or 1", c.Name, name, n)
	}
	return uint8(n), err
}

func (m *the) vars() []Var[theState] {
	return []Var[theState]{
		shared("H", num, m.items, func(s *theState, _ int) *uint8 { return &s.H }),
		shared("E", num, m.items+1, func(s *theState, _ int) *uint8 { return &s.E }),
		shared("T", num, m.items, func(s *theState, _ int) *uint8 { return &s.T }),
		shared("lock", flag, 1, func(s *theState, _ int) *uint8 { return &s.lock }),
		shared("size", num, m.slots, func(s *theState, _ int) *uint8 { return &s.size }),
		shared("slots", fn(0, int(m.slots), num), m.items, func(s *theState, i int) *uint8 { return &s.slots[i] }),
		owned("pushed", num, func(s *theState, _ int) *uint8 { return &s.pushed }),
		ghost("taken", fn(0, int(m.items)+1, num), func(s *theState, i int) *uint8 { return &s.taken[i] }),
		owned("tail", num, func(s *theState, _ int) *uint8 { return &s.tail }),
		owned("limit", num, func(s *theState, _ int) *uint8 { return &s.limit }),
		owned("cap", num, func(s *theState, _ int) *uint8 { return &s.cap }),
		owned("h", num, func(s *theState, _ int) *uint8 { return &s.h }),
		owned("v", num, func(s *theState, _ int) *uint8 { return &s.v }),
		ofThieves("head", m.thieves, num, func(s *theState, i int) *uint8 { return &s.thief[i].head }),
		ofThieves("item", m.thieves, num, func(s *theState, i int) *uint8 { return &s.thief[i].item }),
	}
}

// claim notes that the item in a slot has been taken.
func (s *theState) claim(slot uint8) { s.taken[s.slots[slot]]++ }

// locked takes the lock, and goes on at a label.
func (s *theState) locked(t int, next uint8) Access {
	if s.lock == 1 {
		return disabled
	}
	s.lock, s.pc[t] = 1, next
	return lock("lock")
}

func (m *the) ownerIdle(s *theState, _, choice int) Access {
	switch {
	case choice == 1: // Pop
		s.pc[0] = thePopReadHead
	case s.pushed == m.items:
		return disabled
	case s.tail == s.limit:
		s.pc[0] = thePushReadHead
	default:
		s.pc[0] = thePushWrite
	}
	return silent
}

func (m *the) pushReadHead(s *theState, _, _ int) Access {
	s.limit = s.H + s.cap
	s.pc[0] = thePushWrite
	if s.tail == s.limit {
		s.pc[0] = thePushLock
	}
	return load("H")
}

func (m *the) pushLock(s *theState, t, _ int) Access {
	if m.naive == "GrowUnlocked" {
		s.lock = 0
	}
	return s.locked(t, thePushReadHeadLocked)
}

func (m *the) pushReadHeadLocked(s *theState, _, _ int) Access {
	s.h = s.H
	s.pc[0] = thePushUnlock
	if s.tail-s.h == s.cap {
		s.pc[0] = thePushGrow
	}
	return load("H")
}

func (m *the) pushGrow(s *theState, _, _ int) Access {
	var slots [theMaxSlots]uint8
	for i := s.h; i != s.tail; i++ {
		slots[i%(2*s.cap)] = s.slots[i%s.cap]
		m.tell(plainReadAt("slots", i%s.cap))
	}
	m.anew("slots", 0, int(m.slots))
	for i := s.h; i != s.tail; i++ {
		m.tell(plainWriteAt("slots", i%(2*s.cap)))
	}
	s.slots = slots
	s.cap *= 2
	s.size = s.cap
	s.pc[0] = thePushUnlock
	return region()
}

func (m *the) pushUnlock(s *theState, _, _ int) Access {
	s.lock = 0
	s.limit, s.h = s.h+s.cap, 0
	s.pc[0] = thePushWrite
	return lock("lock")
}

func (m *the) pushWrite(s *theState, _, _ int) Access {
	s.slots[s.tail%s.cap] = s.pushed + 1
	s.pc[0] = thePushPublish
	return plainWriteAt("slots", s.tail%s.cap)
}

func (m *the) pushPublish(s *theState, _, _ int) Access {
	s.tail++
	s.T = s.tail
	s.pushed++
	s.pc[0] = theOwnerIdle
	return store("T")
}

func (m *the) popReadHead(s *theState, _, _ int) Access {
	s.pc[0] = thePopLower
	if s.H == s.tail {
		s.pc[0] = theOwnerIdle
	}
	return load("H")
}

func (m *the) popLower(s *theState, _, _ int) Access {
	s.T = s.tail - 1
	s.pc[0] = thePopReadException
	return store("T")
}

func (m *the) popReadException(s *theState, _, _ int) Access {
	s.pc[0] = thePopLock
	if s.tail-1 >= s.E || m.naive == "NoException" {
		s.tail--
		s.claim(s.tail % s.cap)
		s.pc[0] = thePopTakeSlot
	}
	return load("E")
}

func (m *the) popTakeSlot(s *theState, _, _ int) Access {
	s.slots[s.tail%s.cap] = 0
	m.takes("slots", s.tail%s.cap)
	s.pc[0] = theOwnerIdle
	return region()
}

func (m *the) popLock(s *theState, t, _ int) Access { return s.locked(t, thePopCheckHead) }

func (m *the) popCheckHead(s *theState, _, _ int) Access {
	s.pc[0] = thePopRestore
	if s.tail-1 >= s.H {
		s.tail--
		s.claim(s.tail % s.cap)
		s.pc[0] = thePopTakeLocked
	}
	return load("H")
}

func (m *the) popTakeLocked(s *theState, _, _ int) Access {
	s.v = s.slots[s.tail%s.cap]
	s.slots[s.tail%s.cap] = 0
	m.takes("slots", s.tail%s.cap)
	s.pc[0] = thePopUnlock
	return region()
}

func (m *the) popRestore(s *theState, _, _ int) Access {
	s.T = s.tail
	s.pc[0] = thePopUnlock
	return store("T")
}

func (m *the) popUnlock(s *theState, _, _ int) Access {
	s.lock, s.v = 0, 0
	s.pc[0] = theOwnerIdle
	return lock("lock")
}

func (m *the) stealLookHead(s *theState, t, _ int) Access {
	s.thief[t-1].head = s.H
	s.pc[t] = theStealLookTail
	return load("H")
}

func (m *the) stealLookTail(s *theState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = theStealLock
	if s.T <= th.head+m.keep {
		th.head = 0
		s.pc[t] = theStealLookHead
	}
	return load("T")
}

func (m *the) stealLock(s *theState, t, _ int) Access { return s.locked(t, theStealReadHead) }

func (m *the) stealReadHead(s *theState, t, _ int) Access {
	s.thief[t-1].head = s.H
	s.pc[t] = theStealBar
	return load("H")
}

func (m *the) stealBar(s *theState, t, _ int) Access {
	s.pc[t] = theStealReadTail
	if m.naive == "NoBar" {
		return silent
	}
	s.E = s.thief[t-1].head + 1
	return store("E")
}

func (m *the) stealReadTail(s *theState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = theStealLift
	if s.T > th.head+m.keep {
		s.claim(th.head % max(1, s.size)) // the test of accesses also tries 0
		s.pc[t] = theStealTakeSlot
		if m.naive == "HeadFirst" {
			s.pc[t] = theStealTake
		}
	}
	return load("T")
}

func (m *the) stealTakeSlot(s *theState, t, _ int) Access {
	th := &s.thief[t-1]
	slot := &s.slots[th.head%s.size]
	th.item = *slot
	m.tell(plainReadAt("slots", th.head%s.size))
	if m.naive != "KeepsSlot" {
		*slot = 0
		m.tell(plainWriteAt("slots", th.head%s.size))
	}
	s.pc[t] = theStealTake
	if m.naive == "HeadFirst" {
		s.pc[t] = theStealUnlock
	}
	return region()
}

func (m *the) stealTake(s *theState, t, _ int) Access {
	s.H = s.thief[t-1].head + 1
	s.pc[t] = theStealUnlock
	if m.naive == "HeadFirst" {
		s.pc[t] = theStealTakeSlot
	}
	return store("H")
}

func (m *the) stealLift(s *theState, t, _ int) Access {
	s.E = s.thief[t-1].head
	s.pc[t] = theStealUnlock
	return store("E")
}

func (m *the) stealUnlock(s *theState, t, _ int) Access {
	s.lock = 0
	s.thief[t-1].head, s.thief[t-1].item = 0, 0
	s.pc[t] = theStealLookHead
	return lock("lock")
}
