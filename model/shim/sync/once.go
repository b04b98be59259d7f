package sync

import (
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Once is [std.Once].
type Once struct {
	_    noCopy
	done atomic.Bool
	m    Mutex
}

// Do is [std.Once.Do].
func (o *Once) Do(f func()) {
	if !engine.On() {
		if !o.done.Load() {
			o.m.mu.Lock()
			defer o.m.mu.Unlock()
			if !o.done.Load() {
				defer o.done.Store(true)
				f()
			}
		}
		return
	}
	done := unsafe.Pointer(&(*Once)(address(o)).done)
	engine.Read(done)
	o.used(false)
	if o.done.Load() {
		engine.Describe("is done already")
		engine.Acquire(done)
		return
	}
	engine.Describe("is not done yet")
	// The mutex synchronizes nothing, only f does.
	o.m.take()
	o.used(true)
	defer func() {
		o.m.give()
		engine.Describe(engine.LetsOthers)
	}()
	if o.done.Load() {
		engine.Describe("was done meanwhile")
		engine.Acquire(done)
		return
	}
	engine.Describe("begins")
	defer func() {
		engine.Write(done)
		engine.Describe(engine.IsDone)
		engine.Keep(done, unsafe.Sizeof(o.done))
		o.done.Store(true)
		o.used(true)
		engine.Release(done)
	}()
	f()
}

// used reports an access to the object.
func (o *Once) used(write bool) { engine.Uses(unsafe.Pointer(o), unsafe.Sizeof(*o), write) }
