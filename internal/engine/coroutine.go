package engine

import (
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/goid"
)

// Coroutine is a coroutine that iter.Pull has started. It is a real goroutine. While it runs it
// takes the place of the thread that resumed it, and its steps are steps of that thread.
type Coroutine struct {
	end     func()
	left    bool    // its execution has ended
	address uintptr // of its goroutine, see goid.Goroutine
}

// coroutines holds the coroutines that have not ended, and the goroutine numbers of the last
// execution that had any.
var coroutines struct {
	open       []*Coroutine
	goroutines *goroutineNumbers
	addresses  sync.Map // of the goroutines of those that have begun, and have not ended
}

type goroutineNumbers struct{ ours map[string]bool }

// companionOfCoroutines is an address for [Companion]: coroutines belong to no object.
var companionOfCoroutines byte

// NewCoroutine registers a coroutine. If it has not ended by the end of the execution, end is
// called, and must resume it for the last time.
func NewCoroutine(end func()) *Coroutine {
	c := &Coroutine{end: end}
	coroutines.open = append(coroutines.open, c)
	return c
}

// Begins is called by the coroutine itself.
func (c *Coroutine) Begins() {
	if active == nil {
		return
	}
	n := Companion[goroutineNumbers](unsafe.Pointer(&companionOfCoroutines))
	if n.ours == nil {
		n.ours = map[string]bool{}
		coroutines.goroutines = n
	}
	n.ours[self()] = true
	c.address = goid.Goroutine()
	coroutines.addresses.Store(c.address, true)
}

// Live ends the calling coroutine if its execution has ended.
func (c *Coroutine) Live() {
	if c.left {
		runtime.Goexit()
	}
}

// Ended says that the coroutine has returned.
func (c *Coroutine) Ended() {
	if i := slices.Index(coroutines.open, c); i >= 0 {
		coroutines.open = slices.Delete(coroutines.open, i, i+1)
		coroutines.addresses.Delete(c.address)
	}
}

// Unwinding reports whether the calling thread will not be scheduled again.
func Unwinding() bool { return active.current().cut.is() }

// endCoroutines ends the coroutines that an execution has left behind. Their deferred functions
// run, but do no steps.
func (e *engine) endCoroutines() {
	if len(coroutines.open) == 0 {
		return
	}
	e.tester.goesOn()
	defer e.beginLate()()
	e.clock.beat()
	active = e
	for len(coroutines.open) > 0 {
		c := coroutines.open[0]
		c.left = true
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer func() { _ = recover() }()
			c.end()
		}()
		<-done
		c.Ended()
	}
	active = nil
	e.remains.restore(false)
	e.clock.beat()
	e.objects.part()
}

// beginLate lets code of the program run after its execution. Nothing that it does counts, and its
// first step ends it. The result puts an end to that.
func (e *engine) beginLate() (end func()) {
	current, solo, free, halted, looks := e.current(), e.shortcuts.isAlone(true), e.fate.free, e.fate.halted, e.looks
	e.fate.free, e.looks = true, false
	e.turn.goesTo(doomed())
	return func() {
		e.fate.free, e.fate.halted, e.looks = free, halted, looks
		e.shortcuts.isAlone(solo)
		e.turn.goesTo(current)
	}
}
