package machine

import "github.com/stealproof/stealproof/tla"

// The machine of tla/deque/ABP.tla and MCABP.tla.

const (
	abpMaxItems   = 8
	abpMaxThieves = 4
	abpMaxSlots   = 6
)

type abpState struct {
	age    abpAge
	bottom uint8
	slots  [abpMaxSlots]uint8
	pushed uint8
	taken  [abpMaxItems + 1]uint8
	pc     [1 + abpMaxThieves]uint8

	// The owner's.
	b, swept, stale, v uint8
	old                abpAge
	left, scrub        uint8

	thief [abpMaxThieves]struct {
		seen abpAge
		item uint8
	}
}

type abpAge struct{ stamp, top uint8 }

// The labels, as in the table of actions.
const (
	abpOwnerIdle = iota
	abpPushWrite
	abpPushPublish
	abpPopLower
	abpPopReadSlot
	abpPopReadAge
	abpPopClear
	abpPopReset
	abpPopClaimLast
	abpPopResetAge
	abpPopClearLast
	abpScrubReadAge
	abpSweepClear
	abpStaleClear
	abpStealReadAge
	abpStealReadBottom
	abpStealReadSlot
	abpStealClaim
)

// abp is what the configuration says.
type abp struct {
	items, thieves, capacity, stamps uint8
	naive                            string
	*Def[abpState]
}

func init() { register("ABP", newABP) }

