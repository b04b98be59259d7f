package machine

import "github.com/stealproof/stealproof/tla"

// The machines of tla/deque/ChaseLev.tla, ChaseLevFifo.tla and ChaseLevBatch.tla,
// and of their MC modules. They are one: ChaseLevFifo adds PopTop, and in
// ChaseLevBatch the thieves do the accesses of StealBatch; in neither does the
// owner scrub.

const (
	clMaxItems   = 8
	clMaxThieves = 3
	clMaxSlots   = 8
	clMaxRings   = 8
)

type clState struct {
	top, bottom uint8
	array       clRing
	slots, done [clMaxRings][clMaxSlots]uint8
	pushed      uint8
	taken       [clMaxItems + 1]uint8
	pc          [1 + clMaxThieves]uint8

	// The owner's.
	b                       uint8
	r                       clRing
	free                    uint8
	before                  clRing
	beforeEnd, lowPops      uint8
	t, claimed, cares, next uint8

	thief [clMaxThieves]clThief
}

type clRing struct{ base, ring, size uint8 }

type clThief struct {
	seen uint8
	a    clRing
	left uint8 // of ChaseLevBatch
}

// The labels, as in the table of actions.
const (
	clOwnerIdle = iota
	clPushWrite
	clPushPublish
	clPushReadTop
	clPushReadDone
	clPopReadTop
	clPopClaimOne
	clPopTakeOne
	clPopLower
	clPopReadTopAgain
	clPopTakeSlot
	clPopClaimLast
	clPopRestore
	clPopTakeLast
	clPopFinish
	clPopReadDone
	clSwapReadTop
	clSwapCopy
	clSwapPublish
	clSwapReadTopAgain
	// Of StealBatch the names begin with Batch.
	clStealReadTop
	clStealReadBottom
	clStealReadArray
	clStealClaim
	clStealReadSlot
	clStealReadArrayAgain
	clStealFinish
	// What only one of the modules has.
	clOwn
	clScrubReadTop         = clOwn
	clScrubReadDone        = clOwn + 1
	clPopTopReadTop        = clOwn
	clPopTopClaim          = clOwn + 1
	clPopTopTakeSlot       = clOwn + 2
	clBatchReadBottomAgain = clOwn
)

// chaseLev is what the configuration says.
type chaseLev struct {
	module                                                           string
	items, thieves, first, slots, rings, lag, batch, part, pat, want uint8
	naive                                                            string
	*Def[clState]
}

func init() {
	for _, module := range []string{"ChaseLev", "ChaseLevFifo", "ChaseLevBatch"} {
		register(module, func(c *tla.Config) (*Def[clState], error) { return newChaseLev(module, c) })
	}
}

