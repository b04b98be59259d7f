package pool

import (
	"slices"
	"sync/atomic"
)

// seat is the place of a worker.
type seat struct {
	on    bool          // Options.CallerRuns
	state atomic.Uint32 // own, free, taken or wanted
	guest *Worker       // the handle of the callers, nil at first; it belongs to the caller that has the place
}

const (
	own    uint32 = iota // the worker's goroutine has the place
	free                 // it sleeps, and a caller may take the place
	taken                // a caller has the place
	wanted               // a caller has it, and the worker's goroutine has woken meanwhile
)

// offers lets callers take the place.
func (s *seat) offers() {
	if s.on {
		s.state.Store(free)
	}
}

// regains reports whether the worker's goroutine, which has woken, has its place. If a caller has it, that caller
// wakes the goroutine when it leaves.
func (s *seat) regains() bool {
	for s.on {
		switch s.state.Load() {
		case own:
			return true
		case free:
			if s.state.CompareAndSwap(free, own) {
				return true
			}
		case taken:
			if s.state.CompareAndSwap(taken, wanted) {
				return false
			}
		case wanted:
			return false
		}
	}
	return true
}

// takeSeat takes the place of an idle sleeper, or returns nil. It prefers a sleeper that suits a submitter, as
// notify does. The tasks that the caller forks then wake the other sleepers.
func (l *sleepers) takeSeat() *sleeper {
	if l.state.Load()&(oneHelps-oneSleeps) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.byKind[idle]
	n := slices.IndexFunc(list, func(w *sleeper) bool { return w.suitsBlocking() && w.seat.state.CompareAndSwap(free, taken) })
	if n < 0 {
		n = slices.IndexFunc(list, func(w *sleeper) bool { return w.seat.state.CompareAndSwap(free, taken) })
	}
	if n < 0 {
		return nil
	}
	w := list[n]
	l.byKind[idle] = slices.Delete(list, n, n+1)
	l.state.Add(^(oneSleeps - 1))
	return w
}

// giveSeat gives a place back. The worker is a sleeper again.
func (l *sleepers) giveSeat(w *sleeper) {
	l.mu.Lock()
	asleep := w.seat.state.CompareAndSwap(taken, free)
	if !asleep {
		w.seat.state.Store(own)
	}
	l.byKind[idle] = append(l.byKind[idle], w)
	l.state.Add(oneSleeps)
	l.mu.Unlock()
	if !asleep {
		w.parker.Unpark()
	}
}
