// Package sync is the shim for package sync. It has the same names and memory layouts. Under the
// scheduler of package sched, an operation that may block is a step. Without the scheduler each
// operation is that of package sync.
//
// The items that an execution stores in a [Map] or a [Pool] are gone at its end, so that each
// execution starts from the same state.
//
// Only rewritten code imports it, in place of sync. It may change in any release.
package sync

import (
	std "sync"
	"unsafe"
)

// RuleMisuse is the rule that is broken where package sync would end the program with a fatal
// error, or might panic.
const RuleMisuse = "no misuse of sync"

// Locker is [std.Locker].
type Locker = std.Locker

// address returns p, and panics if it is nil, before the caller announces a step. Otherwise
// another thread would evaluate the step's gate, and panic.
func address[T any](p *T) unsafe.Pointer {
	_ = *p
	return unsafe.Pointer(p)
}

// noCopy makes go vet report copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}
