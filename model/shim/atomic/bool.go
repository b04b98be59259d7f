package atomic

import (
	std "sync/atomic"
	"unsafe"
)

// Bool is [std.Bool].
type Bool struct{ v std.Bool }

func (x *Bool) word() *uint32 { return (*uint32)(unsafe.Pointer(x)) }

func number(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// Load is [std.Bool.Load].
func (x *Bool) Load() bool { return load(x.word()) != 0 }

// Store is [std.Bool.Store].
func (x *Bool) Store(val bool) { store(x.word(), number(val)) }

// Swap is [std.Bool.Swap].
func (x *Bool) Swap(new bool) (old bool) { return swap(x.word(), number(new)) != 0 }

// CompareAndSwap is [std.Bool.CompareAndSwap].
func (x *Bool) CompareAndSwap(old, new bool) (swapped bool) {
	return compareAndSwap(x.word(), number(old), number(new))
}
