// Package sync stands in for package sync in code that runs under the scheduler
// of package sched. It has the same names and memory layouts. What may wait is a
// step that the scheduler orders; without the scheduler everything is what
// package sync does.
//
// What is stored in a [Map] or a [Pool] during an execution is gone when it has
// ended, so that each execution starts from the same.
//
// Rewritten code imports it in place of sync; nobody does so by hand. It may change in any release.
package sync

import (
	std "sync"
	"unsafe"
)

// RuleMisuse is the rule that is broken where package sync would end the program
// with a fatal error, or might panic.
const RuleMisuse = "no misuse of sync"

// Locker is [std.Locker].
type Locker = std.Locker

// address returns p, and panics if it is nil: before the caller announces a step,
// whose gate would be asked in the name of another.
func address[T any](p *T) unsafe.Pointer {
	_ = *p
	return unsafe.Pointer(p)
}

// noCopy makes go vet complain about copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}
