package atomic

import (
	std "sync/atomic"
	"unsafe"
)

// Int32 is [std.Int32].
type Int32 struct{ v std.Int32 }

func (x *Int32) word() *uint32 { return (*uint32)(unsafe.Pointer(x)) }

// Load is [std.Int32.Load].
func (x *Int32) Load() int32 { return int32(load(x.word())) }

// Store is [std.Int32.Store].
func (x *Int32) Store(val int32) { store(x.word(), uint32(val)) }

// Swap is [std.Int32.Swap].
func (x *Int32) Swap(new int32) (old int32) { return int32(swap(x.word(), uint32(new))) }

// CompareAndSwap is [std.Int32.CompareAndSwap].
func (x *Int32) CompareAndSwap(old, new int32) (swapped bool) {
	return compareAndSwap(x.word(), uint32(old), uint32(new))
}

// Add is [std.Int32.Add].
func (x *Int32) Add(delta int32) (new int32) { return int32(add(x.word(), uint32(delta))) }

// And is [std.Int32.And].
func (x *Int32) And(mask int32) (old int32) { return int32(and(x.word(), uint32(mask))) }

// Or is [std.Int32.Or].
func (x *Int32) Or(mask int32) (old int32) { return int32(or(x.word(), uint32(mask))) }

// Uint32 is [std.Uint32].
type Uint32 struct{ v std.Uint32 }

func (x *Uint32) word() *uint32 { return (*uint32)(unsafe.Pointer(x)) }

// Load is [std.Uint32.Load].
func (x *Uint32) Load() uint32 { return load(x.word()) }

// Store is [std.Uint32.Store].
func (x *Uint32) Store(val uint32) { store(x.word(), val) }

// Swap is [std.Uint32.Swap].
func (x *Uint32) Swap(new uint32) (old uint32) { return swap(x.word(), new) }

// CompareAndSwap is [std.Uint32.CompareAndSwap].
func (x *Uint32) CompareAndSwap(old, new uint32) (swapped bool) {
	return compareAndSwap(x.word(), old, new)
}

// Add is [std.Uint32.Add].
func (x *Uint32) Add(delta uint32) (new uint32) { return add(x.word(), delta) }

// And is [std.Uint32.And].
func (x *Uint32) And(mask uint32) (old uint32) { return and(x.word(), mask) }

// Or is [std.Uint32.Or].
func (x *Uint32) Or(mask uint32) (old uint32) { return or(x.word(), mask) }

// Int64 is [std.Int64].
type Int64 struct{ v std.Int64 }

func (x *Int64) word() *uint64 { return (*uint64)(unsafe.Pointer(x)) }

// Load is [std.Int64.Load].
func (x *Int64) Load() int64 { return int64(load(x.word())) }

// Store is [std.Int64.Store].
func (x *Int64) Store(val int64) { store(x.word(), uint64(val)) }

// Swap is [std.Int64.Swap].
func (x *Int64) Swap(new int64) (old int64) { return int64(swap(x.word(), uint64(new))) }

// CompareAndSwap is [std.Int64.CompareAndSwap].
func (x *Int64) CompareAndSwap(old, new int64) (swapped bool) {
	return compareAndSwap(x.word(), uint64(old), uint64(new))
}

// Add is [std.Int64.Add].
func (x *Int64) Add(delta int64) (new int64) { return int64(add(x.word(), uint64(delta))) }

// And is [std.Int64.And].
func (x *Int64) And(mask int64) (old int64) { return int64(and(x.word(), uint64(mask))) }

// Or is [std.Int64.Or].
func (x *Int64) Or(mask int64) (old int64) { return int64(or(x.word(), uint64(mask))) }

// Uint64 is [std.Uint64].
type Uint64 struct{ v std.Uint64 }

func (x *Uint64) word() *uint64 { return (*uint64)(unsafe.Pointer(x)) }

// Load is [std.Uint64.Load].
func (x *Uint64) Load() uint64 { return load(x.word()) }

// Store is [std.Uint64.Store].
func (x *Uint64) Store(val uint64) { store(x.word(), val) }

// Swap is [std.Uint64.Swap].
func (x *Uint64) Swap(new uint64) (old uint64) { return swap(x.word(), new) }

// CompareAndSwap is [std.Uint64.CompareAndSwap].
func (x *Uint64) CompareAndSwap(old, new uint64) (swapped bool) {
	return compareAndSwap(x.word(), old, new)
}

// Add is [std.Uint64.Add].
func (x *Uint64) Add(delta uint64) (new uint64) { return add(x.word(), delta) }

// And is [std.Uint64.And].
func (x *Uint64) And(mask uint64) (old uint64) { return and(x.word(), mask) }

// Or is [std.Uint64.Or].
func (x *Uint64) Or(mask uint64) (old uint64) { return or(x.word(), mask) }

// Uintptr is [std.Uintptr].
type Uintptr struct{ v std.Uintptr }

func (x *Uintptr) word() *uintptr { return (*uintptr)(unsafe.Pointer(x)) }

// Load is [std.Uintptr.Load].
func (x *Uintptr) Load() uintptr { return load(x.word()) }

// Store is [std.Uintptr.Store].
func (x *Uintptr) Store(val uintptr) { store(x.word(), val) }

// Swap is [std.Uintptr.Swap].
func (x *Uintptr) Swap(new uintptr) (old uintptr) { return swap(x.word(), new) }

// CompareAndSwap is [std.Uintptr.CompareAndSwap].
func (x *Uintptr) CompareAndSwap(old, new uintptr) (swapped bool) {
	return compareAndSwap(x.word(), old, new)
}

// Add is [std.Uintptr.Add].
func (x *Uintptr) Add(delta uintptr) (new uintptr) { return add(x.word(), delta) }

// And is [std.Uintptr.And].
func (x *Uintptr) And(mask uintptr) (old uintptr) { return and(x.word(), mask) }

// Or is [std.Uintptr.Or].
func (x *Uintptr) Or(mask uintptr) (old uintptr) { return or(x.word(), mask) }
