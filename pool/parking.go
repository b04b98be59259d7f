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
// Workers without a task are of two kinds: idle ones take any task; helping ones wait
// for a task that was stolen from them, and take tasks of their own tree only. Whatever
// is published, an idle one is woken, or is about to look, if there is one. If there is
// none, a helping one of the tree is.
type sleepers struct {
	_     pad.Line
	state atomic.Uint64 // the counters below
	_     pad.Line

	mu     sync.Mutex
	wakes  uint64
	byKind [2][]*sleeper // by kind; guarded by mu, as sleeps of each
}

// kind is what a worker is that has no task to run.
type kind int

const (
	idle kind = iota
	helping
)

// The counters of state: idle workers that search, those in sleepers, and the helping
// ones in sleepers.
const (
	oneSearches uint64 = 1
	oneSleeps   uint64 = 1 << 20
	oneHelps    uint64 = 1 << 40
	counted            = 1<<20 - 1
)

func searching(state uint64) uint64 { return state & counted }

// workersLimit is what the counters can hold.
const workersLimit = counted

// quiet reports whether a publication needs nobody to be woken: an idle worker searches,
// and will look again before it sleeps, or nobody sleeps.
func noneToWake(state uint64) bool { return searching(state) != 0 || state == 0 }

// anyIdle reports whether some worker would take a submission.
func (l *sleepers) anyIdle() bool {
	return l.state.Load()&(oneHelps-1) != 0 //tla:- staff
}

// notify wakes who may run a task that has just been published: of this tree, or with
// nil a submission.
func (l *sleepers) notify(root *Task, by waker) {
	if !noneToWake(l.state.Load()) { //tla:Park.NotifyLook
		l.wake(root, by)
	}
}

// wake is the rest of notify.
func (l *sleepers) wake(root *Task, by waker) {
	l.mu.Lock()                     //tla:Park.NotifyLock
	if noneToWake(l.state.Load()) { //tla:Park.NotifyLock
		l.mu.Unlock() //tla:Park.NotifyLock
		return
	}
	w := l.pick(root, by) //tla:Park.NotifyClaim
	l.mu.Unlock()         //tla:Park.NotifyClaim
	if w != nil {
		w.parker.Unpark() //tla:Park.NotifyUnpark
	}
}

// unlist takes a worker from the sleepers, and counts it as searching if it is idle: who
// went to sleep last, if possible of those that sleep as suits the waker. It returns nil
// if nobody sleeps who may run a task of the tree. The caller has mu.
func (l *sleepers) pick(root *Task, by waker) *sleeper {
	list, of := &l.byKind[idle], oneSleeps-oneSearches
	n := len(*list) - 1
	for m := n; m >= 0; m-- {
		if (*list)[m].suits == by {
			n = m
			break
		}
	}
	if n < 0 {
		list, of = &l.byKind[helping], oneHelps
		for m := len(*list) - 1; m >= 0; m-- {
			w := (*list)[m]
			if w.helps != root {
				continue
			}
			if n < 0 {
				n = m
			}
			if !w.isolated {
				n = m
				break // who is isolated may not run all of the tree's
			}
		}
	}
	if n < 0 {
		return nil
	}
	w := (*list)[n]
	*list = slices.Delete(*list, n, n+1)
	l.state.Add(-of)
	l.wakes++
	return w
}

// enter counts an idle worker as one that searches.
func (l *sleepers) beginSearch(k kind) {
	if k == idle {
		l.state.Add(oneSearches)
	}
}

// leave ends a search, and returns the counters after that.
func (l *sleepers) endSearch(k kind) uint64 {
	by := uint64(0)
	if k == idle {
		by = oneSearches
	}
	return l.state.Add(-by) //tla:Park.Leave
}

// announce makes a worker that searches one that sleeps, as far as others know. If all
// others are idle and asleep, and none of them does, it sleeps so that it suits who
// submits a task and blocks. All others suit who publishes a task and goes on: while
// somebody runs a task, that is who will wake them. Who helps is woken, as a rule, by who
// has completed what it waits for, and is likely to sleep next. others is how many others
// are on duty.
func (l *sleepers) announce(w *sleeper, k kind, others int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w.suits = blocks
	suited := func(v *sleeper) bool { return v.suits == blocks }
	if k == idle && (len(l.byKind[idle]) < others || slices.ContainsFunc(l.byKind[idle], suited)) {
		w.suits = computes
	}
	l.byKind[k] = append(l.byKind[k], w)
	if k == idle {
		l.state.Add(oneSleeps - oneSearches)
	} else {
		l.state.Add(oneHelps)
	}
}

// retract takes that back. It answers false if the worker was claimed: then it is
// counted as searching already. A worker that goes is not counted at all.
func (l *sleepers) retract(w *sleeper, k kind, goes bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.byKind[k], w)
	if i < 0 {
		return false
	}
	l.byKind[k] = slices.Delete(l.byKind[k], i, i+1)
	switch {
	case k == helping:
		l.state.Add(^(oneHelps - 1))
	case goes:
		l.state.Add(^(oneSleeps - 1))
	default:
		l.state.Add(^(oneSleeps - oneSearches - 1))
	}
	return true
}

// woken returns how many workers were woken for something.
func (l *sleepers) wakeCount() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wakes
}
