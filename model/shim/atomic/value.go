package atomic

import (
	std "sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// Value is [std.Value].
type Value struct{ v std.Value }

func (x *Value) pointer() unsafe.Pointer { return unsafe.Pointer(x) }

// Load is [std.Value.Load].
func (x *Value) Load() any {
	if !sched.On() {
		return x.v.Load()
	}
	sched.Read(x.pointer())
	v := x.v.Load()
	sched.Saw(x.pointer(), unsafe.Sizeof(*x), 0)
	return v
}

// Store is [std.Value.Store].
func (x *Value) Store(val any) {
	if !sched.On() {
		x.v.Store(val)
		return
	}
	sched.Write(x.pointer())
	x.v.Store(val)
	sched.Stored(x.pointer(), unsafe.Sizeof(*x), 0, 0)
	sched.Opaque()
}

// Swap is [std.Value.Swap].
func (x *Value) Swap(new any) (old any) {
	if !sched.On() {
		return x.v.Swap(new)
	}
	sched.Write(x.pointer())
	old = x.v.Swap(new)
	sched.Changed(x.pointer(), unsafe.Sizeof(*x), 0, 0)
	sched.Opaque()
	return old
}

// CompareAndSwap is [std.Value.CompareAndSwap].
func (x *Value) CompareAndSwap(old, new any) (swapped bool) {
	if !sched.On() {
		return x.v.CompareAndSwap(old, new)
	}
	sched.Write(x.pointer())
	if swapped = x.v.CompareAndSwap(old, new); swapped {
		sched.Changed(x.pointer(), unsafe.Sizeof(*x), 0, 0)
		sched.Opaque()
	} else {
		sched.Unchanged(x.pointer(), unsafe.Sizeof(*x), 0)
	}
	return swapped
}
