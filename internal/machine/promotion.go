package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/model"
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
		Actions: []Action[prState]{
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
		},
		Vars: m.vars(),
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

// pop joins the newest frame; run says that the owner has run it.
func (s *prState) pop(run bool) {
	s.depth--
	last := &s.frames[s.depth]
	if run {
		s.ran[*last-1]++
	}
	*last = 0
	s.pc[0] = prOwnerIdle
}

// job is the newest job, which that of the newest frame is.
func (s *prState) job() uint8 { return s.jobs[s.promoted-1] }

// popJob drops the newest job.
func (s *prState) popJob() uint8 {
	s.promoted--
	j := s.jobs[s.promoted]
	s.jobs[s.promoted] = 0
	return j
}

// unless goes to a label, or to another one if a fault says so.
func (m *promotion) unless(naive string, other, label uint8) uint8 {
	if m.naive == naive {
		return other
	}
	return label
}

// nothingToPromote is what an owner that polls while it waits does not ask.
func (m *promotion) nothingToPromote(s *prState) bool {
	return m.naive == "WaitPolls" && s.promoted == s.depth
}

func (m *promotion) ownerIdle(s *prState, _, choice int) Access {
	switch choice {
	case 0: // Fork
		if s.forked == m.forks {
			return disabled
		}
		s.forked++
		s.frames[s.depth] = s.forked
		s.depth++
		s.pc[0] = prPoll
	case 1: // Join
		switch {
		case s.depth == 0:
			return disabled
		case s.promoted < s.depth:
			s.pop(true)
		case s.mine[s.job()-1] == 1:
			s.pc[0] = prOwnDone
		default:
			s.pc[0] = prTakeBack
		}
	case 2:
		if s.forked < m.forks || s.depth > 0 && !m.leaf {
			return disabled
		}
		s.pc[0] = prDone
	}
	return silent
}

func (m *promotion) readPoll(s *prState, _, _ int) Access {
	switch {
	case s.poll.request == 1:
		s.pc[0] = m.unless("LookThenClear", prReadSlot, prClearRequest)
	case m.nothingToPromote(s):
		s.pc[0] = prReadStatus
	default:
		s.pc[0] = prOwnerIdle
	}
	return load("poll")
}

func (m *promotion) clearRequest(s *prState, _, _ int) Access {
	s.poll.request = 0
	s.pc[0] = m.unless("LookThenClear", prOwnerIdle, prReadSlot)
	if m.naive == "StoreZero" {
		s.poll.close = 0
	}
	return swap("poll")
}

func (m *promotion) readSlot(s *prState, _, _ int) Access {
	switch {
	case s.slot != 0:
		s.pc[0] = m.unless("LookThenClear", prClearRequest, prOwnerIdle)
	case m.nothingToPromote(s):
		s.pc[0] = prReadStatus
	default:
		s.pc[0] = prWriteJob
	}
	return load("slot")
}

func (m *promotion) writeJob(s *prState, _, _ int) Access {
	if s.spare == 0 {
		s.made++
		s.spare = s.made
	}
	from := m.unless("NewestPromoted", s.depth-1, s.promoted)
	s.content[s.spare-1] = s.frames[from]
	s.pc[0] = m.unless("NotifyBeforePublish", prNotifyClaim, prPublish)
	return region()
}

func (m *promotion) publish(s *prState, _, _ int) Access {
	s.jobs[s.promoted] = s.spare
	s.promoted++
	s.slot, s.spare = s.spare, 0
	s.pc[0] = m.unless("NotifyBeforePublish", prOwnerIdle, prNotifyClaim)
	return store("slot")
}

// notifyClaim claims any thief that is idle: choice says which.
func (m *promotion) notifyClaim(s *prState, _, choice int) Access {
	switch {
	case s.idle[choice] == 1:
		s.idle[choice] = 0
		s.woken = uint8(choice) + 1
		s.pc[0] = prUnpark
	case s.idle != [prMaxThieves]uint8{} || choice > 0:
		return disabled
	default:
		s.pc[0] = m.unless("NotifyBeforePublish", prPublish, prOwnerIdle)
	}
	return region()
}

func (m *promotion) unpark(s *prState, _, _ int) Access {
	did := storeAt("permit", s.woken-1)
	s.permit[s.woken-1] = 1
	s.woken = 0
	s.pc[0] = m.unless("NotifyBeforePublish", prPublish, prOwnerIdle)
	return did
}

func (m *promotion) takeBack(s *prState, _, _ int) Access {
	won := s.slot == s.job() || m.naive == "PlainTakeBack"
	if won {
		s.slot, s.taken = 0, 1
	}
	s.pc[0] = prRearm
	return cas("slot", won)
}

func (m *promotion) rearm(s *prState, _, _ int) Access {
	if m.naive != "NoRearm" && (m.naive != "RearmTaken" || s.taken == 1) {
		s.poll.request = 1
	}
	s.pc[0] = prReadStatus
	if s.taken == 1 {
		s.taken = 0
		s.spare = s.popJob()
		s.pop(true)
	}
	return swap("poll")
}

