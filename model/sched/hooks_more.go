package sched

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// More of what the shims call.

// OnlyRead says that the step just done, announced as a Write, was only a Read.
// It brings no order.
func OnlyRead() {
	if e := active; e.stepping >= 0 {
		e.step.Kind = strategy.Read
	}
}

// Refused says that the step just done was part of an attempt to take a lock that
// has left it as it was. Unlike a Read it does not commute with Lock and Unlock,
// but a loop may wait for another outcome.
func Refused() {
	e := active
	if e.stepping < 0 {
		return
	}
	seen := e.step
	seen.Kind = strategy.Read
	e.follow(e.threads[e.stepping], seen)
	e.tell()
}

// Watch lets a loop wait for a change of p as well, as if the caller had read it.
func Watch(p unsafe.Pointer) {
	e := active
	e.settle()
	o := e.objects.number(p)
	e.current.reads = append(e.current.reads, seen{o, e.version(o)})
}

// Moved reports whether the caller has changed something since it yielded last.
func Moved() bool {
	active.settle()
	return active.current.changed
}

// Unmoved says that what the caller has changed since it asked Moved does not
// count: a loop may wait nevertheless.
func Unmoved(moved bool) {
	active.settle()
	active.current.changed = moved
}

// Knows reports whether the step just done comes after all that has released p.
func Knows(p unsafe.Pointer) bool {
	e := active
	if e.races == nil || e.stepping < 0 {
		return true
	}
	mine := e.races.thread(e.stepping)
	for i, n := range e.races.object(e.objects.number(p)) {
		if n > mine[i] {
			return false
		}
	}
	return true
}

// AcquireChosen is Acquire after a Choose, which has ended the step.
func AcquireChosen(p unsafe.Pointer) {
	if e := active; e.races != nil && !e.solo {
		e.races.acquire(e.current.id, e.objects.number(p))
	}
}

// Self returns the number of the calling thread.
func Self() int { return active.current.id }

// Threads returns how many threads have not ended.
func Threads() int { return active.state.Live.Len() }

// Early reports whether the caller has come by this place only a few times: at
// most n, or more if it has changed something since it yielded last. Then a time
// that it waits for may come at any moment. Later the caller is to Rest, since
// otherwise a loop would have no end of schedules.
func Early(place uintptr, n, more int) bool {
	moved := Moved()
	seen := Companion[visits](unsafe.Pointer(&visitsKey))
	if seen.by == nil {
		seen.by = map[visit]int{}
	}
	v := visit{active.current.id, place}
	seen.by[v]++
	return seen.by[v] <= n || moved && seen.by[v] <= more
}

type visits struct{ by map[visit]int }

type visit struct {
	thread int
	place  uintptr
}

var visitsKey byte

// Rest is a step that waits until p changes, or something that the caller has
// read since it yielded last, if it has changed nothing since; or until nobody
// else can go on. p may be nil.
func Rest(p unsafe.Pointer) {
	e := active
	t := e.current
	t.live()
	if e.solo {
		return
	}
	e.settle()
	t.onlyLatest()
	if t.changed {
		t.reads = t.reads[:0]
	}
	if p != nil {
		o := e.objects.number(p)
		t.reads = slices.DeleteFunc(t.reads, func(r seen) bool { return r.object == o })
		t.reads = append(t.reads, seen{o, e.version(o)})
	}
	e.before(strategy.Await, nil, e.awaits, t.id)
	t.forget()
}

// Pause is a Yield that waits only if what the caller has read since it paused
// last is the same as before that. So it waits in loops, and not where code
// comes by once.
func Pause() {
	e := active
	t := e.current
	t.live()
	if e.solo {
		Yield(0)
		return
	}
	e.settle()
	t.onlyLatest()
	slices.SortFunc(t.reads, func(a, b seen) int { return cmp.Compare(a.object, b.object) })
	all := Companion[rounds](unsafe.Pointer(&roundsKey))
	last := &all.last[t.id]
	again := !t.changed && slices.Equal(*last, t.reads)
	*last = append((*last)[:0], t.reads...)
	if t.changed {
		all.busy[t.id]++
		if all.busy[t.id] > mostBusy {
			Rest(nil)
			return
		}
	}
	if again {
		Yield(0)
	} else {
		e.before(strategy.Local, nil, nil, 0)
		t.forget()
	}
}

// mostBusy is how often a thread may pause that has changed something each time:
// it may be a loop that takes a lock to look.
const mostBusy = 20

type rounds struct {
	last [strategy.MaxThreads][]seen
	busy [strategy.MaxThreads]int
}

var roundsKey byte
