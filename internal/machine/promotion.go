package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/Promotion.tla and MCPromotion.tla.

const (
	prMaxForks   = 6
	prMaxThieves = 4
)

type prState struct {
	poll    prWord
	slot    uint8
	content [prMaxForks]uint8 // of jobs
	status  [prMaxForks]uint8
	idle    [prMaxThieves]uint8
	permit  [prMaxThieves]uint8
	ran     [prMaxForks]uint8
	pc      [1 + prMaxThieves + 1]uint8

	// The owner's.
	depth, promoted            uint8 // how many frames and jobs there are
	frames, jobs, mine         [prMaxForks]uint8
	forked, made, spare, woken uint8
	taken                      uint8

	thief [prMaxThieves]struct{ job, item, listed uint8 }
}

type prWord struct{ close, request uint8 }

// The labels, as in the table of actions.
const (
	prOwnerIdle = iota
	prPoll
	prClearRequest
	prReadSlot
	prWriteJob
	prPublish
	prNotifyClaim
	prUnpark
	prTakeBack
	prRearm
	prReadStatus
	prOwnClaim
	prOwnDone
	prReadVictim
	prClaim
	prRerequest
	prClaimJob
	prReadJob
	prStoreDone
	prRequest
	prReadClosed
	prAnnounce
	prPark
	prRetract
	prPassOn
	prClose
	prCloseUnpark
	prDone
	prTerminating
)

// promotion is what the configuration says.
type promotion struct {
	forks, thieves uint8
	closes, leaf   bool
	naive          string
	*Def[prState]
}

func init() { register("Promotion", newPromotion) }

