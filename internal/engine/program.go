package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// This file has what a program calls through a sched.S.

// Go starts a thread. The name is for people, and may be "".
func Go(name string, f func()) { active.spawn(name, f) }

// Object returns the number of the object at p, as in a model.Access.
func Object(p unsafe.Pointer) int32 { return active.objects.number(p) }

// Join returns when all other threads have ended.
func Join() {
	On() // not by a foreign goroutine
	active.announced.site = 0
	active.before(strategy.Join, nil, join{active}, active.current().id)
}

// Assert ends the execution: a check of the program failed.
func Assert(detail string) {
	On() // not by a foreign goroutine
	if active.current().cut.is() {
		return // a deferred function of a thread that is cut off
	}
	active.trace.fails(active.current())
	active.fail(&Failure{Rule: report.RuleAssertion, Detail: tidy(detail), thread: active.current().id})
}

// FailNow ends the thread.
func FailNow() {
	On() // not by a foreign goroutine
	active.current().stop()
}
