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
