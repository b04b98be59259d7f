package machine

import "github.com/stealproof/stealproof/tla"

// The machine of tla/pool/Frames.tla and MCFrames.tla.

const (
	frMaxForks   = 4
	frMaxThieves = 2
	frMaxIndex   = 2 * frMaxForks
)

type frState struct {
	request, slot   uint8
	content, status [frMaxForks]uint8 // of jobs
	memory          [frMaxIndex]uint8
	top, shift      uint8
	jobs            numbers
	marks           list[frMark]
	ran             [frMaxForks]uint8
	pc              [1 + frMaxThieves]uint8

	// The owner's.
	forked             uint8
	live               numbers
	handle             [frMaxForks]uint8
	goal, want         uint8
	made, spare, taken uint8

	job [frMaxThieves]uint8
}

type frMark struct{ from, shift uint8 }

// frNoPosition is NoPosition.
const frNoPosition = 100

// The labels, as in the table of actions.
const (
	frOwnerIdle = iota
	frPush
	frPoll
	frClearRequest
	frReadSlot
	frWriteJob
	frPromote
	frPublish
	frFind
	frTake
	frDrop
	frTakeBack
	frRearm
	frReadStatus
	frOwnClaim
	frOwnDone
	frDiscard
	frDiscardDone
	frWithdraw
	frReadVictim
	frClaim
	frRerequest
	frClaimJob
	frStoreDone
	frRequest
	frDone
	frTerminating
)

// typedFrames is what the configuration says.
type typedFrames struct {
	forks, thieves uint8
	asked, cuts    bool
	naive          string
	*Def[frState]
}

func init() { register("Frames", newFrames) }

func newFrames(c *tla.Config) (*Def[frState], error) {
	m := &typedFrames{}
	var err error
	if m.asked, err = truth(c, "Asked"); err != nil {
		return nil, err
	}
	if m.cuts, err = truth(c, "Cuts"); err != nil {
		return nil, err
	}
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Forks", &m.forks, frMaxForks}, size{"Thieves", &m.thieves, frMaxThieves}); err != nil {
		return nil, err
	}
	m.Def = &Def[frState]{
		Threads: ownerAndThieves(m.thieves),
		PC:      func(s *frState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	if m.asked {
		m.Init.request = 1
	}
	for t := range m.thieves {
		m.Init.pc[1+t] = frReadVictim
	}
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *typedFrames) actions() []Action[frState] {
	return []Action[frState]{
		frOwnerIdle:    {"OwnerIdle", "", "", m.ownerIdle, int(m.forks) + 2},
		frPush:         {"Push", "", "", m.push, 1},
		frPoll:         {"Poll", "request", "", m.readPoll, 1},
		frClearRequest: {"ClearRequest", "request", "request", m.clearRequest, 1},
		frReadSlot:     {"ReadSlot", "slot", "", m.readSlot, 1},
		frWriteJob:     {"WriteJob", "content", "content", m.writeJob, 1},
		frPromote:      {"Promote", "", "", m.promote, 1},
		frPublish:      {"Publish", "", "slot", m.publish, 1},
		frFind:         {"Find", "", "", m.find, 1},
		frTake:         {"Take", "", "", m.take, 1},
		frDrop:         {"Drop", "", "", m.drop, 1},
		frTakeBack:     {"TakeBack", "slot", "slot", m.takeBack, 1},
		frRearm:        {"Rearm", "request", "request", m.rearm, 1},
		frReadStatus:   {"ReadStatus", "status", "", m.readStatus, 1},
		frOwnClaim:     {"OwnClaim", "status", "status", m.ownClaim, 1},
		frOwnDone:      {"OwnDone", "", "status", m.ownDone, 1},
		frDiscard:      {"Discard", "status", "status", m.discard, 1},
		frDiscardDone:  {"DiscardDone", "", "status", m.discardDone, 1},
		frWithdraw:     {"Withdraw", "status", "", m.withdraw, 1},
		frReadVictim:   {"ReadVictim", "slot", "", m.readVictim, 1},
		frClaim:        {"Claim", "slot", "slot", m.claim, 1},
		frRerequest:    {"Rerequest", "request", "request", m.rerequest, 1},
		frClaimJob:     {"ClaimJob", "status", "status", m.claimJob, 1},
		frStoreDone:    {"StoreDone", "", "status", m.storeDone, 1},
		frRequest:      {"Request", "request", "request", m.ask, 1},
		frDone:         {Name: "Done"},
		frTerminating:  {Name: "Terminating"},
	}
}

// The values of status: not started, run by the owner or thief t, complete.
func (m *typedFrames) complete() uint8 { return m.thieves + 2 }

// vars returns the variables. Only the owner uses memory, top, shift, jobs and marks.
func (m *typedFrames) vars() []Var[frState] {
	forks := int(m.forks)
	mark := rec([]string{"from", "shift"})
	return []Var[frState]{
		shared("request", flag, 1, func(s *frState, _ int) *uint8 { return &s.request }),
		shared("slot", num, m.forks, func(s *frState, _ int) *uint8 { return &s.slot }),
		shared("content", fn(1, forks, num), m.forks, func(s *frState, i int) *uint8 { return &s.content[i] }),
		shared("status", fn(1, forks, num), m.complete(), func(s *frState, i int) *uint8 { return &s.status[i] }),
		owned("memory", fn(0, 2*forks, num), func(s *frState, i int) *uint8 { return &s.memory[i] }),
		owned("top", num, func(s *frState, _ int) *uint8 { return &s.top }),
		owned("shift", num, func(s *frState, _ int) *uint8 { return &s.shift }),
		owned("jobs", seq(forks, num), func(s *frState, i int) *uint8 { return s.jobs.cell(i) }),
		owned("marks", seq(forks, mark), func(s *frState, i int) *uint8 {
			switch {
			case i == 0:
				return &s.marks.n
			case i%2 == 1:
				return &s.marks.at[i/2].from
			}
			return &s.marks.at[i/2-1].shift
		}),
		ghost("ran", fn(1, forks, num), func(s *frState, i int) *uint8 { return &s.ran[i] }),
		owned("forked", num, func(s *frState, _ int) *uint8 { return &s.forked }),
		owned("live", seq(forks, num), func(s *frState, i int) *uint8 { return s.live.cell(i) }),
		owned("handle", fn(1, forks, num), func(s *frState, i int) *uint8 { return &s.handle[i] }),
		owned("goal", num, func(s *frState, _ int) *uint8 { return &s.goal }),
		owned("want", num, func(s *frState, _ int) *uint8 { return &s.want }),
		owned("made", num, func(s *frState, _ int) *uint8 { return &s.made }),
		owned("spare", num, func(s *frState, _ int) *uint8 { return &s.spare }),
		owned("taken", flag, func(s *frState, _ int) *uint8 { return &s.taken }),
		ofThieves("job", m.thieves, num, func(s *frState, i int) *uint8 { return &s.job[i] }),
	}
}
