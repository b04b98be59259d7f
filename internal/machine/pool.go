package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/Pool.tla and MCPool.tla.

const (
	poolMaxWorkers = 3
	poolMaxRoots   = 2
	poolMaxKids    = 2
	poolMaxTasks   = poolMaxRoots + poolMaxRoots*poolMaxKids
)

type (
	poolDeque   [1 + poolMaxKids]uint8
	poolWorkers [poolMaxWorkers]uint8
)

type poolState struct {
	injector             [1 + poolMaxRoots]uint8
	pending, closed, out uint8
	priv, pub            [poolMaxWorkers]poolDeque
	request              poolWorkers
	idle, helping        poolWorkers
	permit               poolWorkers
	done, ran            [poolMaxTasks]uint8

	pc     [1 + poolMaxWorkers]uint8
	r      uint8 // the outsider's
	worker [poolMaxWorkers]struct{ root, forked, k, task, victim, quit, uncounted uint8 }
}

// The labels, as in the table of actions.
const (
	poolSubmit = iota
	poolSubmitNotify
	poolClose
	poolCloseWake
	poolAwaitOut
	poolLook
	poolReport
	poolLastWakes
	poolSteal
	poolRequest
	poolAnnounce
	poolReadClosed
	poolRecheck
	poolRecheckSteal
	poolPark
	poolRetract
	poolPassOn
	poolFork
	poolPoll
	poolForkNotify
	poolJoin
	poolRearm
	poolFinish
	poolWakeOwner
	poolFinishRoot
	poolLeave
	poolDone
	poolTerminating
)

// pool is what the configuration says.
type pool struct {
	workers, roots, kids  uint8
	public, blocks, early uint8
	naive                 string
	*Def[poolState]
}

func init() { register("Pool", newPool) }

func newPool(c *tla.Config) (*Def[poolState], error) {
	m := &pool{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Workers", &m.workers, poolMaxWorkers}, size{"Roots", &m.roots, poolMaxRoots},
		size{"Kids", &m.kids, poolMaxKids}); err != nil {
		return nil, err
	}
	if err = sizesFrom0(c, size{"Public", &m.public, 1}, size{"Blocks", &m.blocks, 1}, size{"Early", &m.early, 1}); err != nil {
		return nil, err
	}
	if m.workers == 1 {
		return nil, fmt.Errorf("%s.cfg: one worker has nobody to steal from", c.Name)
	}
	all, slept := int(m.workers), "idle helping permit"
	m.Def = &Def[poolState]{
		Init:    poolState{r: 1},
		Threads: []string{"outsider"},
		PC:      func(s *poolState) []uint8 { return s.pc[:] },
		Actions: []Action[poolState]{
			poolSubmit:       {"Submit", "injector pending", "injector pending", m.submit, 1},
			poolSubmitNotify: {"SubmitNotify", slept, slept, m.submitNotify, all},
			poolClose:        {"Close", "", "closed", m.close, 1},
			poolCloseWake:    {"CloseWake", "", "permit", m.closeWake, 1},
			poolAwaitOut:     {"AwaitOut", "out", "", m.awaitOut, 1},
			poolLook:         {"Look", "injector", "injector", m.look, 1},
			poolReport:       {"Report", "pending closed", "pending", m.report, 1},
			poolLastWakes:    {"LastWakes", "", "permit", m.lastWakes, 1},
			poolSteal:        {"Steal", "pub", "pub", m.steal, 1},
			poolRequest:      {"Request", "request", "request", m.requests, 1},
			poolAnnounce:     {"Announce", "idle helping", "idle helping", m.announce, 1},
			poolReadClosed:   {"ReadClosed", "closed pending", "", m.readClosed, 1},
			poolRecheck:      {"Recheck", "injector done", "", m.recheck, 1},
			poolRecheckSteal: {"RecheckSteal", "pub", "", m.recheckSteal, 1},
			poolPark:         {"Park", "permit", "permit", m.park, 1},
			poolRetract:      {"Retract", "idle helping done", "idle helping", m.retract, 1},
			poolPassOn:       {"PassOn", slept, slept, m.passOn, all},
			poolFork:         {"Fork", "priv pub", "priv pub", m.fork, 1},
			poolPoll:         {"Poll", "request priv pub", "request priv pub", m.poll, 1},
			poolForkNotify:   {"ForkNotify", slept, slept, m.forkNotify, all},
			poolJoin:         {"Join", "done request priv pub", "request priv pub", m.join, 1},
			poolRearm:        {"Rearm", "", "request", m.rearm, 1},
			poolFinish:       {"Finish", "", "done", m.finish, 1},
			poolWakeOwner:    {"WakeOwner", "", "permit", m.wakeOwner, 1},
			poolFinishRoot:   {"FinishRoot", "", "done", m.finishRoot, 1},
			poolLeave:        {"Leave", "out", "out", m.leave, 1},
			poolDone:         {Name: "Done"},
			poolTerminating:  {Name: "Terminating"},
		},
		Vars: m.vars(),
	}
	for w := range m.workers {
		m.Threads = append(m.Threads, fmt.Sprintf("worker %d", w+1))
		m.Init.pc[1+w] = poolLook
	}
	m.properties()
	return m.Def, nil
}

