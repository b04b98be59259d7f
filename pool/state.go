package pool

import (
	"sync"
	"sync/atomic"
)

// state is what workers hold of a pool, so that they do not keep a Pool reachable.
type state struct {
	shared
	options      Options
	registry     registry
	replacements replacements
	parkers      sync.Pool // of goroutines that are no workers

	alive   atomic.Int32   // workers
	ready   sync.WaitGroup // of those that were hired and have not begun
	gone    Task           // completed by the last worker that leaves
	notGone staleWaiters   // of those who waited for that
}

func (s *state) init() {
	s.injector.init(s.options.Queue)
	s.gone.status.Store(nobody) //tla:- nobody else has it
	s.registry.init(&s.workers)
}

// left is called by each worker that leaves, at last.
func (s *state) left() {
	if s.alive.Add(-1) == 0 { //tla:Injector.Leave
		s.unregisterPool()
		s.gone.finish()
	}
}
