package machine

import "github.com/stealproof/stealproof/tla"

// The machine of tla/deque/THE.tla and MCTHE.tla.

const theMaxThieves = 4

type theState struct {
	H, E, T, lock uint8
	circular
	pc [1 + theMaxThieves]uint8

	// The owner's.
	tail, limit, h, v uint8

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
	if err = sizes(c, size{"Items", &m.items, circularMaxItems}, size{"Thieves", &m.thieves, theMaxThieves},
		size{"Capacity", &m.capacity, circularMaxSlots}); err != nil {
		return nil, err
	}
	if m.keep, err = zeroOrOne(c, "Keep"); err != nil {
		return nil, err
	}
	for m.slots = m.capacity; m.slots < m.items; {
		m.slots *= 2
	}
	m.Def = &Def[theState]{
		Init:    theState{circular: circular{size: m.capacity, cap: m.capacity}, limit: m.capacity},
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
