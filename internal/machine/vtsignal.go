package machine

import (
	"fmt"

	"github.com/stealproof/stealproof/tla"
)

// The machine of tla/pool/VTSignal.tla and MCVTSignal.tla.

const (
	vtMaxWorkers = 3
	vtMaxRoots   = 2
	vtMaxKids    = 2
	vtMaxTasks   = vtMaxRoots + vtMaxRoots*vtMaxKids
)

type vtState struct {
	arrived, shutdown, out uint8
	global                 [1 + vtMaxRoots]uint8
	waiting                [vtMaxWorkers]uint8
	deque                  [vtMaxWorkers][1 + vtMaxKids]uint8
	done, ran              [vtMaxTasks]uint8

	pc     [1 + vtMaxWorkers]uint8
	r      uint8 // main's
	worker [vtMaxWorkers]struct{ seen, victim, task, root, k uint8 }
}

// The labels, as in the table of actions.
const (
	vtMainArrive = iota
	vtMainStart
	vtSubmit
	vtSubmitSignal
	vtMainGet
	vtShutdown
	vtBroadcast
	vtJoin
	vtArrive
	vtStart
	vtStealLook
	vtTakeGlobal
	vtLookAgain
	vtRetract
	vtPassOn
	vtAwaitWork
	vtFork
	vtForkSignal
	vtGet
	vtAwaitFuture
	vtFinish
	vtLeave
	vtDone
	vtTerminating
)

// vtSignal is what the configuration says.
type vtSignal struct {
	workers, roots, kids, again uint8
	naive                       string
	*Def[vtState]
}

func init() { register("VTSignal", newVTSignal) }

func newVTSignal(c *tla.Config) (*Def[vtState], error) {
	m := &vtSignal{}
	var err error
	if m.naive, err = c.Text("Naive"); err != nil {
		return nil, err
	}
	if err = sizes(c, size{"Workers", &m.workers, vtMaxWorkers}, size{"Roots", &m.roots, vtMaxRoots},
		size{"Kids", &m.kids, vtMaxKids}); err != nil {
		return nil, err
	}
	if m.again, err = zeroOrOne(c, "Again"); err != nil {
		return nil, err
	}
	if m.workers == 1 {
		return nil, fmt.Errorf("%s.cfg: one worker has nobody to steal from", c.Name)
	}
	m.Def = &Def[vtState]{
		Init:    vtState{r: 1},
		Threads: []string{"main"},
		PC:      func(s *vtState) []uint8 { return s.pc[:] },
		Actions: m.actions(),
		Vars:    m.vars(),
	}
	for w := range m.workers {
		m.Threads = append(m.Threads, fmt.Sprintf("worker %d", w+1))
		m.Init.pc[1+w], m.Init.worker[w].victim = vtArrive, m.after(w+1)
	}
	m.properties()
	return m.Def, nil
}

// actions returns the actions in the order of their labels.
func (m *vtSignal) actions() []Action[vtState] {
	look := "deque" // what StealLook reads before the pool's lock is taken again
	switch m.naive {
	case "GlobalFirst":
		look += " global"
	case "ShutdownFirst":
		look += " shutdown"
	}
	return []Action[vtState]{
		vtMainArrive:   {"MainArrive", "arrived", "arrived", m.mainArrive, 1},
		vtMainStart:    {"MainStart", "arrived", "", m.mainStart, 1},
		vtSubmit:       {"Submit", "global", "global", m.submit, 1},
		vtSubmitSignal: {"SubmitSignal", "waiting", "waiting", m.submitSignal, int(m.workers)},
		vtMainGet:      {"MainGet", "done", "", m.mainGet, 1},
		vtShutdown:     {"Shutdown", "", "shutdown", m.shutdown, 1},
		vtBroadcast:    {"Broadcast", "", "waiting", m.broadcast, 1},
		vtJoin:         {"Join", "out", "", m.join, 1},
		vtArrive:       {"Arrive", "arrived", "arrived", m.arrive, 1},
		vtStart:        {"Start", "arrived", "", m.start, 1},
		vtStealLook:    {"StealLook", look, "deque", m.stealLook, 1},
		vtTakeGlobal:   {"TakeGlobal", "global shutdown waiting", "global waiting", m.takeGlobal, 1},
		vtLookAgain:    {"LookAgain", "deque", "", m.lookAgain, 1},
		vtRetract:      {"Retract", "waiting", "waiting", m.retract, 1},
		vtPassOn:       {"PassOn", "waiting", "waiting", m.passOn, int(m.workers)},
		vtAwaitWork:    {"AwaitWork", "waiting", "", m.awaitWork, 1},
		vtFork:         {"Fork", "deque", "deque", m.fork, 1},
		vtForkSignal:   {"ForkSignal", "waiting", "waiting", m.forkSignal, int(m.workers)},
		vtGet:          {"Get", "deque", "deque", m.get, 1},
		vtAwaitFuture:  {"AwaitFuture", "done", "", m.awaitFuture, 1},
		vtFinish:       {"Finish", "", "done", m.finish, 1},
		vtLeave:        {"Leave", "out", "out", m.leave, 1},
		vtDone:         {Name: "Done"},
		vtTerminating:  {Name: "Terminating"},
	}
}

func (m *vtSignal) vars() []Var[vtState] {
	tasks := int(m.roots + m.roots*m.kids)
	own := func(name string, cell func(s *vtState, w int) *uint8) Var[vtState] {
		return ofThieves(name, m.workers, num, cell)
	}
	return []Var[vtState]{
		shared("arrived", num, m.workers+1, func(s *vtState, _ int) *uint8 { return &s.arrived }),
		shared("global", seq(vtMaxRoots, num), m.roots, func(s *vtState, i int) *uint8 { return &s.global[i] }),
		shared("shutdown", flag, 1, func(s *vtState, _ int) *uint8 { return &s.shutdown }),
		shared("waiting", set(1, int(m.workers)), 1, func(s *vtState, i int) *uint8 { return &s.waiting[i] }),
		shared("deque", fn(1, int(m.workers), seq(vtMaxKids, num)), uint8(tasks), func(s *vtState, i int) *uint8 {
			return &s.deque[i/(1+vtMaxKids)][i%(1+vtMaxKids)]
		}),
		shared("done", fn(1, tasks, flag), 1, func(s *vtState, i int) *uint8 { return &s.done[i] }),
		shared("out", num, m.workers, func(s *vtState, _ int) *uint8 { return &s.out }),
		ghost("ran", fn(1, tasks, num), func(s *vtState, i int) *uint8 { return &s.ran[i] }),
		owned("r", num, func(s *vtState, _ int) *uint8 { return &s.r }),
		own("seen", func(s *vtState, w int) *uint8 { return &s.worker[w].seen }),
		own("victim", func(s *vtState, w int) *uint8 { return &s.worker[w].victim }),
		own("task", func(s *vtState, w int) *uint8 { return &s.worker[w].task }),
		own("root", func(s *vtState, w int) *uint8 { return &s.worker[w].root }),
		own("k", func(s *vtState, w int) *uint8 { return &s.worker[w].k }),
	}
}
