package machine

import "github.com/stealproof/stealproof/tla"

// The machine of tla/deque/Duffy.tla and MCDuffy.tla.

const (
	duffyMaxItems   = 8
	duffyMaxThieves = 4
	duffyMaxSlots   = 16
)

type duffyState struct {
	head        uint8
	tail        uint8 // an int8
	foreignLock uint8
	size        uint8
	slots       [duffyMaxSlots]uint8
	pushed      uint8
	taken       [duffyMaxItems + 1]uint8
	pc          [1 + duffyMaxThieves]uint8

	// The owner's.
	t, limit, cap, h, v uint8

	thief [duffyMaxThieves]struct{ seen, item uint8 }
}

// The labels, as in the table of actions.
const (
	duffyOwnerIdle = iota
	duffyPushReadHead
	duffyPushLock
	duffyPushReadHeadLocked
	duffyPushGrow
	duffyPushUnlock
	duffyPushWrite
	duffyPushPublish
	duffyPopLower
	duffyPopReadHead
	duffyPopTakeSlot
	duffyPopLock
	duffyPopCheckHead
	duffyPopTakeLocked
	duffyPopRestore
	duffyPopUnlock
	duffyStealLock
	duffyStealReadHead
	duffyStealRaise
	duffyStealReadTail
	duffyStealTakeSlot
	duffyStealRestore
	duffyStealUnlock
)

// duffy is what the configuration says.
type duffy struct {
	items, thieves, capacity, reset, slots uint8
	spare                                  uint8 // slots that stay free
	naive                                  string
	*Def[duffyState]
}

func init() { register("Duffy", newDuffy) }

func newDuffy(c *tla.Config) (*Def[duffyState], error) {
	m := &duffy{spare: 1}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Items", &m.items, duffyMaxItems}, size{"Thieves", &m.thieves, duffyMaxThieves},
		size{"Capacity", &m.capacity, duffyMaxSlots}); err != nil {
		return nil, err
	}
	if m.reset, err = zeroOrOne(c, "Reset"); err != nil {
		return nil, err
	}
	if m.naive == "NoSpare" {
		m.spare = 0
	}
	for m.slots = m.capacity; m.slots <= m.items; {
		m.slots *= 2
	}
	m.Def = &Def[duffyState]{
		Init:    duffyState{size: m.capacity, limit: m.capacity - m.spare, cap: m.capacity},
		Threads: ownerAndThieves(m.thieves),
		PC:      func(s *duffyState) []uint8 { return s.pc[:] },
		Actions: []Action[duffyState]{
			duffyOwnerIdle:          {"OwnerIdle", "", "", m.ownerIdle, 2},
			duffyPushReadHead:       {"PushReadHead", "head", "", m.pushReadHead, 1},
			duffyPushLock:           {"PushLock", "foreignLock", "foreignLock", m.pushLock, 1},
			duffyPushReadHeadLocked: {"PushReadHeadLocked", "head", "", m.pushReadHeadLocked, 1},
			duffyPushGrow:           {"PushGrow", "slots", m.grows(), m.pushGrow, 1},
			duffyPushUnlock:         {"PushUnlock", "foreignLock", "foreignLock", m.pushUnlock, 1},
			duffyPushWrite:          {"PushWrite", "", "slots", m.pushWrite, 1},
			duffyPushPublish:        {"PushPublish", "", "tail", m.pushPublish, 1},
			duffyPopLower:           {"PopLower", "", "tail", m.popLower, 1},
			duffyPopReadHead:        {"PopReadHead", "head", "", m.popReadHead, 1},
			duffyPopTakeSlot:        {"PopTakeSlot", "slots", "slots", m.popTakeSlot, 1},
			duffyPopLock:            {"PopLock", "foreignLock", "foreignLock", m.popLock, 1},
			duffyPopCheckHead:       {"PopCheckHead", "head", "", m.popCheckHead, 1},
			duffyPopTakeLocked:      {"PopTakeLocked", "slots", "slots", m.popTakeLocked, 1},
			duffyPopRestore:         {"PopRestore", "", "tail", m.popRestore, 1},
			duffyPopUnlock:          {"PopUnlock", "foreignLock", "foreignLock", m.popUnlock, 1},
			duffyStealLock:          {"StealLock", "foreignLock", "foreignLock", m.stealLock, 1},
			duffyStealReadHead:      {"StealReadHead", "head", "", m.stealReadHead, 1},
			duffyStealRaise:         {"StealRaise", "", "head", m.stealRaise, 1},
			duffyStealReadTail:      {"StealReadTail", "tail", "", m.stealReadTail, 1},
			duffyStealTakeSlot:      {"StealTakeSlot", "slots size", "slots", m.stealTakeSlot, 1},
			duffyStealRestore:       {"StealRestore", "", "head", m.stealRestore, 1},
			duffyStealUnlock:        {"StealUnlock", "foreignLock", "foreignLock", m.stealUnlock, 1},
		},
		Vars: m.vars(),
	}
	for t := range m.thieves {
		m.Init.pc[1+t] = duffyStealLock
	}
	m.properties()
	return m.Def, nil
}

