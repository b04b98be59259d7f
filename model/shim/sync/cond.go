package sync

import (
	"fmt"
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Cond is [std.Cond]. Signal wakes any waiting thread. That is all that Go's documentation
// promises, although Go wakes the one that has waited longest.
type Cond struct {
	noCopy noCopy

	// L is held while observing or changing the condition.
	L Locker

	state struct { // as in Go
		wait, notify uint32
		lock         uintptr
		head, tail   unsafe.Pointer
	}
	_ uintptr
}

// NewCond is [std.NewCond].
func NewCond(l Locker) *Cond { return &Cond{L: l} }

func (c *Cond) pointer() unsafe.Pointer { return address(c) }

func (c *Cond) std() *std.Cond { return (*std.Cond)(unsafe.Pointer(c)) }

// check panics if c is a copy. No goroutine waits for the real Cond.
func (c *Cond) check() { c.std().Broadcast() }

// waiters has the waiting threads, the one that has waited longest first.
type waiters struct{ list []*waiter }

// waiter is a waiting thread, and the gate of its Wait.
type waiter struct {
	thread int
	wake   *wake
}

func (w *waiter) Ready(int) bool { return w.wake != nil }

// wake is one call of Signal or Broadcast. A thread that it wakes is ordered after it, and after
// no other.
type wake struct{ _ int }

// used reports an access to the object. Users may read L.
func (c *Cond) used() { engine.Uses(unsafe.Pointer(&c.state), unsafe.Sizeof(c.state), true) }

// Wait is [std.Cond.Wait].
func (c *Cond) Wait() {
	if !engine.On() {
		c.std().Wait()
		return
	}
	c.check()
	me := &waiter{thread: engine.Self()}
	engine.Write(c.pointer())
	c.used()
	engine.Describe("begins to wait")
	all := engine.Companion[waiters](c.pointer())
	all.list = append(all.list, me)
	c.L.Unlock()
	engine.Resume(c.pointer(), me, 0)
	engine.Describe("is woken")
	engine.Acquire(unsafe.Pointer(me.wake))
	c.L.Lock()
}

// Signal is [std.Cond.Signal].
func (c *Cond) Signal() {
	if !engine.On() {
		c.std().Signal()
		return
	}
	c.check()
	engine.Write(c.pointer())
	all := engine.Companion[waiters](c.pointer())
	n := len(all.list)
	if n == 0 {
		engine.Describe("no thread waits")
		engine.OnlyRead()
		c.used()
		return
	}
	c.used()
	now := new(wake)
	engine.Release(unsafe.Pointer(now))
	i := engine.Choose(n)
	if engine.Tracing() {
		engine.Describe(fmt.Sprintf("wakes %s, %d of %d waiting threads", engine.Title(all.list[i].thread), i+1, n))
	}
	all.list[i].wake = now
	all.list = append(all.list[:i:i], all.list[i+1:]...)
}

// Broadcast is [std.Cond.Broadcast].
func (c *Cond) Broadcast() {
	if !engine.On() {
		c.std().Broadcast()
		return
	}
	c.check()
	engine.Write(c.pointer())
	all := engine.Companion[waiters](c.pointer())
	if len(all.list) == 0 {
		engine.Describe("no thread waits")
		engine.OnlyRead()
		c.used()
		return
	}
	c.used()
	if engine.Tracing() {
		engine.Describe(fmt.Sprintf("wakes all %d waiting threads", len(all.list)))
	}
	now := new(wake)
	engine.Release(unsafe.Pointer(now))
	for _, w := range all.list {
		w.wake = now
	}
	all.list = nil
}
