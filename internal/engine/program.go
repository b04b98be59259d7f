package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// This file is what a program calls by way of a sched.S, in the execution that runs.

// Go starts a thread, with a name for people or "".
func Go(name string, f func()) { active.spawn(name, f) }

// Object returns the number under which an Observer is told of what is at p.
func Object(p unsafe.Pointer) int32 { return active.objects.number(p) }

// Join returns when all other threads have ended.
func Join() { active.before(strategy.Join, nil, active.blocked, active.current.id) }

// Assert says that a check failed. The execution ends.
func Assert(detail string) {
	active.trace.fails(active.current)
	active.fail(&Failure{Rule: report.RuleAssertion, Detail: detail, thread: active.current.id})
}

// FailNow ends the thread.
func FailNow() { active.current.stop() }
