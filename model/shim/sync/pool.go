package sync

import (
	"fmt"
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// Pool is [std.Pool]. Under the scheduler, Get returns any of the items that were
// put during the execution, or finds none: the search tries them all.
type Pool struct {
	noCopy noCopy

	_ struct { // as in Go
		local      unsafe.Pointer
		localSize  uintptr
		victim     unsafe.Pointer
		victimSize uintptr
	}

	// New makes a value when Get would otherwise return nil.
	New func() any
}

func (p *Pool) pointer() unsafe.Pointer { return unsafe.Pointer(p) }

func (p *Pool) std() *std.Pool { return (*std.Pool)(unsafe.Pointer(p)) }

func latest(i int) string {
	if i == 0 {
		return "last"
	}
	return fmt.Sprintf("%d before the last", i)
}

type pooled struct{ items []*item } // the latest first

// item is what was put once. Who gets it comes after that, and after no other Put.
type item struct{ value any }

// Put is [std.Pool.Put].
func (p *Pool) Put(x any) {
	if !sched.On() {
		p.std().Put(x)
		return
	}
	if x == nil {
		return
	}
	sched.Write(p.pointer())
	all := sched.Companion[pooled](p.pointer())
	it := &item{x}
	all.items = append([]*item{it}, all.items...)
	sched.Release(unsafe.Pointer(it))
}

// Get is [std.Pool.Get].
func (p *Pool) Get() any {
	if !sched.On() {
		return p.std().Get()
	}
	sched.Write(p.pointer())
	all := sched.Companion[pooled](p.pointer())
	n := len(all.items)
	if n == 0 {
		sched.Tell("finds nothing")
		sched.OnlyRead()
	} else if i := sched.Choose(n + 1); i == n {
		sched.Tell("finds nothing, though something is there")
	} else {
		if sched.Telling() {
			sched.Tell(fmt.Sprintf("finds what was put %s, of %d", latest(i), n))
		}
		it := all.items[i]
		all.items = append(all.items[:i:i], all.items[i+1:]...)
		sched.AcquireChosen(unsafe.Pointer(it))
		return it.value
	}
	if p.New == nil {
		return nil
	}
	return p.New()
}
