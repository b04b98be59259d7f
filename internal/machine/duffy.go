package machine

import "github.com/stealproof/stealproof/tla"

// The machine of tla/deque/Duffy.tla and MCDuffy.tla.

const duffyMaxThieves = 4

type duffyState struct {
	head        uint8
	tail        uint8 // an int8
	foreignLock uint8
	circular
	pc [1 + duffyMaxThieves]uint8

	// The owner's.
	t, limit, h, v uint8

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
	if err = sizes(c, size{"Items", &m.items, circularMaxItems}, size{"Thieves", &m.thieves, duffyMaxThieves},
		size{"Capacity", &m.capacity, circularMaxSlots}); err != nil {
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
		Init:    duffyState{circular: circular{size: m.capacity, cap: m.capacity}, limit: m.capacity - m.spare},
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
