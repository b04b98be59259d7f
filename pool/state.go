package pool

import (
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// state is the part of a pool that workers refer to. They must not keep the Pool itself
// reachable.
type state struct {
	shared
	options      Options
	registry     registry
	replacements replacements
	stalls       stalls
	parkers      sync.Pool   // *park.Parker, for goroutines that are no workers
	bubble       park.Bubble // where the pool was made

	alive   atomic.Int32   // number of workers
	ready   sync.WaitGroup // counts new workers whose goroutine has not started
	gone    Task           // completed by the last worker to leave
	notGone staleWaiters   // parkers of goroutines that gave up waiting for gone
}

func (s *state) init() {
	s.bubble = park.Here()
	s.injector.init(s.options.Queue)
	s.gone.status.Store(nobody) //tla:- not shared yet
	s.registry.init(&s.workers)
	s.watchSubmissions(s.options.Patience)
}

// staysOpen counts a worker more, unless all workers have left a closed pool.
func (s *state) staysOpen() bool {
	for {
		n := s.alive.Load() //tla:- a lent worker
		if n == 0 {
			return false
		}
		if s.alive.CompareAndSwap(n, n+1) { //tla:- a lent worker
			return true
		}
	}
}

// left is the last call of each worker that leaves, and undoes staysOpen.
func (s *state) left() {
	if s.alive.Add(-1) == 0 { //tla:Injector.Leave
		s.unregisterPool()
		s.injector.late.end()
		s.stalls.end()
		s.gone.finish()
	}
}
