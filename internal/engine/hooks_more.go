package engine

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// More hooks for the shims.

// OnlyRead says that the step just done, announced as a Write, has only read. It orders nothing.
func OnlyRead() {
	if e := active; e.doing.is() {
		e.doing.onlyRead()
	}
}

// Resume is a step of the kind that [strategy.Kind] describes.
func Resume(p unsafe.Pointer, gate Gate, arg int) { active.lockStep(strategy.Resume, p, gate, arg) }

// Refused says that the step just done was part of a failed attempt to take a lock. Unlike a Read,
// it does not commute with Lock and Unlock. But a loop may wait for another outcome.
func Refused() {
	e := active
	if !e.doing.is() {
		return
	}
	seen := e.doing.op
	seen.Kind = strategy.Read
	e.follow(e.threads[e.doing.thread], seen)
	e.recordStep(false)
}

// Tries says that the caller is about to ask whether a lock is taken.
func Tries() { active.loops.try() }

// Watch adds p to the objects whose change the caller's loop waits for, as if the caller had read
// it.
func Watch(p unsafe.Pointer) {
	e := active
	e.settle()
	o := e.objects.number(p)
	v := e.spins.content(o).now
	e.current().round.sees(seen{object: o, before: v, after: v})
}

// NoProgress says that the current step, a Write, is no progress for the caller's own loops.
func NoProgress() { active.doing.noProgress = active.doing.is() }

// OrderedAfter reports whether the step just done is ordered after every Release of p.
func OrderedAfter(p unsafe.Pointer) bool {
	e := active
	if e.races == nil || !e.doing.is() {
		return true
	}
	mine := e.races.thread(e.doing.thread)
	for i, n := range e.races.object(e.objects.number(p)) {
		if n > mine[i] {
			return false
		}
	}
	return true
}

// AcquireChosen is Acquire after a Choose, which has ended the step.
func AcquireChosen(p unsafe.Pointer) {
	if e := active; e.races != nil && !e.solo() {
		e.races.acquire(e.current().id, e.objects.number(p))
	}
	active.goRace.acquire(p)
}

// Self returns the number of the calling thread.
func Self() int { return active.current().id }

// Threads returns how many threads have not ended.
func Threads() int { return active.state.Live.Len() }

// Alone reports whether the program has one thread so far.
func Alone() bool { return active.solo() }

// Refuse ends the search as not checked: the caller is about to run code that the scheduler cannot
// control.
func Refuse(site uint32, why string) {
	active.current().live()
	Fail(report.RuleRefused, fmt.Sprintf("%v: %s", Where(site), why))
}
