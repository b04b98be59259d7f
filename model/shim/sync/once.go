package sync

import (
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// Once is [std.Once].
type Once struct {
	_    noCopy
	done atomic.Bool
	m    Mutex
}

// Do is [std.Once.Do].
func (o *Once) Do(f func()) {
	if !sched.On() {
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
	sched.Read(done)
	if o.done.Load() {
		sched.Tell("is done already")
		sched.Acquire(done)
		return
	}
	sched.Tell("is not done yet")
	// The mutex brings no order, only f does.
	o.m.take()
	defer o.m.give()
	if o.done.Load() {
		sched.Tell("has been done meanwhile")
		sched.Acquire(done)
		return
	}
	sched.Tell("begins")
	defer func() {
		sched.Write(done)
		sched.Tell("is done")
		o.done.Store(true)
		sched.Release(done)
	}()
	f()
}
