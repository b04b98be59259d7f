package pool

import (
	"sync"
	"sync/atomic"
)

// state is the part of a pool that workers refer to. They must not keep the Pool itself
// reachable.
type state struct {
	shared
	options      Options
	registry     registry
	replacements replacements
	parkers      sync.Pool // *park.Parker, for goroutines that are no workers

	alive   atomic.Int32   // number of workers
	ready   sync.WaitGroup // counts new workers whose goroutine has not started
	gone    Task           // completed by the last worker to leave
	notGone staleWaiters   // parkers of goroutines that gave up waiting for gone
}

func (s *state) init() {
	s.injector.init(s.options.Queue)
	s.gone.status.Store(nobody) //tla:- not shared yet
	s.registry.init(&s.workers)
}

// left is the last call of each worker that leaves.
func (s *state) left() {
	if s.alive.Add(-1) == 0 { //tla:Injector.Leave
		s.unregisterPool()
		s.gone.finish()
	}
}
