package atomic

import (
	std "sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// Value is [std.Value].
type Value struct{ v std.Value }

// Load is [std.Value.Load].
func (x *Value) Load() any {
	if sched.On() {
		sched.Read(unsafe.Pointer(x))
	}
	return x.v.Load()
}

// Store is [std.Value.Store].
func (x *Value) Store(val any) {
	if sched.On() {
		sched.Write(unsafe.Pointer(x))
	}
	x.v.Store(val)
}

// Swap is [std.Value.Swap].
func (x *Value) Swap(new any) (old any) {
	if sched.On() {
		sched.Write(unsafe.Pointer(x))
	}
	return x.v.Swap(new)
}

// CompareAndSwap is [std.Value.CompareAndSwap].
func (x *Value) CompareAndSwap(old, new any) (swapped bool) {
	if sched.On() {
		sched.Write(unsafe.Pointer(x))
	}
	swapped = x.v.CompareAndSwap(old, new)
	if !swapped && sched.On() {
		sched.Unchanged(0)
	}
	return swapped
}
