package pool

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// open is the pools that have workers: who waits for one of them may be a worker of another.
var openPools struct {
	mu  sync.Mutex
	all atomic.Pointer[[]*state] // replaced under mu
}

// opens makes the pool one of these, when its first worker begins.
func (s *state) registerPool() {
	updateOpenPools(func(all []*state) []*state { return append(all, s) })
}

// ceases takes that back, when its last worker leaves.
func (s *state) unregisterPool() {
	updateOpenPools(func(all []*state) []*state {
		return slices.DeleteFunc(all, func(o *state) bool { return o == s })
	})
}

func updateOpenPools(change func(all []*state) []*state) {
	openPools.mu.Lock()
	defer openPools.mu.Unlock()
	var all []*state
	if before := openPools.all.Load(); before != nil {
		all = slices.Clone(*before)
	}
	all = change(all)
	openPools.all.Store(&all)
}

// abroad calls wait, which waits for something of this pool, for a caller that is no worker
// of it. In a task of another pool a spare takes the worker's place meanwhile, as in
// [Worker.Blocking], if there may be one: pools whose tasks wait for each other would have
// nobody left to run them.
// It costs a load, and one more for each worker of the other pools.
func (s *state) waitOutside(wait func()) {
	if w := s.workerOfOtherPool(); w != nil {
		w.blocking(wait)
		return
	}
	wait()
}

// foreigner returns the worker of another pool in whose task the caller is, if there is one and
// it is known: see here.
func (s *state) workerOfOtherPool() *Worker {
	all := openPools.all.Load()
	if all == nil {
		return nil
	}
	g := park.Goroutine()
	for _, o := range *all {
		if o == s {
			continue
		}
		if w := o.workerOn(g); w != nil && w.task != nil {
			return w
		}
	}
	return nil
}
