package pool

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// lot is where workers without work go to sleep, and from which they are woken.
// Its protocol is tla/pool/Park.tla; parking.md tells it.
type lot struct {
	_     pad.Line
	state atomic.Uint64 // how many search, and how many are in sleepers
	_     pad.Line

	mu       sync.Mutex
	sleepers []*Worker // guarded by mu; the last one is woken first
}

// The two counters of state.
const (
	oneSearches = 1
	oneSleeps   = 1 << 32
)

func searching(state uint64) uint32 { return uint32(state) }
func sleeping(state uint64) uint32  { return uint32(state >> 32) }

// quiet reports whether a publication needs nobody to be woken: somebody searches,
// and will look again before it sleeps, or nobody sleeps.
func quiet(state uint64) bool { return searching(state) != 0 || sleeping(state) == 0 }

// notify wakes a worker if one sleeps and none searches. It is called after each
// publication.
func (l *lot) notify() {
	if !quiet(l.state.Load()) { //tla:Park.NotifyLook
		l.wake()
	}
}

// wake is the rest of notify.
func (l *lot) wake() {
	l.mu.Lock() //tla:Park.NotifyLock
	if quiet(l.state.Load()) {
		l.mu.Unlock()
		return
	}
	last := len(l.sleepers) - 1
	w := l.sleepers[last]
	l.sleepers[last] = nil
	l.sleepers = l.sleepers[:last]
	l.state.Add(^uint64(oneSleeps - oneSearches - 1)) //tla:Park.NotifyClaim
	l.mu.Unlock()
	w.parker.Unpark() //tla:Park.NotifyUnpark
}

// search counts a worker as one that searches.
func (l *lot) search() {
	l.state.Add(oneSearches) //tla:Park.Search
}

// leave ends the search of a worker that has found something. The last one passes
// the search on: for what was published meanwhile nobody was woken.
func (l *lot) leave() {
	if !quiet(l.state.Add(^uint64(oneSearches - 1))) { //tla:Park.Leave
		l.wake()
	}
}

// announce makes a worker that searches one that sleeps, as far as others know.
func (l *lot) announce(w *Worker) {
	l.mu.Lock() //tla:Park.Announce
	l.sleepers = append(l.sleepers, w)
	l.state.Add(oneSleeps - oneSearches)
	l.mu.Unlock()
}

// retract takes that back. It answers false if the worker was claimed: then it is
// counted as searching already. A worker that goes is not counted at all.
func (l *lot) retract(w *Worker, goes bool) bool {
	l.mu.Lock() //tla:Park.Retract
	defer l.mu.Unlock()
	i := slices.Index(l.sleepers, w)
	if i < 0 {
		return false
	}
	l.sleepers = slices.Delete(l.sleepers, i, i+1)
	if goes {
		l.state.Add(^uint64(oneSleeps - 1))
	} else {
		l.state.Add(^uint64(oneSleeps - oneSearches - 1))
	}
	return true
}
