package atomic

import (
	std "sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Pointer is [std.Pointer].
type Pointer[T any] struct{ v std.Pointer[T] }

func (x *Pointer[T]) word() *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Pointer(x)) }

// Load is [std.Pointer.Load].
func (x *Pointer[T]) Load() *T { return (*T)(loadPointer(x.word())) }

// Store is [std.Pointer.Store].
func (x *Pointer[T]) Store(val *T) { storePointer(x.word(), unsafe.Pointer(val)) }

// Swap is [std.Pointer.Swap].
func (x *Pointer[T]) Swap(new *T) (old *T) { return (*T)(swapPointer(x.word(), unsafe.Pointer(new))) }

// CompareAndSwap is [std.Pointer.CompareAndSwap].
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	return compareAndSwapPointer(x.word(), unsafe.Pointer(old), unsafe.Pointer(new))
}

func loadPointer(p *unsafe.Pointer) unsafe.Pointer {
	e := engine.Running()
	if e == nil || !e.Owned() {
		return std.LoadPointer(p)
	}
	engine.AtomicRead(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	v := std.LoadPointer(p)
	if e.Wants() {
		engine.Saw(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(uintptr(v)))
		engine.Pointers()
	}
	return v
}

func storePointer(p *unsafe.Pointer, v unsafe.Pointer) {
	if e := engine.Running(); e == nil || !e.Owned() {
		std.StorePointer(p, v)
		return
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	was := engine.PeekPointer(p)
	putPointer(p, v)
	engine.Stored(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(uintptr(was)), uint64(uintptr(v)))
	engine.Pointers()
}

func swapPointer(p *unsafe.Pointer, v unsafe.Pointer) unsafe.Pointer {
	if e := engine.Running(); e == nil || !e.Owned() {
		return std.SwapPointer(p, v)
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	old := std.SwapPointer(p, v)
	engine.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(uintptr(old)), uint64(uintptr(v)))
	engine.Pointers()
	return old
}

func compareAndSwapPointer(p *unsafe.Pointer, from, to unsafe.Pointer) bool {
	if e := engine.Running(); e == nil || !e.Owned() {
		return std.CompareAndSwapPointer(p, from, to)
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	is := std.LoadPointer(p)
	if is != from {
		engine.Unchanged(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(uintptr(is)))
		engine.Pointers()
		return false
	}
	putPointer(p, to)
	engine.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(uintptr(from)), uint64(uintptr(to)))
	engine.Pointers()
	return true
}
