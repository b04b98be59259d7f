package pool

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// openPools lists the pools that have workers. A goroutine that waits for one of them may be a
// worker of another.
var openPools struct {
	mu  sync.Mutex
	all atomic.Pointer[[]*state] // replaced under mu
}

// registerPool adds the pool when its first worker starts.
func (s *state) registerPool() {
	updateOpenPools(func(all []*state) []*state { return append(all, s) })
}

// unregisterPool removes the pool when its last worker leaves.
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

// waitOutside calls wait to wait for something of this pool. The caller is not a worker of this
// pool. In a task of another pool, a spare takes that worker's place, as in [Worker.Blocking],
// if Options.Spares allows one. Otherwise no worker might be left in pools whose tasks wait for
// each other. waitOutside costs a few loads, however many pools there are.
func (s *state) waitOutside(wait func()) {
	if w := s.workerOfOtherPool(); w != nil {
		w.blocking(wait)
		return
	}
	wait()
}

// workerOfOtherPool returns the worker of another pool in whose task the caller runs, or nil.
// It finds none where currentWorker cannot.
func (s *state) workerOfOtherPool() *Worker {
	all := openPools.all.Load()
	if all == nil {
		return nil
	}
	if len(*all) == 1 && (*all)[0] == s {
		return nil
	}
	here, known := park.Local()
	if w, _ := here.(*Worker); w != nil && w.state != s && w.task != nil {
		return w
	}
	g := park.Goroutine()
	for _, o := range *all {
		if o == s || known && !o.options.CallerRuns { // the goroutines of callers keep no worker
			continue
		}
		if w := o.workerOn(g); w != nil && w.task != nil {
			return w
		}
	}
	return nil
}
