package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/Lend.tla and MCLend.tla.

const (
	lendMaxWorkers = 6
	lendMaxItems   = 3
	lendMaxThreads = lendMaxWorkers + lendMaxItems + 7
)

type lendState struct {
	queue, standby                        numbers
	back, shut, served, armed, lends      uint8
	surplus, blocked, active, made, alive uint8
	refused                               uint8
	closed, done, over                    uint8
	seen                                  [lendMaxThreads]uint8
	lent, released, permit, idle, hand    [lendMaxWorkers]uint8
	accepted, ran                         [lendMaxItems]uint8
	early                                 [2]uint8
	old                                   [lendMaxWorkers][lendMaxItems]uint8
	pc                                    [lendMaxThreads]uint8
}

// The labels, as in the table of actions.
const (
	lendUnmade = iota
	lendTake
	lendRun
	lendAwaitOver
	lendLookSurplus
	lendStandBy
	lendAnnounce
	lendAwaitWork
	lendGiveNone
	lendGiveLook
	lendGiveBack
	lendWatch
	lendRest
	lendWoken
	lendLeave
	lendPut
	lendHandOver
	lendReadServed
	lendClaimServed
	lendLendNow
	lendNotify
	lendArm
	lendRing
	lendLookQueue
	lendReadServedLate
	lendClaimServedLate
	lendLendLate
	lendArmAgain
	lendCloseRegistry
	lendCloseInjector
	lendCloseUnpark
	lendAwaitGone
	lendCompensate
	lendUncompensate
	lendUnrefuse
	lendPass
	lendEnd
	lendDone
	lendTerminating
)

// lending is what the configuration says.
type lending struct {
	workers, spares, shrinks, items, heavies, strays, timers, most, blocks, closers uint8

	all   uint8 // the workers that there may be
	naive string
	*Def[lendState]
}

func init() { register("Lend", newLend) }