func newABP(c *tla.Config) (*Def[abpState], error) {
	m := &abp{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	err = sizes(c, size{"Items", &m.items, abpMaxItems}, size{"Thieves", &m.thieves, abpMaxThieves},
		size{"Capacity", &m.capacity, abpMaxSlots}, size{"Stamps", &m.stamps, 255})
	if err != nil {
		return nil, err
	}
	m.Def = &Def[abpState]{
		Threads: ownerAndThieves(m.thieves),
		PC:      func(s *abpState) []uint8 { return s.pc[:] },
		Actions: []Action[abpState]{
			abpOwnerIdle:       {"OwnerIdle", "", "", m.ownerIdle, 3},
			abpPushWrite:       {"PushWrite", "", "slots", m.pushWrite, 1},
			abpPushPublish:     {"PushPublish", "", "bottom", m.pushPublish, 1},
			abpPopLower:        {"PopLower", "", "bottom", m.popLower, 1},
			abpPopReadSlot:     {"PopReadSlot", "slots", "", m.popReadSlot, 1},
			abpPopReadAge:      {"PopReadAge", "age", "", m.popReadAge, 1},
			abpPopClear:        {"PopClear", "", "slots", m.popClear, 1},
			abpPopReset:        {"PopReset", "", "bottom", m.popReset, 1},
			abpPopClaimLast:    {"PopClaimLast", "age", "age", m.popClaimLast, 1},
			abpPopResetAge:     {"PopResetAge", "", "age", m.popResetAge, 1},
			abpPopClearLast:    {"PopClearLast", "", "slots", m.popClearLast, 1},
			abpScrubReadAge:    {"ScrubReadAge", "age", "", m.scrubReadAge, 1},
			abpSweepClear:      {"SweepClear", "", "slots", m.sweepClear, 1},
			abpStaleClear:      {"StaleClear", "", "slots", m.staleClear, 1},
			abpStealReadAge:    {"StealReadAge", "age", "", m.stealReadAge, 1},
			abpStealReadBottom: {"StealReadBottom", "bottom", "", m.stealReadBottom, 1},
			abpStealReadSlot:   {"StealReadSlot", "slots", "", m.stealReadSlot, 1},
			abpStealClaim:      {"StealClaim", "age", "age", m.stealClaim, 1},
		},
		Vars: m.vars(),
	}
	for t := range m.thieves {
		m.Init.pc[1+t] = abpStealReadAge
	}
	m.properties()
	return m.Def, nil
}

func (m *abp) vars() []Var[abpState] {
	age := rec([]string{"stamp", "top"})
	word := func(a *abpAge, i int) *uint8 {
		if i == 0 {
			return &a.stamp
		}
		return &a.top
	}
	return []Var[abpState]{
		shared("age", age, min(m.stamps-1, m.capacity), func(s *abpState, i int) *uint8 { return word(&s.age, i) }),
		shared("bottom", num, m.capacity, func(s *abpState, _ int) *uint8 { return &s.bottom }),
		shared("slots", fn(0, int(m.capacity), num), m.items, func(s *abpState, i int) *uint8 { return &s.slots[i] }),
		owned("pushed", num, func(s *abpState, _ int) *uint8 { return &s.pushed }),
		ghost("taken", fn(0, int(m.items)+1, num), func(s *abpState, i int) *uint8 { return &s.taken[i] }),
		owned("b", num, func(s *abpState, _ int) *uint8 { return &s.b }),
		owned("swept", num, func(s *abpState, _ int) *uint8 { return &s.swept }),
		owned("stale", num, func(s *abpState, _ int) *uint8 { return &s.stale }),
		owned("v", num, func(s *abpState, _ int) *uint8 { return &s.v }),
		owned("old", age, func(s *abpState, i int) *uint8 { return word(&s.old, i) }),
		owned("left", num, func(s *abpState, _ int) *uint8 { return &s.left }),
		owned("scrub", flag, func(s *abpState, _ int) *uint8 { return &s.scrub }),
		ofThieves("seen", m.thieves, age, func(s *abpState, i int) *uint8 { return word(&s.thief[i/2].seen, i%2) }),
		ofThieves("item", m.thieves, num, func(s *abpState, i int) *uint8 { return &s.thief[i].item }),
	}
}

// again is what the owner makes of an old age to start again at 0.
func (m *abp) again(old abpAge) abpAge { return abpAge{stamp: (old.stamp + 1) % m.stamps} }

// done ends an operation of the owner.
func (s *abpState) done() {
	s.v, s.old, s.left, s.scrub = 0, abpAge{}, 0, 0
	s.pc[0] = abpOwnerIdle
}

func (m *abp) ownerIdle(s *abpState, _, choice int) Access {
	switch choice {
	case 0: // Push
		if s.pushed == m.items {
			return disabled
		}
		if s.b < m.capacity {
			s.pc[0] = abpPushWrite
		}
	case 1: // Pop
		if s.b > 0 {
			s.pc[0] = abpPopLower
		} else if s.stale > 0 {
			s.left, s.pc[0] = 2, abpStaleClear
		}
	case 2: // Scrub
		if s.stale > s.b {
			s.scrub, s.left, s.pc[0] = 1, m.capacity, abpStaleClear
		} else {
			s.stale, s.pc[0] = 0, abpScrubReadAge
		}
	}
	return silent
}

func (m *abp) pushWrite(s *abpState, _, _ int) Access {
	s.slots[s.b] = s.pushed + 1
	s.pc[0] = abpPushPublish
	return storeAt("slots", s.b)
}

func (m *abp) pushPublish(s *abpState, _, _ int) Access {
	s.b++
	s.bottom = s.b
	s.pushed++
	if s.stale > s.b {
		s.left, s.pc[0] = 2, abpStaleClear
	} else {
		s.stale = 0
		s.done()
	}
	return store("bottom")
}

func (m *abp) popLower(s *abpState, _, _ int) Access {
	s.b--
	s.bottom = s.b
	s.pc[0] = abpPopReadSlot
	return store("bottom")
}

func (m *abp) popReadSlot(s *abpState, _, _ int) Access {
	s.v = s.slots[s.b]
	s.pc[0] = abpPopReadAge
	return loadAt("slots", s.b)
}

func (m *abp) popReadAge(s *abpState, _, _ int) Access {
	s.old = s.age
	s.pc[0] = abpPopReset
	if s.b > s.old.top {
		s.taken[s.v]++
		s.pc[0] = abpPopClear
	}
	return load("age")
}

func (m *abp) popClear(s *abpState, _, _ int) Access {
	s.slots[s.b] = 0
	did := storeAt("slots", s.b)
	if s.swept < s.old.top {
		s.left, s.pc[0] = 2, abpSweepClear
	} else {
		s.done()
	}
	return did
}

func (m *abp) popReset(s *abpState, _, _ int) Access {
	s.bottom = 0
	s.pc[0] = abpPopResetAge
	if s.b == s.old.top {
		s.pc[0] = abpPopClaimLast
	}
	return store("bottom")
}

func (m *abp) popClaimLast(s *abpState, _, _ int) Access {
	won := s.age == s.old || m.naive == "PopLastNoCAS"
	s.pc[0] = abpPopResetAge
	if won {
		s.age = m.again(s.old)
		s.taken[s.v]++
		s.pc[0] = abpPopClearLast
	}
	return cas("age", won)
}

func (m *abp) popResetAge(s *abpState, _, _ int) Access {
	s.age = m.again(s.old)
	if m.naive == "EmptyKeepsStamp" {
		s.age.stamp = s.old.stamp
	}
	s.v, s.old = 0, abpAge{}
	s.swept, s.stale, s.b = 0, max(s.stale, s.b+1), 0
	s.left, s.pc[0] = 2, abpStaleClear
	return store("age")
}

func (m *abp) popClearLast(s *abpState, _, _ int) Access {
	s.slots[s.b] = 0
	did := storeAt("slots", s.b)
	s.swept, s.stale, s.b = 0, max(s.stale, s.b), 0
	if s.stale > 0 {
		s.old = abpAge{}
		s.left, s.pc[0] = 2, abpStaleClear
	} else {
		s.done()
	}
	return did
}

func (m *abp) scrubReadAge(s *abpState, _, _ int) Access {
	if s.swept < s.age.top {
		s.old = s.age
		s.left, s.pc[0] = m.capacity, abpSweepClear
	} else {
		s.done()
	}
	return load("age")
}

func (m *abp) sweepClear(s *abpState, _, _ int) Access {
	did := storeAt("slots", s.swept)
	s.slots[s.swept] = 0
	s.swept++
	if s.left > 1 && s.swept < s.old.top {
		s.left--
	} else {
		s.done()
	}
	return did
}

func (m *abp) staleClear(s *abpState, _, _ int) Access {
	s.stale--
	s.slots[s.stale] = 0
	did := storeAt("slots", s.stale)
	more := s.stale > s.b
	if !more {
		s.stale = 0
	}
	switch {
	case s.left > 1 && more:
		s.left--
	case s.scrub == 1:
		s.left, s.scrub, s.pc[0] = 0, 0, abpScrubReadAge
	default:
		s.done()
	}
	return did
}

func (m *abp) stealReadAge(s *abpState, t, _ int) Access {
	s.thief[t-1].seen = s.age
	s.pc[t] = abpStealReadBottom
	return load("age")
}

func (m *abp) stealReadBottom(s *abpState, t, _ int) Access {
	th := &s.thief[t-1]
	s.pc[t] = abpStealReadSlot
	if s.bottom <= th.seen.top {
		th.seen = abpAge{}
		s.pc[t] = abpStealReadAge
	}
	return load("bottom")
}

func (m *abp) stealReadSlot(s *abpState, t, _ int) Access {
	th := &s.thief[t-1]
	th.item = s.slots[th.seen.top]
	s.pc[t] = abpStealClaim
	return loadAt("slots", th.seen.top)
}

func (m *abp) stealClaim(s *abpState, t, _ int) Access {
	th := &s.thief[t-1]
	won := s.age == th.seen
	if won {
		s.age.top++
		s.taken[th.item]++
	}
	th.seen, th.item = abpAge{}, 0
	s.pc[t] = abpStealReadAge
	return cas("age", won)
}
