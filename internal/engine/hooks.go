package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
)

// This file has the hooks that the shims and rewritten code call. Programs under test do not need
// them.

// On reports whether the caller runs under the scheduler: in a thread of the running execution, or
// in a coroutine in its place. If another goroutine calls it, the search ends as not checked. It
// costs a comparison.
//
// A goroutine that an earlier test has left behind may call it while a search begins or ends. Any
// answer is right for that goroutine, so Go's race detector does not look.
//
//go:norace
func On() bool {
	return active != nil && (active.turn.thread.stack.Holds() || owns())
}

// Running returns the engine of the running execution, or nil. A shim that is called often calls it and Owned, which the
// compiler inlines, in place of On.
//
//go:norace
func Running() *engine { return active }

// Wants reports whether a load is to be reported by [Saw].
func (e *engine) Wants() bool { return e.tells }

// Searching reports whether an execution is running, perhaps on another goroutine. It costs less
// than On. The hooks of plain accesses check the rest themselves. Like On, it may be called at any
// time.
//
//go:norace
func Searching() bool { return active != nil }

// Read, Write and the others announce a step on the object at p, and return when it is the
// caller's turn. The caller then does the step. It must not announce another step before that.
func Read(p unsafe.Pointer)  { active.before(strategy.Read, p, nil, 0) }
func Write(p unsafe.Pointer) { active.before(strategy.Write, p, nil, 0) }

// AtomicRead and AtomicWrite are Read and Write of size bytes. Other threads may access them as a
// part of a larger word, or in parts.

func AtomicRead(p unsafe.Pointer, size int) {
	active.before(strategy.Read, p, nil, size)
}

func AtomicWrite(p unsafe.Pointer, size int) {
	active.before(strategy.Write, p, nil, size)
}

// Saw, Stored, Changed and Unchanged report the values of an atomic access just done: a load, a
// store, a read-modify-write, and a step announced as a Write that only loaded. A store reports
// the value that it overwrote, too.

func Saw(p unsafe.Pointer, size uintptr, v uint64) {
	e := active
	if e.doing.is() {
		e.atomic(p, size, true, false)
		e.trace.values(v, 0, true, false)
	}
	if e.observer != nil {
		e.observe(model.Load, p, v, 0)
	}
}

func Stored(p unsafe.Pointer, size uintptr, from, to uint64) {
	e := active
	e.current().work.puts(from != to)
	if e.doing.is() {
		e.atomic(p, size, false, true)
		e.doing.stores(from, to)
		e.trace.values(0, to, false, true)
	}
	if e.observer != nil {
		e.observe(model.Store, p, 0, to)
	}
}

func Changed(p unsafe.Pointer, size uintptr, from, to uint64) {
	e := active
	e.current().work.puts(from != to)
	if e.doing.is() {
		e.atomic(p, size, true, true)
		e.doing.stores(from, to)
		e.trace.values(from, to, true, true)
	}
	if e.observer != nil {
		e.observe(model.ReadWrite, p, from, to)
	}
}

func Unchanged(p unsafe.Pointer, size uintptr, v uint64) {
	e := active
	if e.doing.is() {
		e.doing.onlyRead()
		e.atomic(p, size, true, false)
		e.trace.values(v, 0, true, false)
	}
	if e.observer != nil {
		e.observe(model.CASFailed, p, v, 0)
	}
}

// Opaque says that the values just reported mean nothing, and that the object has changed.
func Opaque() { active.doing.wrote = change{} }

// Pointers says that the values just reported were pointers.
func Pointers() { active.trace.pointers() }

// Lock, Unlock and Wait are steps of the kinds that [strategy.Kind] describes.
func Lock(p unsafe.Pointer, gate Gate, arg int) { active.lockStep(strategy.Lock, p, gate, arg) }
func Unlock(p unsafe.Pointer)                   { active.lockStep(strategy.Unlock, p, nil, 0) }
func Wait(p unsafe.Pointer, gate Gate, arg int) { active.lockStep(strategy.Wait, p, gate, arg) }

// Woke says that the step just done has made true the condition of a Wait for the object.
func Woke(p unsafe.Pointer) { active.observe(model.LockStep, p, 0, 1) }

// Acquire and Release say that the step just done synchronizes. Everything after an Acquire of an
// object is ordered after everything before an earlier Release of it.

func Acquire(p unsafe.Pointer) {
	if e := active; e.races != nil && !e.solo() {
		e.races.acquire(e.current().id, e.objects.number(p))
	}
	active.goRace.acquire(p)
}

func Release(p unsafe.Pointer) {
	if e := active; e.races != nil && !e.solo() {
		e.races.release(e.current().id, e.objects.number(p), true)
	}
	active.goRace.release(p)
}

// PlainRead and PlainWrite report accesses that are no steps. If another thread could do a
// conflicting access at the same time, that is a data race. They ignore a nil
// pointer, since that access is about to panic, and an access to zero bytes.

func PlainRead(site uint32, p unsafe.Pointer, size uintptr) {
	if e := active; e != nil && p != nil && size != 0 && e.Owned() && e.looks {
		e.plain(p, size, site, false)
		if t := e.current(); !e.solo() {
			if t.reads++; t.reads == mostReads { // the thread may be waiting for what it reads
				e.clock.reading++
				e.before(strategy.Local, nil, nil, 0)
			}
		}
	}
}

// mostReads is how many plain reads in a row are no step.
const mostReads = 10_000

func PlainWrite(site uint32, p unsafe.Pointer, size uintptr) {
	if e := active; e != nil && p != nil && size != 0 && e.Owned() {
		if e.shortcuts.wants() {
			e.remains.wrote(p)
		}
		if e.looks {
			e.plain(p, size, site, true)
		}
		e.current().work.writes()
		e.spins.recurs.changed = true
	}
}

// Local is a step that conflicts with no other.
func Local() { active.before(strategy.Local, nil, nil, 0) }

// Choose returns a number below n. The search tries them all.
func Choose(n int) int { return active.choose(n) }

// Yield says that the caller may be in a loop that waits for another thread. If the caller has
// changed nothing since its last Yield, it is blocked until an object changes that it has read, or
// until no other thread is enabled. If the loop is known to give up after some rounds, those
// rounds are never blocked.
func Yield() { active.yield() }

// Fail ends the execution: the program broke a rule.
func Fail(rule, detail string) {
	active.fail(&Failure{Rule: rule, Detail: detail, thread: active.current().id})
	active.current().stop()
}

// companion is the key of an object's companion of one type.
type companion[T any] struct{ p unsafe.Pointer }

// Companion returns the data that a shim keeps about the object at p until the end of the
// execution. It makes the data at the first call.
func Companion[T any](p unsafe.Pointer) *T {
	return companionOf[T](active.objects, companion[T]{p})
}

// Spawn starts a thread of the program.
func Spawn(site uint32, f func()) {
	active.current().live() // an abandoned execution starts nothing, and nothing is recorded
	active.trace.spawns(active, site)
	active.spawn("", f)
}

// SetSite sets the source line of the next step.
func SetSite(id uint32) {
	if active != nil {
		active.announced.site, active.announced.addition = id, strategy.Write
	}
}

// SetLabel says that the caller is inside a call on a labelled line. Accesses without a label of
// their own get that label.
func SetLabel(id uint32) {
	if e := active; e != nil {
		e.current().at.passes(id)
		if !e.solo() {
			e.coverage.hit(id)
		}
		e.enters(id)
	}
}