func newLend(c *tla.Config) (*Def[lendState], error) {
	m := &lending{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Workers", &m.workers, 3}, size{"Submitters", &m.items, lendMaxItems}); err != nil {
		return nil, err
	}
	if err = sizesFrom0(c, size{"Spares", &m.spares, 3}, size{"Shrinks", &m.shrinks, 2}, size{"Heavies", &m.heavies, lendMaxItems},
		size{"Strays", &m.strays, 2}, size{"Timers", &m.timers, 2}, size{"Early", &m.most, 3},
		size{"Blocks", &m.blocks, 1}, size{"Closers", &m.closers, 1}); err != nil {
		return nil, err
	}
	if m.all = m.workers + m.spares*(1+m.closers); m.all > lendMaxWorkers {
		return nil, fmt.Errorf("%s.cfg: the machine has room for %d workers", c.Name, lendMaxWorkers)
	}
	m.Def = &Def[lendState]{
		First:   1,
		PC:      func(s *lendState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	begin := func(kind string, n, label uint8) {
		for i := range n {
			m.Init.pc[len(m.Threads)] = label
			m.Threads = append(m.Threads, fmt.Sprintf("%s %d", kind, i+1))
		}
	}
	begin("worker", m.all, lendUnmade)
	begin("submitter", m.items, lendPut)
	begin("timer", m.timers, lendRing)
	begin("closer", m.closers, lendCloseRegistry)
	begin("blocker", m.blocks, lendCompensate)
	begin("waiter", m.strays, lendPass)
	begin("world", 1, lendEnd)
	m.Init.surplus = m.shrinks
	m.Init.active, m.Init.made, m.Init.alive = m.workers, m.workers, m.workers
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *lending) actions() []Action[lendState] {
	const limit = "closed active blocked surplus lends alive standby made" // what a loan reads
	const start = "active alive lends lent made permit standby"            // what it writes
	workers := int(m.all)
	return []Action[lendState]{
		lendUnmade:          {"Unmade", "alive closed over permit", "permit", m.unmade, 2},
		lendTake:            {"Take", "armed back lent queue seen served", "armed back queue seen served", m.take, 1},
		lendRun:             {"Run", "done", "done", m.run, 1},
		lendAwaitOver:       {"AwaitOver", "done over", "done", m.awaitOver, 1},
		lendLookSurplus:     {"LookSurplus", "blocked refused surplus", "", m.lookSurplus, 1},
		lendStandBy:         {"StandBy", "active blocked closed refused standby surplus", "active standby surplus", m.standBy, 1},
		lendAnnounce:        {"Announce", "idle", "idle", m.announce, 1},
		lendAwaitWork:       {"AwaitWork", "accepted back blocked done idle queue refused shut surplus", "idle", m.awaitWork, lendReasons},
		lendGiveNone:        {"GiveNone", "queue seen served", "seen served", m.giveNone, 1},
		lendGiveLook:        {"GiveLook", "queue", "", m.giveLook, 1},
		lendGiveBack:        {"GiveBack", "active closed lends lent refused standby surplus", "active lends lent standby surplus", m.giveBack, 1},
		lendWatch:           {"Watch", "armed queue", "armed", m.watch, 1},
		lendRest:            {"Rest", "permit", "permit", m.rest, 1},
		lendWoken:           {"Woken", "lent released standby", "", m.woken, 1},
		lendLeave:           {"Leave", "alive", "alive", m.leave, 1},
		lendPut:             {"Put", "accepted queue shut", "accepted queue", m.put, 2},
		lendHandOver:        {"HandOver", "idle", "idle", m.handOver, 2 + workers},
		lendReadServed:      {"ReadServed", "seen served", "seen", m.readServed, 2},
		lendClaimServed:     {"ClaimServed", "seen served", "seen served", m.claimServed, 1},
		lendLendNow:         {"LendNow", limit + " lent permit", start, m.lendNow, 2},
		lendNotify:          {"Notify", "idle", "idle", m.notify, 1 + workers},
		lendArm:             {"Arm", "armed", "armed", m.arm, 1},
		lendRing:            {"Ring", "alive armed closed", "armed", m.ring, 2},
		lendLookQueue:       {"LookQueue", "queue", "", m.lookQueue, 1},
		lendReadServedLate:  {"ReadServedLate", "seen served", "seen", m.readServed, 2},
		lendClaimServedLate: {"ClaimServedLate", "seen served", "seen served", m.claimServed, 1},
		lendLendLate:        {"LendLate", limit + " lent permit", start, m.lendLate, 1},
		lendArmAgain:        {"ArmAgain", "armed", "armed", m.arm, 1},
		lendCloseRegistry:   {"CloseRegistry", "released standby", "closed released standby surplus", m.closeRegistry, 1},
		lendCloseInjector:   {"CloseInjector", "", "shut", m.closeInjector, 1},
		lendCloseUnpark:     {"CloseUnpark", "made permit", "permit", m.closeUnpark, 1},
		lendAwaitGone:       {"AwaitGone", "alive", "", m.awaitGone, 1},
		lendCompensate:      {"Compensate", limit + " idle lent permit refused", "active alive blocked lent made permit refused standby surplus", m.compensate, 1},
		lendUncompensate:    {"Uncompensate", "blocked closed surplus", "blocked surplus", m.uncompensate, 1},
		lendUnrefuse:        {"Unrefuse", "refused", "refused", m.unrefuse, 1},
		lendPass:            {"Pass", "back", "back", m.pass, 1},
		lendEnd:             {"End", "", "over", m.end, 1},
		lendDone:            {Name: "Done"},
		lendTerminating:     {Name: "Terminating"},
	}
}

func (m *lending) vars() []Var[lendState] {
	all, items := int(m.all), int(m.items)
	number := func(name string, most uint8, cell func(s *lendState) *uint8) Var[lendState] {
		return shared(name, num, most, func(s *lendState, _ int) *uint8 { return cell(s) })
	}
	is := func(name string, cell func(s *lendState) *uint8) Var[lendState] {
		return shared(name, flag, 1, func(s *lendState, _ int) *uint8 { return cell(s) })
	}
	ofWorkers := func(name string, cells func(s *lendState) *[lendMaxWorkers]uint8) Var[lendState] {
		return shared(name, fn(1, all, flag), 1, func(s *lendState, i int) *uint8 { return &cells(s)[i] })
	}
	private := func(name string, first, n int, cell func(s *lendState, i int) *uint8) Var[lendState] {
		return Var[lendState]{
			Name: name, Class: Private, Shape: fn(first+1, n, num), Cell: cell, Thread: func(i int) int { return first + i },
		}
	}
	return []Var[lendState]{
		shared("queue", seq(listMax, num), 1, func(s *lendState, i int) *uint8 { return s.queue.cell(i) }),
		shared("standby", seq(listMax, num), 1, func(s *lendState, i int) *uint8 { return s.standby.cell(i) }),
		number("back", m.strays, func(s *lendState) *uint8 { return &s.back }),
		is("shut", func(s *lendState) *uint8 { return &s.shut }),
		number("served", 1, func(s *lendState) *uint8 { return &s.served }),
		shared("seen", set(all+1, items+int(m.timers)), 1, func(s *lendState, i int) *uint8 { return &s.seen[all+i] }),
		is("armed", func(s *lendState) *uint8 { return &s.armed }),
		ofWorkers("lent", func(s *lendState) *[lendMaxWorkers]uint8 { return &s.lent }),
		number("lends", m.spares, func(s *lendState) *uint8 { return &s.lends }),
		number("surplus", m.shrinks+m.blocks, func(s *lendState) *uint8 { return &s.surplus }),
		number("blocked", m.blocks, func(s *lendState) *uint8 { return &s.blocked }),
		number("refused", m.blocks, func(s *lendState) *uint8 { return &s.refused }),
		number("active", m.all, func(s *lendState) *uint8 { return &s.active }),
		number("made", m.all, func(s *lendState) *uint8 { return &s.made }),
		number("alive", m.all, func(s *lendState) *uint8 { return &s.alive }),
		is("closed", func(s *lendState) *uint8 { return &s.closed }),
		ofWorkers("released", func(s *lendState) *[lendMaxWorkers]uint8 { return &s.released }),
		ofWorkers("permit", func(s *lendState) *[lendMaxWorkers]uint8 { return &s.permit }),
		shared("idle", set(1, all), 1, func(s *lendState, i int) *uint8 { return &s.idle[i] }),
		shared("accepted", set(1, items), 1, func(s *lendState, i int) *uint8 { return &s.accepted[i] }),
		number("done", m.items, func(s *lendState) *uint8 { return &s.done }),
		is("over", func(s *lendState) *uint8 { return &s.over }),
		ghost("ran", fn(1, items, num), func(s *lendState, i int) *uint8 { return &s.ran[i] }),
		ghost("old", fn(1, all, set(1, items)), func(s *lendState, i int) *uint8 { return &s.old[i/items][i%items] }),
		private("hand", 0, all, func(s *lendState, i int) *uint8 { return &s.hand[i] }),
		private("early", all+items, int(m.timers), func(s *lendState, i int) *uint8 { return &s.early[i] }),
	}
}
