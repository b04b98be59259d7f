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
	steal := "Steal"
	if module == "ChaseLevBatch" {
		steal = "Batch"
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
		Actions: []Action[clState]{
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
		},
		Vars: m.vars(),
	}
	switch module {
	case "ChaseLev":
		m.Actions = append(m.Actions,
			Action[clState]{"ScrubReadTop", "top", "", m.scrubReadTop, 1},
			Action[clState]{"ScrubReadDone", "slots done", "slots done", m.scrubReadDone, 1})
	case "ChaseLevFifo":
		m.Actions = append(m.Actions,
			Action[clState]{"PopTopReadTop", "top", "", m.popTopReadTop, 1},
			Action[clState]{"PopTopClaim", "top", "top", m.popTopClaim, 1},
			Action[clState]{"PopTopTakeSlot", "slots", "slots", m.popTakeTop, 1})
	case "ChaseLevBatch":
		m.Actions = append(m.Actions,
			Action[clState]{"BatchReadBottomAgain", "bottom", "", m.batchReadBottomAgain, 1})
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

// word returns the number, among the words of slots and of done, of that of index i
// in a ring.
func (m *chaseLev) word(r clRing, i uint8) uint8 { return r.ring*m.slots + i%r.size }

func (m *chaseLev) quarter(r clRing) uint8 {
	if r.size > m.first {
		return r.size / m.part
	}
	return 0
}

func (s *clState) at(r clRing, i uint8) *uint8   { return &s.slots[r.ring][i%r.size] }
func (s *clState) mark(r clRing, i uint8) *uint8 { return &s.done[r.ring][i%r.size] }

// end ends an operation of the owner.
func (s *clState) end() {
	s.t, s.claimed, s.cares, s.next = 0, 0, 0, 0
	s.pc[0] = clOwnerIdle
}

// reclaim clears the slots of finished indices below t.
func (m *chaseLev) reclaim(s *clState, limit uint8) {
	if s.before.size > 0 {
		switch {
		case s.free >= s.beforeEnd:
			s.before, s.beforeEnd = clRing{}, 0
		case m.naive != "NoForward":
			for i := s.free; i < s.beforeEnd; i++ {
				m.tell(loadAt("done", m.word(s.before, i)))
				if *s.mark(s.before, i) == i+1 {
					*s.mark(s.r, i) = i + 1
					m.tell(storeAt("done", m.word(s.r, i)))
				}
			}
		}
	}
	for end := min(s.t, s.free+limit); s.free < end; s.free++ {
		m.tell(loadAt("done", m.word(s.r, s.free)))
		if *s.mark(s.r, s.free) != s.free+1 && m.naive != "NoMarks" {
			break
		}
		*s.at(s.r, s.free) = 0
		m.tell(plainWriteAt("slots", m.word(s.r, s.free)))
	}
}

// upkeep ends a Pop, or lets it do the upkeep that it owes when top is i.
func (m *chaseLev) upkeep(s *clState, i uint8) {
	owes := i-s.free > m.lag || s.b-i < m.quarter(s.r) || s.lowPops != 0
	s.end()
	if owes {
		s.t, s.cares, s.pc[0] = i, 1, clPopReadDone
	}
}

// take takes the item of index i.
func (m *chaseLev) take(s *clState, i uint8) {
	p := s.at(s.r, i)
	s.taken[*p]++
	*p = 0
	m.takes("slots", m.word(s.r, i))
}

func (m *chaseLev) ownerIdle(s *clState, _, choice int) Access {
	switch choice {
	case 0: // Push
		if s.pushed == m.items {
			return disabled
		}
		s.pc[0] = clPushReadTop
		if s.b-s.free < s.r.size {
			s.pc[0] = clPushWrite
		}
	case 1: // Pop
		s.pc[0] = clPopReadTop
	case 2: // Scrub or PopTop
		if m.module == "ChaseLevBatch" {
			return disabled
		}
		s.pc[0] = clOwn
	}
	return silent
}

func (m *chaseLev) pushWrite(s *clState, _, _ int) Access {
	*s.at(s.r, s.b) = s.pushed + 1
	s.pc[0] = clPushPublish
	did := m.word(s.r, s.b)
	return plainWriteAt("slots", did)
}

func (m *chaseLev) pushPublish(s *clState, _, _ int) Access {
	s.b++
	s.bottom = s.b
	s.pushed++
	s.end()
	return store("bottom")
}

func (m *chaseLev) pushReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	s.pc[0] = clPushReadDone
	return load("top")
}