func newChaseLev(module string, c *tla.Config) (*Def[clState], error) {
	m := &chaseLev{module: module}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	all := []size{
		{"Items", &m.items, clMaxItems}, {"Thieves", &m.thieves, clMaxThieves}, {"First", &m.first, clMaxSlots},
		{"Slots", &m.slots, clMaxSlots}, {"Rings", &m.rings, clMaxRings}, {"Batch", &m.batch, 100},
		{"Part", &m.part, 100},
	}
	if module == "ChaseLevBatch" {
		all = append(all, size{"Want", &m.want, 100})
	}
	if err := sizes(c, all...); err != nil {
		return nil, err
	}
	for name, into := range map[string]*uint8{"Lag": &m.lag, "Patience": &m.pat} { // 0 is a size, too
		n, err := c.Int(name)
		if err != nil {
			return nil, err
		}
		*into = uint8(min(max(n, 0), 100))
	}
	m.Def = &Def[clState]{
		Threads: ownerAndThieves(m.thieves),
		PC:      func(s *clState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	if m.naive == "BottomFirst" {
		m.Actions[clStealReadTop].Reads, m.Actions[clStealReadBottom].Reads = "bottom", "top"
	}
	m.Init.array.size, m.Init.r.size = m.first, m.first
	for t := range m.thieves {
		m.Init.pc[1+t] = clStealReadTop
	}
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *chaseLev) actions() []Action[clState] {
	steal := "Steal"
	if m.module == "ChaseLevBatch" {
		steal = "Batch"
	}
	all := []Action[clState]{
		clOwnerIdle:           {"OwnerIdle", "", "", m.ownerIdle, 3},
		clPushWrite:           {"PushWrite", "", "slots", m.pushWrite, 1},
		clPushPublish:         {"PushPublish", "", "bottom", m.pushPublish, 1},
		clPushReadTop:         {"PushReadTop", "top", "", m.pushReadTop, 1},
		clPushReadDone:        {"PushReadDone", "slots done", "slots done", m.pushReadDone, 1},
		clPopReadTop:          {"PopReadTop", "top", "", m.popReadTop, 1},
		clPopClaimOne:         {"PopClaimOne", "top", "top", m.popClaimOne, 1},
		clPopTakeOne:          {"PopTakeOne", "slots", "slots", m.popTakeTop, 1},
		clPopLower:            {"PopLower", "", "bottom", m.popLower, 1},
		clPopReadTopAgain:     {"PopReadTopAgain", "top", "", m.popReadTopAgain, 1},
		clPopTakeSlot:         {"PopTakeSlot", "slots", "slots", m.popTakeSlot, 1},
		clPopClaimLast:        {"PopClaimLast", "top", "top", m.popClaimLast, 1},
		clPopRestore:          {"PopRestore", "", "bottom", m.popRestore, 1},
		clPopTakeLast:         {"PopTakeLast", "slots", "slots", m.popTakeTop, 1},
		clPopFinish:           {"PopFinish", "", "done", m.popFinish, 1},
		clPopReadDone:         {"PopReadDone", "slots done", "slots done", m.popReadDone, 1},
		clSwapReadTop:         {"SwapReadTop", "top", "", m.swapReadTop, 1},
		clSwapCopy:            {"SwapCopy", "slots done", "slots done", m.swapCopy, 1},
		clSwapPublish:         {"SwapPublish", "", "array", m.swapPublish, 1},
		clSwapReadTopAgain:    {"SwapReadTopAgain", "top", "", m.swapReadTopAgain, 1},
		clStealReadTop:        {steal + "ReadTop", "top", "", m.stealReadTop, 1},
		clStealReadBottom:     {steal + "ReadBottom", "bottom", "", m.stealReadBottom, 1},
		clStealReadArray:      {steal + "ReadArray", "array", "", m.stealReadArray, 1},
		clStealClaim:          {steal + "Claim", "top", "top", m.stealClaim, 1},
		clStealReadSlot:       {steal + "ReadSlot", "slots", "", m.stealReadSlot, 1},
		clStealReadArrayAgain: {steal + "ReadArrayAgain", "array", "", m.stealReadArrayAgain, 1},
		clStealFinish:         {steal + "Finish", "", "done", m.stealFinish, 1},
	}
	return append(all, m.ownActions()...)
}

// ownActions returns the actions that only one of the modules has.
func (m *chaseLev) ownActions() []Action[clState] {
	switch m.module {
	case "ChaseLevFifo":
		return []Action[clState]{
			{"PopTopReadTop", "top", "", m.popTopReadTop, 1},
			{"PopTopClaim", "top", "top", m.popTopClaim, 1},
			{"PopTopTakeSlot", "slots", "slots", m.popTakeTop, 1},
		}
	case "ChaseLevBatch":
		return []Action[clState]{{"BatchReadBottomAgain", "bottom", "", m.batchReadBottomAgain, 1}}
	}
	return []Action[clState]{
		{"ScrubReadTop", "top", "", m.scrubReadTop, 1},
		{"ScrubReadDone", "slots done", "slots done", m.scrubReadDone, 1},
	}
}

func (m *chaseLev) vars() []Var[clState] {
	ring := rec([]string{"base", "ring", "size"})
	word := func(r *clRing, i int) *uint8 { return [...]*uint8{&r.base, &r.ring, &r.size}[i] }
	rings := fn(0, int(m.rings), fn(0, int(m.slots), num))
	slots := int(m.slots)
	all := []Var[clState]{
		shared("top", num, m.items, func(s *clState, _ int) *uint8 { return &s.top }),
		shared("bottom", num, m.items, func(s *clState, _ int) *uint8 { return &s.bottom }),
		shared("array", ring, m.slots, func(s *clState, i int) *uint8 { return word(&s.array, i) }),
		shared("slots", rings, m.items, func(s *clState, i int) *uint8 { return &s.slots[i/slots][i%slots] }),
		shared("done", rings, m.items, func(s *clState, i int) *uint8 { return &s.done[i/slots][i%slots] }),
		owned("pushed", num, func(s *clState, _ int) *uint8 { return &s.pushed }),
		ghost("taken", fn(0, int(m.items)+1, num), func(s *clState, i int) *uint8 { return &s.taken[i] }),
		owned("b", num, func(s *clState, _ int) *uint8 { return &s.b }),
		owned("r", ring, func(s *clState, i int) *uint8 { return word(&s.r, i) }),
		owned("free", num, func(s *clState, _ int) *uint8 { return &s.free }),
		owned("before", ring, func(s *clState, i int) *uint8 { return word(&s.before, i) }),
		owned("beforeEnd", num, func(s *clState, _ int) *uint8 { return &s.beforeEnd }),
		owned("lowPops", num, func(s *clState, _ int) *uint8 { return &s.lowPops }),
		owned("t", num, func(s *clState, _ int) *uint8 { return &s.t }),
		owned("claimed", flag, func(s *clState, _ int) *uint8 { return &s.claimed }),
		owned("cares", flag, func(s *clState, _ int) *uint8 { return &s.cares }),
		owned("next", num, func(s *clState, _ int) *uint8 { return &s.next }),
		ofThieves("seen", m.thieves, num, func(s *clState, i int) *uint8 { return &s.thief[i].seen }),
		ofThieves("a", m.thieves, ring, func(s *clState, i int) *uint8 { return word(&s.thief[i/3].a, i%3) }),
	}
	if m.module == "ChaseLevBatch" {
		all = append(all, ofThieves("left", m.thieves, num, func(s *clState, i int) *uint8 { return &s.thief[i].left }))
	}
	return all
}