// grows returns what growth writes.
func (m *duffy) grows() string {
	if m.reset == 1 {
		return "slots size head tail"
	}
	return "slots size"
}

func (m *duffy) vars() []Var[duffyState] {
	return []Var[duffyState]{
		shared("head", num, m.items+1, func(s *duffyState, _ int) *uint8 { return &s.head }),
		shared("tail", signed, m.items, func(s *duffyState, _ int) *uint8 { return &s.tail }),
		shared("foreignLock", flag, 1, func(s *duffyState, _ int) *uint8 { return &s.foreignLock }),
		shared("size", num, m.slots, func(s *duffyState, _ int) *uint8 { return &s.size }),
		shared("slots", fn(0, int(m.slots), num), m.items, func(s *duffyState, i int) *uint8 { return &s.slots[i] }),
		owned("pushed", num, func(s *duffyState, _ int) *uint8 { return &s.pushed }),
		ghost("taken", fn(0, int(m.items)+1, num), func(s *duffyState, i int) *uint8 { return &s.taken[i] }),
		owned("t", num, func(s *duffyState, _ int) *uint8 { return &s.t }),
		owned("limit", num, func(s *duffyState, _ int) *uint8 { return &s.limit }),
		owned("cap", num, func(s *duffyState, _ int) *uint8 { return &s.cap }),
		owned("h", num, func(s *duffyState, _ int) *uint8 { return &s.h }),
		owned("v", num, func(s *duffyState, _ int) *uint8 { return &s.v }),
		ofThieves("seen", m.thieves, num, func(s *duffyState, i int) *uint8 { return &s.thief[i].seen }),
		ofThieves("item", m.thieves, num, func(s *duffyState, i int) *uint8 { return &s.thief[i].item }),
	}
}

// claim notes that the item in a slot has been taken.
func (s *duffyState) claim(slot uint8) { s.taken[s.slots[slot]]++ }

// locked takes the lock, and goes on at a label.
func (s *duffyState) locked(next uint8) Access {
	if s.foreignLock == 1 {
		return disabled
	}
	s.foreignLock, s.pc[0] = 1, next
	return lock("foreignLock")
}

func (m *duffy) ownerIdle(s *duffyState, _, choice int) Access {
	switch {
	case choice == 1: // Pop
		s.pc[0] = duffyPopLower
	case s.pushed == m.items:
		return disabled
	case s.t >= s.limit:
		s.pc[0] = duffyPushReadHead
	default:
		s.pc[0] = duffyPushWrite
	}
	return silent
}

func (m *duffy) pushReadHead(s *duffyState, _, _ int) Access {
	s.limit = s.head + s.cap - m.spare
	s.pc[0] = duffyPushWrite
	if s.t >= s.limit {
		s.pc[0] = duffyPushLock
	}
	return load("head")
}

func (m *duffy) pushLock(s *duffyState, _, _ int) Access { return s.locked(duffyPushReadHeadLocked) }

func (m *duffy) pushReadHeadLocked(s *duffyState, _, _ int) Access {
	s.h = s.head
	s.pc[0] = duffyPushUnlock
	if s.t >= s.h+s.cap-m.spare {
		s.pc[0] = duffyPushGrow
	}
	return load("head")
}

func (m *duffy) pushGrow(s *duffyState, _, _ int) Access {
	down := m.reset * s.h
	var slots [duffyMaxSlots]uint8
	for i := s.h; i != s.t; i++ {
		slots[(i-down)%(2*s.cap)] = s.slots[i%s.cap]
		m.tell(plainReadAt("slots", i%s.cap))
	}
	m.anew("slots", 0, int(m.slots))
	for i := s.h; i != s.t; i++ {
		m.tell(plainWriteAt("slots", (i-down)%(2*s.cap)))
	}
	s.slots = slots
	s.cap *= 2
	s.size = s.cap
	if m.reset == 1 {
		s.t -= s.h
		s.head, s.tail, s.h = 0, s.t, 0
	}
	s.pc[0] = duffyPushUnlock
	return region()
}