func (m *chaseLev) pushReadDone(s *clState, _, _ int) Access {
	m.reclaim(s, m.batch)
	s.pc[0] = clPushWrite
	if s.b-s.free >= s.r.size {
		s.next, s.pc[0] = s.r.size, clSwapReadTop
		if s.b-s.t == s.r.size {
			s.next *= 2
		}
	}
	s.t = 0
	return region()
}

func (m *chaseLev) popReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	switch {
	case s.b == s.t+1:
		s.pc[0] = clPopClaimOne
	case s.b > s.t:
		s.pc[0] = clPopLower
	case s.t-s.free > m.lag:
		s.pc[0] = clPopReadDone
	default:
		s.end()
	}
	return load("top")
}

func (m *chaseLev) popClaimOne(s *clState, _, _ int) Access {
	won := s.top == s.t
	if won {
		s.top++
		s.claimed, s.pc[0] = 1, clPopTakeOne
	} else {
		s.end()
	}
	return cas("top", won)
}

// popTakeTop takes the item of index t, which has been claimed.
func (m *chaseLev) popTakeTop(s *clState, _, _ int) Access {
	m.take(s, s.t)
	if s.free == s.t {
		s.free++
		m.upkeep(s, s.t+1)
	} else {
		s.claimed, s.pc[0] = 0, clPopFinish
	}
	return region()
}

func (m *chaseLev) popLower(s *clState, _, _ int) Access {
	s.b--
	s.bottom = s.b
	s.pc[0] = clPopReadTopAgain
	return store("bottom")
}

func (m *chaseLev) popReadTopAgain(s *clState, _, _ int) Access {
	if m.naive != "PopReadsTopOnce" {
		s.t = s.top
	}
	switch {
	case s.b > s.t:
		s.pc[0] = clPopTakeSlot
	case s.b == s.t:
		s.pc[0] = clPopClaimLast
	default:
		s.pc[0] = clPopRestore
	}
	return load("top")
}

func (m *chaseLev) popTakeSlot(s *clState, _, _ int) Access {
	m.take(s, s.b)
	m.upkeep(s, s.t)
	return region()
}

func (m *chaseLev) popClaimLast(s *clState, _, _ int) Access {
	won := s.top == s.t || m.naive == "PopLastNoCAS"
	if won {
		s.top = s.t + 1
		s.claimed = 1
	}
	s.pc[0] = clPopRestore
	return cas("top", won)
}

func (m *chaseLev) popRestore(s *clState, _, _ int) Access {
	s.b++
	s.bottom = s.b
	if s.claimed == 1 {
		s.pc[0] = clPopTakeLast
	} else {
		s.end()
	}
	return store("bottom")
}

func (m *chaseLev) popFinish(s *clState, _, _ int) Access {
	*s.mark(s.r, s.t) = s.t + 1
	did := m.word(s.r, s.t)
	m.upkeep(s, s.t+1)
	return storeAt("done", did)
}

func (m *chaseLev) popReadDone(s *clState, _, _ int) Access {
	m.reclaim(s, m.batch)
	switch {
	case s.cares == 0:
		s.end()
	case s.b-s.t >= m.quarter(s.r):
		s.lowPops = 0
		s.end()
	case s.lowPops < m.pat:
		s.lowPops++
		s.end()
	default:
		s.next, s.t, s.pc[0] = s.r.size/2, 0, clSwapReadTop
	}
	return region()
}

func (m *chaseLev) swapReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	s.pc[0] = clSwapCopy
	return load("top")
}

// nextRing is the ring that the owner makes.
func (m *chaseLev) nextRing(s *clState) clRing {
	return clRing{ring: (s.r.ring + 1) % m.rings, base: s.t, size: s.next}
}

func (m *chaseLev) swapCopy(s *clState, _, _ int) Access {
	to := m.nextRing(s)
	from := *s
	s.slots[to.ring], s.done[to.ring] = [clMaxSlots]uint8{}, [clMaxSlots]uint8{}
	m.anew("slots", int(to.ring*m.slots), int(m.slots))
	m.anew("done", int(to.ring*m.slots), int(m.slots))
	for i := s.t; i < s.b; i++ {
		*s.at(to, i) = *from.at(s.r, i)
		m.tell(plainReadAt("slots", m.word(s.r, i)))
		m.tell(plainWriteAt("slots", m.word(to, i)))
	}
	s.pc[0] = clSwapPublish
	return region()
}

func (m *chaseLev) swapPublish(s *clState, _, _ int) Access {
	s.array = m.nextRing(s)
	s.pc[0] = clSwapReadTopAgain
	return store("array")
}

