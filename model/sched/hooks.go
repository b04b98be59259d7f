package sched

import (
	"unsafe"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// This file is what the shims and rewritten code call. Programs under test have
// no use for it.

// On reports whether the caller runs under the scheduler.
func On() bool { return active != nil }

// Read, Write and the others announce a step on the object at p, and return when
// it is the caller's turn. The caller then does the step, without another
// announcement in between.
func Read(p unsafe.Pointer)  { active.before(strategy.Read, p, nil, 0) }
func Write(p unsafe.Pointer) { active.before(strategy.Write, p, nil, 0) }

// Saw, Stored, Changed and Unchanged tell the values of the step just done. If
// it was announced as a Write, Unchanged says that it was a Read after all.
func Saw(v uint64)            {}
func Stored(v uint64)         {}
func Changed(from, to uint64) {}
func Unchanged(v uint64) {
	if e := active; e.stepping >= 0 {
		e.step.Kind = strategy.Read
	}
}

// As Saw and so on, for pointers.
func SawPointer(v unsafe.Pointer)            {}
func StoredPointer(v unsafe.Pointer)         {}
func ChangedPointer(from, to unsafe.Pointer) {}
func UnchangedPointer(v unsafe.Pointer)      { Unchanged(0) }

// Lock, Unlock and Wait are steps as [strategy.Kind] describes them.
func Lock(p unsafe.Pointer, gate Gate, arg int) { active.before(strategy.Lock, p, gate, arg) }
func Unlock(p unsafe.Pointer)                   { active.before(strategy.Unlock, p, nil, 0) }
func Wait(p unsafe.Pointer, gate Gate, arg int) { active.before(strategy.Wait, p, gate, arg) }

// Spawn starts a thread of the program.
func Spawn(site uint32, f func()) { active.spawn(f) }

// SetSite says which source line the next step is on.
func SetSite(id uint32) {
	if active != nil {
		active.site = id
	}
}