func (m *duffy) pushUnlock(s *duffyState, _, _ int) Access {
	s.foreignLock = 0
	s.limit, s.h = s.h+s.cap-m.spare, 0
	s.pc[0] = duffyPushWrite
	return lock("foreignLock")
}

func (m *duffy) pushWrite(s *duffyState, _, _ int) Access {
	s.slots[s.t%s.cap] = s.pushed + 1
	s.pc[0] = duffyPushPublish
	return plainWriteAt("slots", s.t%s.cap)
}

func (m *duffy) pushPublish(s *duffyState, _, _ int) Access {
	s.t++
	s.tail = s.t
	s.pushed++
	s.pc[0] = duffyOwnerIdle
	return store("tail")
}

func (m *duffy) popLower(s *duffyState, _, _ int) Access {
	s.tail = s.t - 1
	s.pc[0] = duffyPopReadHead
	return store("tail")
}

func (m *duffy) popReadHead(s *duffyState, _, _ int) Access {
	s.pc[0] = duffyPopLock
	if s.t > s.head || m.naive == "NoLook" && s.t > 0 {
		s.t--
		s.claim(s.t % s.cap)
		s.pc[0] = duffyPopTakeSlot
	}
	return load("head")
}

func (m *duffy) popTakeSlot(s *duffyState, _, _ int) Access {
	s.slots[s.t%s.cap] = 0
	m.takes("slots", s.t%s.cap)
	s.pc[0] = duffyOwnerIdle
	return region()
}

func (m *duffy) popLock(s *duffyState, _, _ int) Access { return s.locked(duffyPopCheckHead) }

func (m *duffy) popCheckHead(s *duffyState, _, _ int) Access {
	s.pc[0] = duffyPopRestore
	if s.t > s.head {
		s.t--
		s.claim(s.t % s.cap)
		s.pc[0] = duffyPopTakeLocked
	}
	return load("head")
}

func (m *duffy) popTakeLocked(s *duffyState, _, _ int) Access {
	s.v = s.slots[s.t%s.cap]
	s.slots[s.t%s.cap] = 0
	m.takes("slots", s.t%s.cap)
	s.pc[0] = duffyPopUnlock
	return region()
}

func (m *duffy) popRestore(s *duffyState, _, _ int) Access {
	s.tail = s.t
	s.pc[0] = duffyPopUnlock
	return store("tail")
}

func (m *duffy) popUnlock(s *duffyState, _, _ int) Access {
	s.foreignLock, s.v = 0, 0
	s.pc[0] = duffyOwnerIdle
	return lock("foreignLock")
}

// stealLock answers Retry, and stays, if the lock is held.
func (m *duffy) stealLock(s *duffyState, t, _ int) Access {
	if s.foreignLock == 1 {
		return cas("foreignLock", false)
	}
	s.foreignLock, s.pc[t] = 1, duffyStealReadHead
	return lock("foreignLock")
}

func (m *duffy) stealReadHead(s *duffyState, t, _ int) Access {
	s.thief[t-1].seen = s.head
	s.pc[t] = duffyStealRaise
	return load("head")
}

func (m *duffy) stealRaise(s *duffyState, t, _ int) Access {
	s.pc[t] = duffyStealReadTail
	if m.naive == "NoRaise" {
		return silent
	}
	s.head = s.thief[t-1].seen + 1
	return store("head")
}

func (m *duffy) stealReadTail(s *duffyState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = duffyStealRestore
	if int8(s.tail) > int8(th.seen) {
		s.claim(th.seen % max(1, s.size)) // the test of accesses also tries 0
		s.pc[t] = duffyStealTakeSlot
	}
	return load("tail")
}

func (m *duffy) stealTakeSlot(s *duffyState, t, _ int) Access {
	th := &s.thief[t-1]
	slot := &s.slots[th.seen%s.size]
	th.item = *slot
	m.tell(plainReadAt("slots", th.seen%s.size))
	if m.naive != "KeepsSlot" {
		*slot = 0
		m.tell(plainWriteAt("slots", th.seen%s.size))
	}
	s.pc[t] = duffyStealUnlock
	return region()
}

func (m *duffy) stealRestore(s *duffyState, t, _ int) Access {
	s.head = s.thief[t-1].seen
	s.pc[t] = duffyStealUnlock
	return store("head")
}

func (m *duffy) stealUnlock(s *duffyState, t, _ int) Access {
	s.foreignLock = 0
	s.thief[t-1].seen, s.thief[t-1].item = 0, 0
	s.pc[t] = duffyStealLock
	return lock("foreignLock")
}
