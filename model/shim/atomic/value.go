package atomic

import (
	std "sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Value is [std.Value].
type Value struct{ v std.Value }

func (x *Value) pointer() unsafe.Pointer { return unsafe.Pointer(x) }

// Load is [std.Value.Load].
func (x *Value) Load() any {
	if !engine.On() {
		return x.v.Load()
	}
	engine.Read(x.pointer())
	v := x.v.Load()
	engine.Saw(x.pointer(), unsafe.Sizeof(*x), 0)
	return v
}

// Store is [std.Value.Store].
func (x *Value) Store(val any) {
	if !engine.On() {
		x.v.Store(val)
		return
	}
	engine.Write(x.pointer())
	x.v.Store(val)
	engine.Stored(x.pointer(), unsafe.Sizeof(*x), 0, 0)
	engine.Opaque()
}

// Swap is [std.Value.Swap].
func (x *Value) Swap(new any) (old any) {
	if !engine.On() {
		return x.v.Swap(new)
	}
	engine.Write(x.pointer())
	old = x.v.Swap(new)
	engine.Changed(x.pointer(), unsafe.Sizeof(*x), 0, 0)
	engine.Opaque()
	return old
}

// CompareAndSwap is [std.Value.CompareAndSwap].
func (x *Value) CompareAndSwap(old, new any) (swapped bool) {
	if !engine.On() {
		return x.v.CompareAndSwap(old, new)
	}
	engine.Write(x.pointer())
	if swapped = x.v.CompareAndSwap(old, new); swapped {
		engine.Changed(x.pointer(), unsafe.Sizeof(*x), 0, 0)
		engine.Opaque()
	} else {
		engine.Unchanged(x.pointer(), unsafe.Sizeof(*x), 0)
	}
	return swapped
}