func newPromotion(c *tla.Config) (*Def[prState], error) {
	m := &promotion{}
	var err error
	if m.closes, err = truth(c, "Closes"); err != nil {
		return nil, err
	}
	if m.leaf, err = truth(c, "Leaf"); err != nil {
		return nil, err
	}
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Forks", &m.forks, prMaxForks}, size{"Thieves", &m.thieves, prMaxThieves}); err != nil {
		return nil, err
	}
	m.Def = &Def[prState]{
		Threads: append(ownerAndThieves(m.thieves), "closer"),
		PC:      func(s *prState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	for t := range m.thieves {
		m.Init.pc[1+t] = prReadVictim
	}
	m.Init.pc[m.closer()] = prClose
	if m.naive != "FirstHidden" {
		m.Init.poll.request = 1
	}
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *promotion) actions() []Action[prState] {
	return []Action[prState]{
		prOwnerIdle:    {"OwnerIdle", "", "", m.ownerIdle, 3},
		prPoll:         {"Poll", "poll", "", m.readPoll, 1},
		prClearRequest: {"ClearRequest", "poll", "poll", m.clearRequest, 1},
		prReadSlot:     {"ReadSlot", "slot", "", m.readSlot, 1},
		prWriteJob:     {"WriteJob", "content", "content", m.writeJob, 1},
		prPublish:      {"Publish", "", "slot", m.publish, 1},
		prNotifyClaim:  {"NotifyClaim", "idle", "idle", m.notifyClaim, int(m.thieves)},
		prUnpark:       {"Unpark", "", "permit", m.unpark, 1},
		prTakeBack:     {"TakeBack", "slot", "slot", m.takeBack, 1},
		prRearm:        {"Rearm", "poll", "poll", m.rearm, 1},
		prReadStatus:   {"ReadStatus", "status", "", m.readStatus, 1},
		prOwnClaim:     {"OwnClaim", "status", "status", m.ownClaim, 1},
		prOwnDone:      {"OwnDone", "", "status", m.ownDone, 1},
		prReadVictim:   {"ReadVictim", "slot", "", m.readVictim, 1},
		prClaim:        {"Claim", "slot", "slot", m.claim, 1},
		prRerequest:    {"Rerequest", "poll", "poll", m.rerequest, 1},
		prClaimJob:     {"ClaimJob", "status", "status", m.claimJob, 1},
		prReadJob:      {"ReadJob", "content", "", m.readJob, 1},
		prStoreDone:    {"StoreDone", "", "status", m.storeDone, 1},
		prRequest:      {"Request", "poll", "poll", m.request, 1},
		prReadClosed:   {"ReadClosed", "poll", "", m.readClosed, 1},
		prAnnounce:     {"Announce", "idle", "idle", m.announce, 1},
		prPark:         {"Park", "permit", "permit", m.park, 1},
		prRetract:      {"Retract", "idle", "idle", m.retract, 1},
		prPassOn:       {"PassOn", "idle permit", "idle permit", m.passOn, int(m.thieves)},
		prClose:        {"Close", "poll", "poll", m.close, 1},
		prCloseUnpark:  {"CloseUnpark", "permit", "permit", m.closeUnpark, 1},
		prDone:         {Name: "Done"},
		prTerminating:  {Name: "Terminating"},
	}
}

// truth reads a constant that is TRUE or FALSE.
func truth(c *tla.Config, name string) (bool, error) {
	switch text := c.Constants[name]; text {
	case "TRUE", "FALSE":
		return text == "TRUE", nil
	default:
		return false, fmt.Errorf("%s.cfg: %s is %q, want TRUE or FALSE", c.Name, name, text)
	}
}

// The values of status: not started, run by the owner or thief t, complete.
func (m *promotion) complete() uint8 { return m.thieves + 2 }

// closer is the closer's thread.
func (m *promotion) closer() int { return 1 + int(m.thieves) }

func (m *promotion) vars() []Var[prState] {
	forks, thieves := int(m.forks), int(m.thieves)
	return []Var[prState]{
		shared("poll", rec([]string{"close", "request"}, flag, flag), 1, func(s *prState, i int) *uint8 {
			if i == 0 {
				return &s.poll.close
			}
			return &s.poll.request
		}),
		shared("slot", num, m.forks, func(s *prState, _ int) *uint8 { return &s.slot }),
		shared("content", fn(1, forks, num), m.forks, func(s *prState, i int) *uint8 { return &s.content[i] }),
		shared("status", fn(1, forks, num), m.complete(), func(s *prState, i int) *uint8 { return &s.status[i] }),
		shared("idle", set(1, thieves), 1, func(s *prState, i int) *uint8 { return &s.idle[i] }),
		shared("permit", fn(1, thieves, flag), 1, func(s *prState, i int) *uint8 { return &s.permit[i] }),
		ghost("ran", fn(1, forks, num), func(s *prState, i int) *uint8 { return &s.ran[i] }),
		owned("frames", seq(forks, num), func(s *prState, i int) *uint8 {
			if i == 0 {
				return &s.depth
			}
			return &s.frames[i-1]
		}),
		owned("forked", num, func(s *prState, _ int) *uint8 { return &s.forked }),
		owned("jobs", seq(forks, num), func(s *prState, i int) *uint8 {
			if i == 0 {
				return &s.promoted
			}
			return &s.jobs[i-1]
		}),
		owned("made", num, func(s *prState, _ int) *uint8 { return &s.made }),
		owned("spare", num, func(s *prState, _ int) *uint8 { return &s.spare }),
		owned("mine", set(1, forks), func(s *prState, i int) *uint8 { return &s.mine[i] }),
		owned("taken", flag, func(s *prState, _ int) *uint8 { return &s.taken }),
		owned("woken", num, func(s *prState, _ int) *uint8 { return &s.woken }),
		ofThieves("job", m.thieves, num, func(s *prState, i int) *uint8 { return &s.thief[i].job }),
		ofThieves("item", m.thieves, num, func(s *prState, i int) *uint8 { return &s.thief[i].item }),
		ofThieves("listed", m.thieves, flag, func(s *prState, i int) *uint8 { return &s.thief[i].listed }),
	}
}