func (m *promotion) readStatus(s *prState, _, _ int) Access {
	j := s.job() - 1
	switch s.status[j] {
	case m.complete():
		s.popJob()
		s.pop(false)
	case 0:
		s.pc[0] = prOwnClaim
	default:
		s.pc[0] = m.unless("WaitPolls", prPoll, prReadStatus)
	}
	return loadAt("status", j)
}

func (m *promotion) ownClaim(s *prState, _, _ int) Access {
	j := s.job() - 1
	won := s.status[j] == 0
	s.pc[0] = prReadStatus
	if won {
		s.status[j], s.mine[j] = 1, 1
		s.ran[s.frames[s.depth-1]-1]++
		s.pc[0] = prOwnerIdle
	}
	return casAt("status", j, won)
}

func (m *promotion) ownDone(s *prState, _, _ int) Access {
	j := s.job() - 1
	s.status[j], s.mine[j] = m.complete(), 0
	s.pc[0] = prReadStatus
	return storeAt("status", j)
}

func (m *promotion) readVictim(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	th.job = s.slot
	switch {
	case s.slot != 0:
		s.pc[t] = m.unless("ReadFirst", prReadJob, prClaim)
	case th.listed == 1:
		s.pc[t] = prPark
	default:
		s.pc[t] = prRequest
	}
	return load("slot")
}

func (m *promotion) claim(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	won := s.slot == th.job
	switch {
	case !won:
		th.job, th.item = 0, 0
		s.pc[t] = prReadVictim
	case m.naive == "NoRerequest":
		s.slot = 0
		s.takes(t)
	default:
		s.slot = 0
		s.pc[t] = prRerequest
	}
	return cas("slot", won)
}

// takes has a thief go on with the job that it has.
func (s *prState) takes(t int) {
	s.pc[t] = prClaimJob
	if s.thief[t-1].listed == 1 {
		s.pc[t] = prRetract
	}
}

func (m *promotion) rerequest(s *prState, t, _ int) Access {
	s.poll.request = 1
	s.takes(t)
	return swap("poll")
}

func (m *promotion) claimJob(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	j := th.job - 1
	won := s.status[j] == 0
	if won {
		s.status[j] = uint8(t) + 1
		s.pc[t] = m.unless("ReadFirst", prStoreDone, prReadJob)
	} else {
		th.job, th.item = 0, 0
		s.pc[t] = prReadVictim
	}
	return casAt("status", j, won)
}

func (m *promotion) readJob(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	th.item = s.content[th.job-1]
	s.pc[t] = m.unless("ReadFirst", prClaim, prStoreDone)
	return plainReadAt("content", th.job-1)
}

func (m *promotion) storeDone(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	did := storeAt("status", th.job-1)
	s.ran[th.item-1]++
	s.status[th.job-1] = m.complete()
	th.job, th.item = 0, 0
	s.pc[t] = prReadVictim
	return did
}

func (m *promotion) request(s *prState, t, _ int) Access {
	s.poll.request = 1
	s.pc[t] = prReadClosed
	return swap("poll")
}

func (m *promotion) readClosed(s *prState, t, _ int) Access {
	s.pc[t] = prAnnounce
	if s.poll.close == 1 {
		s.pc[t] = prDone
	}
	return load("poll")
}

func (m *promotion) announce(s *prState, t, _ int) Access {
	s.idle[t-1], s.thief[t-1].listed = 1, 1
	s.pc[t] = m.unless("NoRecheck", prPark, prReadVictim)
	return region()
}

func (m *promotion) park(s *prState, t, _ int) Access {
	if s.permit[t-1] == 0 {
		return disabled
	}
	s.permit[t-1] = 0
	s.pc[t] = prRetract
	return Access{Single, model.LockStep, int32(t - 1), "permit"}
}

func (m *promotion) retract(s *prState, t, _ int) Access {
	th := &s.thief[t-1]
	claimed := s.idle[t-1] == 0
	th.listed = 0
	if m.naive != "NoRetract" {
		s.idle[t-1] = 0
	}
	switch {
	case th.job == 0:
		s.pc[t] = prReadVictim
	case claimed && m.naive != "NoPassOn":
		s.pc[t] = prPassOn
	default:
		s.pc[t] = prClaimJob
	}
	return region()
}

// passOn wakes any thief that is idle: choice says which.
func (m *promotion) passOn(s *prState, t, choice int) Access {
	switch {
	case s.idle[choice] == 1:
		s.idle[choice], s.permit[choice] = 0, 1
	case s.idle != [prMaxThieves]uint8{} || choice > 0:
		return disabled
	}
	s.pc[t] = prClaimJob
	return region()
}

func (m *promotion) close(s *prState, t, _ int) Access {
	if !m.closes {
		return disabled
	}
	s.poll.close = 1
	s.pc[t] = prCloseUnpark
	return swap("poll")
}

func (m *promotion) closeUnpark(s *prState, t, _ int) Access {
	for i := range m.thieves {
		s.permit[i] = 1
	}
	s.pc[t] = prDone
	return region()
}
