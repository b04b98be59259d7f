package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
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

// AtomicRead and AtomicWrite are Read and Write of so many bytes, which others may access as parts
// of a larger word.

func AtomicRead(p unsafe.Pointer, size uintptr) {
	active.announced.size = size
	active.before(strategy.Read, p, nil, 0)
}

func AtomicWrite(p unsafe.Pointer, size uintptr) {
	active.announced.size = size
	active.before(strategy.Write, p, nil, 0)
}

// Saw, Stored, Changed and Unchanged tell of an atomic access that has just been
// done: a load, a store, a read-modify-write, and one announced as a Write that
// was only a load. A store too says what it has overwritten.

func Saw(p unsafe.Pointer, size uintptr, v uint64) {
	if e := active; e.doing.is() {
		e.atomic(p, size, true, false)
		e.trace.values(v, 0, true, false)
	}
	active.observe(model.Load, p, v, 0)
}

func Stored(p unsafe.Pointer, size uintptr, from, to uint64) {
	if e := active; e.doing.is() {
		e.atomic(p, size, false, true)
		e.doing.stores(from, to)
		e.trace.values(0, to, false, true)
	}
	active.observe(model.Store, p, 0, to)
}

func Changed(p unsafe.Pointer, size uintptr, from, to uint64) {
	if e := active; e.doing.is() {
		e.atomic(p, size, true, true)
		e.doing.stores(from, to)
		e.trace.values(from, to, true, true)
	}
	active.observe(model.ReadWrite, p, from, to)
}

func Unchanged(p unsafe.Pointer, size uintptr, v uint64) {
	if e := active; e.doing.is() {
		e.doing.onlyRead()
		e.atomic(p, size, true, false)
		e.trace.values(v, 0, true, false)
	}
	active.observe(model.CASFailed, p, v, 0)
}

// Opaque says that the values just told were none: something has changed.
func Opaque() { active.doing.wrote = change{} }

// Pointers says that the values just told were pointers.
func Pointers() { active.trace.pointers() }

// Lock, Unlock and Wait are steps as [strategy.Kind] describes them.
func Lock(p unsafe.Pointer, gate Gate, arg int) { active.lockStep(strategy.Lock, p, gate, arg) }
func Unlock(p unsafe.Pointer)                   { active.lockStep(strategy.Unlock, p, nil, 0) }
func Wait(p unsafe.Pointer, gate Gate, arg int) { active.lockStep(strategy.Wait, p, gate, arg) }

// Woke says that the step just done has made what a Wait for the object waits for.
func Woke(p unsafe.Pointer) { active.observe(model.LockStep, p, 0, 1) }

// Acquire and Release say that the step just done has synchronized: what comes
// after an Acquire of an object is ordered after what came before a Release.

func Acquire(p unsafe.Pointer) {
	if e := active; e.races != nil && !e.solo {
		e.races.acquire(e.current.id, e.objects.number(p))
	}
}

func Release(p unsafe.Pointer) {
	if e := active; e.races != nil && !e.solo {
		e.races.release(e.current.id, e.objects.number(p), true)
	}
}

// PlainRead and PlainWrite tell of accesses that are no steps: if another thread
// could do one at the same time, that is a data race.

func PlainRead(site uint32, p unsafe.Pointer, size uintptr) {
	if e := active; e != nil && e.looks {
		e.plain(p, size, site, false)
		if t := e.current; !e.solo {
			if t.reads++; t.reads == mostReads { // it may wait for what it reads
				e.before(strategy.Local, nil, nil, 0)
			}
		}
	}
}

// mostReads is how many plain reads in a row are no step.
const mostReads = 10_000

func PlainWrite(site uint32, p unsafe.Pointer, size uintptr) {
	if e := active; e != nil {
		if e.looks {
			e.plain(p, size, site, true)
		}
		e.current.plain = true
	}
}

// Local is a step that conflicts with no other.
func Local() { active.before(strategy.Local, nil, nil, 0) }

// Choose returns a number below n: the search tries them all.
func Choose(n int) int { return active.choose(n) }

// Yield says that the caller may be in a loop that waits for somebody. If it has
// changed nothing since it yielded last, it does not go on before something has
// changed that it has read, or nobody else can go on; unless the loop gives up
// by itself: then it goes on at any time.
func Yield() { active.yield() }

// Fail ends the execution: the program broke a rule.
func Fail(rule, detail string) {
	active.fail(&Failure{Rule: rule, Detail: detail, thread: active.current.id})
	active.current.stop()
}

// companion is the key of an object's companion of one type.
type companion[T any] struct{ p unsafe.Pointer }

// Companion returns what a shim keeps about the object at p for the rest of the
// execution, and makes it at first.
func Companion[T any](p unsafe.Pointer) *T {
	e := active
	key := companion[T]{p}
	if c, ok := e.companions[key]; ok {
		return c.(*T)
	}
	c := new(T)
	e.companions[key] = c
	return c
}

// Spawn starts a thread of the program.
func Spawn(site uint32, f func()) {
	active.current.live() // an abandoned execution starts nothing, and nothing is noted
	active.trace.spawns(active, site)
	active.spawn("", f)
}

// SetSite says which source line the next step is on.
func SetSite(id uint32) {
	if active != nil {
		active.announced.site = id
	}
}

// SetLabel says that the caller is inside a call on a labelled line: the label
// goes for accesses that have none of their own.
func SetLabel(id uint32) {
	if e := active; e != nil {
		e.current.label = id
		if !e.solo {
			e.hit(id)
		}
		e.enters(id)
	}
}
