package sync

import (
	"fmt"
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Pool is [std.Pool]. Under the scheduler, Get returns any item that was put during the execution,
// or none. The search tries them all.
type Pool struct {
	noCopy noCopy

	real struct { // as in Go
		local      unsafe.Pointer
		localSize  uintptr
		victim     unsafe.Pointer // unused if victimSize is 0
		victimSize uintptr
	}

	// New makes a value when Get would otherwise return nil.
	New func() any
}

func (p *Pool) pointer() unsafe.Pointer { return address(p) }

func (p *Pool) std() *std.Pool { return (*std.Pool)(unsafe.Pointer(p)) }

func latest(i int) string {
	if i == 0 {
		return "last"
	}
	return fmt.Sprintf("%d before the last", i)
}

type pooled struct {
	items  []*item // the latest first
	marked bool
}

// mark is the victim of a marked pool.
var mark byte

// content returns the items. Assigning the zero value empties the pool, and erases the mark. The
// garbage collector may erase it too if the real pool is in use. Such a pool is not marked.
func (p *Pool) content() *pooled {
	c := engine.Companion[pooled](p.pointer())
	if c.marked && p.real.victim != unsafe.Pointer(&mark) {
		c.items, c.marked = nil, false
	}
	if !c.marked && p.real.local == nil && p.real.victim == nil {
		p.real.victim = unsafe.Pointer(&mark)
	}
	c.marked = p.real.victim == unsafe.Pointer(&mark)
	return c
}

// item is the value of one Put. A Get that returns it is ordered after that Put, and after no
// other.
type item struct{ value any }

// Put is [std.Pool.Put].
func (p *Pool) Put(x any) {
	if !engine.On() {
		p.std().Put(x)
		return
	}
	if x == nil {
		return
	}
	engine.Write(p.pointer())
	all := p.content()
	p.used()
	it := &item{x}
	all.items = append([]*item{it}, all.items...)
	engine.Release(unsafe.Pointer(it))
}

// Get is [std.Pool.Get].
func (p *Pool) Get() any {
	if !engine.On() {
		return p.std().Get()
	}
	engine.Write(p.pointer())
	all := p.content()
	n := len(all.items)
	if n == 0 {
		engine.Describe("finds nothing")
		engine.OnlyRead()
		p.used()
	} else if i := engine.Choose(n + 1); i == n {
		engine.Describe("finds nothing, although there is an item")
		p.used()
	} else {
		if engine.Tracing() {
			engine.Describe(fmt.Sprintf("gets the item put %s, of %d", latest(i), n))
		}
		p.used()
		it := all.items[i]
		all.items = append(all.items[:i:i], all.items[i+1:]...)
		engine.AcquireChosen(unsafe.Pointer(it))
		return it.value
	}
	if p.New == nil {
		return nil
	}
	return p.New()
}

// used reports an access to the object. Except at its first use, a method does not change it.
func (p *Pool) used() { engine.Uses(p.pointer(), unsafe.Sizeof(*p), false) }
