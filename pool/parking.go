package pool

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// sleepers lists the workers that sleep because they have no task. Publications wake workers
// from it. tla/pool/Park.tla specifies the protocol; parking.md explains it.
//
// A worker without a task is idle or helping. An idle worker takes any task. A helping worker
// waits for a task that was stolen from it, and takes only tasks of its own tree. A publication
// ensures that an idle worker wakes, or is about to look. If there is no idle worker, it wakes
// a helping worker of the task's tree.
type sleepers struct {
	_     pad.Line
	state atomic.Uint64 // three counters, see oneSearches
	_     pad.Line

	mu     sync.Mutex
	wakes  uint64
	byKind [2][]*sleeper // indexed by kind; guarded by mu, as wakes is
}

// kind is the kind of a worker that has no task.
type kind int

const (
	idle kind = iota
	helping
)

// The counters of sleepers.state.
const (
	oneSearches uint64 = 1       // idle workers that search
	oneSleeps   uint64 = 1 << 20 // idle workers in the list
	oneHelps    uint64 = 1 << 40 // helping workers in the list
	counted            = 1<<20 - 1
)

func searching(state uint64) uint64 { return state & counted }

// workersLimit is the largest number of workers that the counters can hold.
const workersLimit = counted

// noneToWake reports whether a publication need not wake a worker. Either an idle worker
// searches, and will look again before it sleeps, or no worker sleeps.
func noneToWake(state uint64) bool { return searching(state) != 0 || state == 0 }

// anyIdle reports whether a worker would take a submission.
func (l *sleepers) anyIdle() bool {
	return l.state.Load()&(oneHelps-1) != 0 //tla:- the registry asks
}

// notify wakes a worker for a task that has just been published. root is the task's tree, or
// nil for a submission.
func (l *sleepers) notify(root *Task, by waker) {
	if !noneToWake(l.state.Load()) { //tla:Park.NotifyLook
		l.wake(root, by)
	}
}

// handOver wakes an idle worker for a submission whose submitter blocks next, if there is one
// whose sleep suits that. It reports whether it woke one.
func (l *sleepers) handOver() (woke bool) {
	if noneToWake(l.state.Load()) { //tla:Park.NotifyLook
		return false
	}
	l.mu.Lock()                                                                                       //tla:Park.NotifyLock
	if noneToWake(l.state.Load()) || !slices.ContainsFunc(l.byKind[idle], (*sleeper).suitsBlocking) { //tla:Park.NotifyLock
		l.mu.Unlock() //tla:Park.NotifyLock
		return false
	}
	w := l.pick(nil, blocks) //tla:Park.NotifyClaim
	l.mu.Unlock()            //tla:Park.NotifyClaim
	w.parker.Unpark()        //tla:Park.NotifyUnpark
	return true
}

// A woken thread starts late if the kernel puts it on a busy processor. perf sched on Linux 6.18 showed 669 wakes
// of the program's threads. Of these threads, 194 started 0.5 ms late or later, usually at the end of a time slice.
// In 193 of these cases the other processor was idle: the kernel had moved the thread to its waker's processor
// (sched_migrate_task). The pool needs two such wakes, one by the runtime and one of its own; a goroutine needs
// one. Waking with channels has the same cost. So transform, LU and the skewed load with N = 4 take 1.1 to 1.5
// times as long as with goroutines.

// wake is the slow path of notify.
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

// pick removes a worker from the list, and returns it, or nil if no sleeper may run a task of
// the tree. It prefers idle workers, and counts the picked one as searching. Among the idle
// ones it takes the last one that went to sleep, if possible one whose sleep suits the waker.
// The caller holds mu.
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
			if w.part == nil {
				n = m
				break // an isolated worker may not run every task of the tree, so it is only second choice
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

// wakeIsolated wakes all workers that wait in an isolated part, and sleep. One is not enough: its
// own wait may be over, and then it does not look for the task.
func (l *sleepers) wakeIsolated(inside *isolation) {
	var woken []*sleeper
	l.mu.Lock() //tla:- see the module Isolate
	l.byKind[helping] = slices.DeleteFunc(l.byKind[helping], func(w *sleeper) bool {
		if w.part == inside {
			woken = append(woken, w)
		}
		return w.part == inside
	})
	l.state.Add(^(oneHelps*uint64(len(woken)) - 1)) //tla:- see the module Isolate
	l.wakes += uint64(len(woken))
	l.mu.Unlock() //tla:- see the module Isolate
	for _, w := range woken {
		w.parker.Unpark() //tla:- see the module Isolate
	}
}

// beginSearch counts an idle worker as searching.
func (l *sleepers) beginSearch(k kind) {
	if k == idle {
		l.state.Add(oneSearches)
	}
}

// endSearch undoes beginSearch, and returns the counters afterwards.
func (l *sleepers) endSearch(k kind) uint64 {
	by := uint64(0)
	if k == idle {
		by = oneSearches
	}
	return l.state.Add(-by) //tla:Park.Leave
}

// announce lists a searching worker as a sleeper. others is the number of other active workers.
//
// It also decides how the worker parks: in the way that is fast if its waker blocks next, or in
// the way that is fast if its waker goes on computing (see park). At most one listed idle worker
// parks for a waker that blocks: the worker that announces when all others are idle and asleep.
// All other idle workers park for a waker that goes on computing, since a running task will wake
// them. A helping worker parks for a waker that blocks. It is usually woken by the worker that
// completes the awaited task, and that worker is likely to sleep next.
func (l *sleepers) announce(w *sleeper, k kind, others int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w.suits = blocks
	if k == idle && (len(l.byKind[idle]) < others || slices.ContainsFunc(l.byKind[idle], (*sleeper).suitsBlocking)) {
		w.suits = computes
	}
	l.byKind[k] = append(l.byKind[k], w)
	if k == idle {
		l.state.Add(oneSleeps - oneSearches)
	} else {
		l.state.Add(oneHelps)
	}
}

// retract removes the worker from the list. It returns false if a waker has claimed the worker.
// A claimed idle worker already counts as searching. If goes is set, the worker leaves for good,
// and does not count as searching.
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

// wakeCount returns how often a worker was woken for a published task.
func (l *sleepers) wakeCount() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wakes
}
