package pool

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// lot is where workers without work sleep, and from which they are woken. The
// protocol is tla/pool/Park.tla; parking.md tells it.
//
// Workers are of two kinds: idle ones take any task, and helping ones, which wait
// for a task that was stolen from them, take no submissions. So who submits must
// wake an idle one; see the module Pool.
type lot struct {
	_     pad.Line
	state atomic.Uint64 // the counters below
	_     pad.Line

	mu       sync.Mutex
	wakes    uint64
	sleepers [2][]*Worker // by kind, guarded by mu; the last one is woken first
}

// kind is what a worker is that has no task to run.
type kind int

const (
	idle kind = iota
	helping
)

// The counters of state, of 16 bits each: those of a kind that search, and those
// of it that are in sleepers.
func oneSearches(k kind) uint64 { return 1 << (32 * k) }
func oneSleeps(k kind) uint64   { return 1 << (32*k + 16) }

const (
	allSearching = 0x0000ffff_0000ffff
	allSleeping  = allSearching << 16
	idleOnes     = 0xffffffff
)

// workersLimit is what the counters can hold.
const workersLimit = 1<<16 - 1

// quiet reports whether a publication needs nobody to be woken: somebody searches
// who may take it, and will look again before it sleeps, or nobody sleeps who may.
// among has the bits of the kinds that may take it.
func quiet(state, among uint64) bool {
	return state&among&allSearching != 0 || state&among&allSleeping == 0
}

// For whom something is published.
const (
	anyone   = ^uint64(0) // a task of the tree of some worker
	onlyIdle = idleOnes   // a submission
)

// notify wakes a worker if some sleep and none searches. It is called after each
// publication.
func (l *lot) notify(among uint64) {
	if !quiet(l.state.Load(), among) { //tla:Park.NotifyLook
		l.wake(among)
	}
}

// wake is the rest of notify.
func (l *lot) wake(among uint64) {
	l.mu.Lock()                       //tla:Park.NotifyLock
	if quiet(l.state.Load(), among) { //tla:Park.NotifyLock
		l.mu.Unlock() //tla:Park.NotifyLock
		return
	}
	w := l.unlist()   //tla:Park.NotifyClaim
	l.mu.Unlock()     //tla:Park.NotifyClaim
	w.parker.Unpark() //tla:Park.NotifyUnpark
}

// unlist takes who went to sleep last from the sleepers, and counts it as searching.
// The caller has mu.
func (l *lot) unlist() *Worker {
	k := idle
	if len(l.sleepers[idle]) == 0 {
		k = helping
	}
	last := len(l.sleepers[k]) - 1
	w := l.sleepers[k][last]
	l.sleepers[k][last] = nil
	l.sleepers[k] = l.sleepers[k][:last]
	l.state.Add(oneSearches(k) - oneSleeps(k))
	l.wakes++
	return w
}

// enter counts a worker as one that searches.
func (l *lot) enter(k kind) {
	l.state.Add(oneSearches(k))
}

// leave ends the search of a worker. The last one passes the search on: for what
// was published meanwhile nobody was woken.
func (l *lot) leave(k kind) {
	state := l.state.Add(-oneSearches(k)) //tla:Park.Leave
	switch {
	case k == idle && !quiet(state, onlyIdle):
		l.wake(onlyIdle)
	case !quiet(state, anyone):
		l.wake(anyone)
	}
}

// announce makes a worker that searches one that sleeps, as far as others know.
func (l *lot) announce(w *Worker, k kind) {
	l.mu.Lock()
	l.sleepers[k] = append(l.sleepers[k], w)
	l.state.Add(oneSleeps(k) - oneSearches(k))
	l.mu.Unlock()
}

// retract takes that back. It answers false if the worker was claimed: then it is
// counted as searching already. A worker that goes is not counted at all.
func (l *lot) retract(w *Worker, k kind, goes bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.sleepers[k], w)
	if i < 0 {
		return false
	}
	l.sleepers[k] = slices.Delete(l.sleepers[k], i, i+1)
	if goes {
		l.state.Add(-oneSleeps(k))
	} else {
		l.state.Add(oneSearches(k) - oneSleeps(k))
	}
	return true
}

// woken returns how many workers were woken for something.
func (l *lot) woken() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wakes
}