func (m *pool) vars() []Var[poolState] {
	tasks, workers := int(m.roots+m.roots*m.kids), int(m.workers)
	own := func(name string, shape Shape, cell func(s *poolState, w int) *uint8) Var[poolState] {
		return ofThieves(name, m.workers, shape, cell)
	}
	deques := fn(1, workers, seq(poolMaxKids, num))
	width := 1 + poolMaxKids
	return []Var[poolState]{
		shared("injector", seq(poolMaxRoots, num), m.roots, func(s *poolState, i int) *uint8 { return &s.injector[i] }),
		shared("pending", num, m.roots, func(s *poolState, _ int) *uint8 { return &s.pending }),
		shared("closed", flag, 1, func(s *poolState, _ int) *uint8 { return &s.closed }),
		shared("priv", deques, uint8(tasks), func(s *poolState, i int) *uint8 { return &s.priv[i/width][i%width] }),
		shared("pub", deques, uint8(tasks), func(s *poolState, i int) *uint8 { return &s.pub[i/width][i%width] }),
		shared("request", fn(1, workers, flag), 1, func(s *poolState, i int) *uint8 { return &s.request[i] }),
		shared("idle", set(1, workers), 1, func(s *poolState, i int) *uint8 { return &s.idle[i] }),
		shared("helping", set(1, workers), 1, func(s *poolState, i int) *uint8 { return &s.helping[i] }),
		shared("permit", fn(1, workers, flag), 1, func(s *poolState, i int) *uint8 { return &s.permit[i] }),
		shared("done", fn(1, tasks, flag), 1, func(s *poolState, i int) *uint8 { return &s.done[i] }),
		shared("out", num, m.workers, func(s *poolState, _ int) *uint8 { return &s.out }),
		ghost("ran", fn(1, tasks, num), func(s *poolState, i int) *uint8 { return &s.ran[i] }),
		owned("r", num, func(s *poolState, _ int) *uint8 { return &s.r }),
		own("root", num, func(s *poolState, w int) *uint8 { return &s.worker[w].root }),
		own("forked", num, func(s *poolState, w int) *uint8 { return &s.worker[w].forked }),
		own("k", num, func(s *poolState, w int) *uint8 { return &s.worker[w].k }),
		own("task", num, func(s *poolState, w int) *uint8 { return &s.worker[w].task }),
		own("victim", num, func(s *poolState, w int) *uint8 { return &s.worker[w].victim }),
		own("quit", flag, func(s *poolState, w int) *uint8 { return &s.worker[w].quit }),
		own("uncounted", num, func(s *poolState, w int) *uint8 { return &s.worker[w].uncounted }),
	}
}