func (m *chaseLev) swapReadTopAgain(s *clState, _, _ int) Access {
	old := s.r
	s.r = m.nextRing(s)
	s.before, s.beforeEnd = clRing{}, 0
	if s.top != s.t {
		s.before, s.beforeEnd = old, s.top
	}
	s.free, s.lowPops = s.t, 0
	pop := s.cares == 1
	s.end()
	if !pop {
		s.pc[0] = clPushWrite
	}
	return load("top")
}

func (m *chaseLev) scrubReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	s.pc[0] = clScrubReadDone
	return load("top")
}

func (m *chaseLev) scrubReadDone(s *clState, _, _ int) Access {
	m.reclaim(s, s.r.size)
	s.end()
	return region()
}

func (m *chaseLev) popTopReadTop(s *clState, _, _ int) Access {
	s.t = s.top
	switch {
	case s.b > s.t:
		s.pc[0] = clPopTopClaim
	case s.t-s.free > m.lag:
		s.pc[0] = clPopReadDone
	default:
		s.end()
	}
	return load("top")
}

func (m *chaseLev) popTopClaim(s *clState, _, _ int) Access {
	won := s.top == s.t || m.naive == "PopTopNoCAS"
	if won {
		s.top = s.t + 1
		s.claimed, s.pc[0] = 1, clPopTopTakeSlot
	} else {
		s.t++
		s.pc[0] = clPopTopReadTop
	}
	return cas("top", won)
}

// rest ends an operation of a thief.
func (m *chaseLev) rest(s *clState, t int) {
	th := &s.thief[t-1]
	th.seen, th.left = 0, 0
	if m.naive != "KeepsRing" {
		th.a = clRing{}
	}
	s.pc[t] = clStealReadTop
}

func (m *chaseLev) stealReadTop(s *clState, t, _ int) Access {
	s.pc[t] = clStealReadBottom
	if m.naive == "BottomFirst" {
		s.thief[t-1].seen = s.bottom
		return load("bottom")
	}
	s.thief[t-1].seen = s.top
	return load("top")
}

func (m *chaseLev) stealReadBottom(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	from, to, did := th.seen, s.bottom, load("bottom")
	if m.naive == "BottomFirst" {
		from, to, did = s.top, th.seen, load("top")
	}
	if to <= from {
		th.seen, s.pc[t] = 0, clStealReadTop
		return did
	}
	th.seen, s.pc[t] = from, clStealReadArray
	if m.module == "ChaseLevBatch" {
		th.left = min((to-from+1)/2, m.want)
	}
	return did
}

func (m *chaseLev) stealReadArray(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	if m.naive != "KeepsRing" || th.a == (clRing{}) {
		th.a = s.array
	}
	s.pc[t] = clStealClaim
	return load("array")
}

func (m *chaseLev) stealClaim(s *clState, t, _ int) Access {
	won := s.top == s.thief[t-1].seen
	if won {
		s.top++
		s.pc[t] = clStealReadSlot
	} else {
		m.rest(s, t)
	}
	return cas("top", won)
}

func (m *chaseLev) stealReadSlot(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	s.taken[*s.at(th.a, th.seen)]++
	s.pc[t] = clStealReadArrayAgain
	return plainReadAt("slots", m.word(th.a, th.seen))
}

func (m *chaseLev) stealReadArrayAgain(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	if th.seen < s.array.base && m.naive != "MarksAnyRing" {
		m.nextOfBatch(s, t)
	} else {
		th.a, s.pc[t] = s.array, clStealFinish
	}
	return load("array")
}

func (m *chaseLev) stealFinish(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	*s.mark(th.a, th.seen) = th.seen + 1
	did := m.word(th.a, th.seen)
	m.nextOfBatch(s, t)
	return storeAt("done", did)
}

// nextOfBatch ends what a thief does for one item.
func (m *chaseLev) nextOfBatch(s *clState, t int) {
	th := &s.thief[t-1]
	if th.left <= 1 {
		m.rest(s, t)
		return
	}
	th.seen++
	th.left--
	th.a = clRing{}
	s.pc[t] = clBatchReadBottomAgain
}

func (m *chaseLev) batchReadBottomAgain(s *clState, t, _ int) Access {
	th := &s.thief[t-1]
	if s.bottom <= th.seen && m.naive != "LooksOnce" {
		m.rest(s, t)
	} else {
		s.pc[t] = clStealReadArray
	}
	return load("bottom")
}
