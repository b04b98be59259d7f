package machine

import "github.com/stealproof/stealproof/tla"

// The machine of tla/deque/Split.tla and MCSplit.tla.

const (
	splitMaxItems   = 8
	splitMaxThieves = 3
	splitMaxSlots   = 8
	splitMaxRings   = 8
)

type splitState struct {
	request     uint8
	array       splitRing
	word        [splitMaxRings]splitWord
	slots, done [splitMaxRings][splitMaxSlots]uint8
	pushed      uint8
	taken       [splitMaxItems + 1]uint8
	owed        uint8
	pc          [1 + splitMaxThieves]uint8

	// The owner's.
	head, split, free, next, takes uint8
	r                              splitRing
	w                              splitWord

	thief [splitMaxThieves]splitThief
}

type splitRing struct{ ring, size uint8 }

// A splitWord is closed if split is tail-1, which may be -1: split is an int8.
type splitWord struct{ split, tail uint8 }

func (w splitWord) open() bool { return w.split != w.tail-1 }

type splitThief struct {
	seen splitWord
	a    splitRing
}

// The labels, as in the table of actions.
const (
	splitOwnerIdle = iota
	splitPushReadTail
	splitPushReadDone
	splitPushWrite
	splitPushPoll
	splitPopReadWord
	splitPopShrink
	splitPopTakeSlot
	splitPopPoll
	splitShareClear
	splitShareReadWord
	splitSharePublish
	splitMeetReadDone
	splitSwapReadWord
	splitSwapClose
	splitSwapCopy
	splitSwapPublish
	splitScrubReadTail
	splitScrubReadDone
	splitStealReadArray
	splitStealReadWord
	splitStealReadRequest
	splitStealRequest
	splitStealClaim
	splitStealReadSlot
	splitStealFinish
)

// split is what the configuration says.
type split struct {
	items, thieves, first, slots, rings, lag, batch, scrubs uint8
	naive                                                   string
	*Def[splitState]
}

func init() { register("Split", newSplit) }

func newSplit(c *tla.Config) (*Def[splitState], error) {
	m := &split{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Items", &m.items, splitMaxItems}, size{"Thieves", &m.thieves, splitMaxThieves},
		size{"First", &m.first, splitMaxSlots}, size{"Slots", &m.slots, splitMaxSlots},
		size{"Rings", &m.rings, splitMaxRings}, size{"Batch", &m.batch, 100}); err != nil {
		return nil, err
	}
	if m.scrubs, err = zeroOrOne(c, "Scrubs"); err != nil {
		return nil, err
	}
	lag, err := c.Int("Lag") // 0 is a size, too
	if err != nil {
		return nil, err
	}
	m.lag = uint8(min(max(lag, 0), 100))
	m.Def = &Def[splitState]{
		Threads: ownerAndThieves(m.thieves),
		PC:      func(s *splitState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	m.Init.array.size, m.Init.r.size = m.first, m.first
	for n := uint8(1); n < m.rings; n++ {
		m.Init.word[n] = closed(0)
	}
	for t := range m.thieves {
		m.Init.pc[1+t] = splitStealReadArray
	}
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *split) actions() []Action[splitState] {
	return []Action[splitState]{
		splitOwnerIdle:        {"OwnerIdle", "", "", m.ownerIdle, 3},
		splitPushReadTail:     {"PushReadTail", "word", "", m.readWord(splitPushReadDone), 1},
		splitPushReadDone:     {"PushReadDone", "slots done", "slots", m.pushReadDone, 1},
		splitPushWrite:        {"PushWrite", "", "slots", m.pushWrite, 1},
		splitPushPoll:         {"PushPoll", "request", "", m.poll, 1},
		splitPopReadWord:      {"PopReadWord", "word", "", m.popReadWord, 1},
		splitPopShrink:        {"PopShrink", "word", "word", m.popShrink, 1},
		splitPopTakeSlot:      {"PopTakeSlot", "slots", "slots", m.popTakeSlot, 1},
		splitPopPoll:          {"PopPoll", "request", "", m.poll, 1},
		splitShareClear:       {"ShareClear", "", "request", m.shareClear, 1},
		splitShareReadWord:    {"ShareReadWord", "word", "", m.readWord(splitSharePublish), 1},
		splitSharePublish:     {"SharePublish", "word", "word", m.sharePublish, 1},
		splitMeetReadDone:     {"MeetReadDone", "slots done", "slots", m.meetReadDone, 1},
		splitSwapReadWord:     {"SwapReadWord", "word", "", m.readWord(splitSwapClose), 1},
		splitSwapClose:        {"SwapClose", "word", "word", m.swapClose, 1},
		splitSwapCopy:         {"SwapCopy", "word slots done", "word slots done", m.swapCopy, 1},
		splitSwapPublish:      {"SwapPublish", "", "array", m.swapPublish, 1},
		splitScrubReadTail:    {"ScrubReadTail", "word", "", m.readWord(splitScrubReadDone), 1},
		splitScrubReadDone:    {"ScrubReadDone", "slots done", "slots", m.scrubReadDone, 1},
		splitStealReadArray:   {"StealReadArray", "array", "", m.stealReadArray, 1},
		splitStealReadWord:    {"StealReadWord", "word", "", m.stealReadWord, 1},
		splitStealReadRequest: {"StealReadRequest", "request", "", m.stealReadRequest, 1},
		splitStealRequest:     {"StealRequest", "", "request", m.stealRequest, 1},
		splitStealClaim:       {"StealClaim", "word", "word", m.stealClaim, 1},
		splitStealReadSlot:    {"StealReadSlot", "slots", "", m.stealReadSlot, 1},
		splitStealFinish:      {"StealFinish", "", "done", m.stealFinish, 1},
	}
}

// closed is the word of a ring that was closed when its tail was i.
func closed(i uint8) splitWord { return splitWord{tail: i, split: i - 1} }

func (m *split) vars() []Var[splitState] {
	ring, word := rec([]string{"ring", "size"}), rec([]string{"split", "tail"}, signed, num)
	ofRing := func(r *splitRing, i int) *uint8 { return [...]*uint8{&r.ring, &r.size}[i] }
	ofWord := func(w *splitWord, i int) *uint8 { return [...]*uint8{&w.split, &w.tail}[i] }
	rings := fn(0, int(m.rings), fn(0, int(m.slots), num))
	slots := int(m.slots)
	return []Var[splitState]{
		shared("request", flag, 1, func(s *splitState, _ int) *uint8 { return &s.request }),
		shared("array", ring, m.slots, func(s *splitState, i int) *uint8 { return ofRing(&s.array, i) }),
		shared("word", fn(0, int(m.rings), word), m.items, func(s *splitState, i int) *uint8 { return ofWord(&s.word[i/2], i%2) }),
		shared("slots", rings, m.items, func(s *splitState, i int) *uint8 { return &s.slots[i/slots][i%slots] }),
		shared("done", rings, m.items, func(s *splitState, i int) *uint8 { return &s.done[i/slots][i%slots] }),
		owned("pushed", num, func(s *splitState, _ int) *uint8 { return &s.pushed }),
		ghost("taken", fn(0, int(m.items)+1, num), func(s *splitState, i int) *uint8 { return &s.taken[i] }),
		ghost("owed", flag, func(s *splitState, _ int) *uint8 { return &s.owed }),
		owned("head", num, func(s *splitState, _ int) *uint8 { return &s.head }),
		owned("split", num, func(s *splitState, _ int) *uint8 { return &s.split }),
		owned("r", ring, func(s *splitState, i int) *uint8 { return ofRing(&s.r, i) }),
		owned("free", num, func(s *splitState, _ int) *uint8 { return &s.free }),
		owned("w", word, func(s *splitState, i int) *uint8 { return ofWord(&s.w, i) }),
		owned("next", num, func(s *splitState, _ int) *uint8 { return &s.next }),
		owned("takes", flag, func(s *splitState, _ int) *uint8 { return &s.takes }),
		ofThieves("seen", m.thieves, word, func(s *splitState, i int) *uint8 { return ofWord(&s.thief[i/2].seen, i%2) }),
		ofThieves("a", m.thieves, ring, func(s *splitState, i int) *uint8 { return ofRing(&s.thief[i/2].a, i%2) }),
	}
}
