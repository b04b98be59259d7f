package atomic

import "unsafe"

// SwapInt32 is sync/atomic's.
func SwapInt32(addr *int32, new int32) (old int32) {
	return int32(swap((*uint32)(unsafe.Pointer(addr)), uint32(new)))
}

// CompareAndSwapInt32 is sync/atomic's.
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool) {
	return compareAndSwap((*uint32)(unsafe.Pointer(addr)), uint32(old), uint32(new))
}

// AddInt32 is sync/atomic's.
func AddInt32(addr *int32, delta int32) (new int32) {
	return int32(add((*uint32)(unsafe.Pointer(addr)), uint32(delta)))
}

// AndInt32 is sync/atomic's.
func AndInt32(addr *int32, mask int32) (old int32) {
	return int32(and((*uint32)(unsafe.Pointer(addr)), uint32(mask)))
}

// OrInt32 is sync/atomic's.
func OrInt32(addr *int32, mask int32) (old int32) {
	return int32(or((*uint32)(unsafe.Pointer(addr)), uint32(mask)))
}

// LoadInt32 is sync/atomic's.
func LoadInt32(addr *int32) (val int32) { return int32(load((*uint32)(unsafe.Pointer(addr)))) }

// StoreInt32 is sync/atomic's.
func StoreInt32(addr *int32, val int32) { store((*uint32)(unsafe.Pointer(addr)), uint32(val)) }

// SwapUint32 is sync/atomic's.
func SwapUint32(addr *uint32, new uint32) (old uint32) { return swap(addr, new) }

// CompareAndSwapUint32 is sync/atomic's.
func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// AddUint32 is sync/atomic's.
func AddUint32(addr *uint32, delta uint32) (new uint32) { return add(addr, delta) }

// AndUint32 is sync/atomic's.
func AndUint32(addr *uint32, mask uint32) (old uint32) { return and(addr, mask) }

// OrUint32 is sync/atomic's.
func OrUint32(addr *uint32, mask uint32) (old uint32) { return or(addr, mask) }

// LoadUint32 is sync/atomic's.
func LoadUint32(addr *uint32) (val uint32) { return load(addr) }

// StoreUint32 is sync/atomic's.
func StoreUint32(addr *uint32, val uint32) { store(addr, val) }

// SwapInt64 is sync/atomic's.
func SwapInt64(addr *int64, new int64) (old int64) {
	return int64(swap((*uint64)(unsafe.Pointer(addr)), uint64(new)))
}

// CompareAndSwapInt64 is sync/atomic's.
func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool) {
	return compareAndSwap((*uint64)(unsafe.Pointer(addr)), uint64(old), uint64(new))
}

// AddInt64 is sync/atomic's.
func AddInt64(addr *int64, delta int64) (new int64) {
	return int64(add((*uint64)(unsafe.Pointer(addr)), uint64(delta)))
}

// AndInt64 is sync/atomic's.
func AndInt64(addr *int64, mask int64) (old int64) {
	return int64(and((*uint64)(unsafe.Pointer(addr)), uint64(mask)))
}

// OrInt64 is sync/atomic's.
func OrInt64(addr *int64, mask int64) (old int64) {
	return int64(or((*uint64)(unsafe.Pointer(addr)), uint64(mask)))
}

// LoadInt64 is sync/atomic's.
func LoadInt64(addr *int64) (val int64) { return int64(load((*uint64)(unsafe.Pointer(addr)))) }

// StoreInt64 is sync/atomic's.
func StoreInt64(addr *int64, val int64) { store((*uint64)(unsafe.Pointer(addr)), uint64(val)) }

// SwapUint64 is sync/atomic's.
func SwapUint64(addr *uint64, new uint64) (old uint64) { return swap(addr, new) }

// CompareAndSwapUint64 is sync/atomic's.
func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// AddUint64 is sync/atomic's.
func AddUint64(addr *uint64, delta uint64) (new uint64) { return add(addr, delta) }

// AndUint64 is sync/atomic's.
func AndUint64(addr *uint64, mask uint64) (old uint64) { return and(addr, mask) }

// OrUint64 is sync/atomic's.
func OrUint64(addr *uint64, mask uint64) (old uint64) { return or(addr, mask) }

// LoadUint64 is sync/atomic's.
func LoadUint64(addr *uint64) (val uint64) { return load(addr) }

// StoreUint64 is sync/atomic's.
func StoreUint64(addr *uint64, val uint64) { store(addr, val) }

// SwapUintptr is sync/atomic's.
func SwapUintptr(addr *uintptr, new uintptr) (old uintptr) { return swap(addr, new) }

// CompareAndSwapUintptr is sync/atomic's.
func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool) {
	return compareAndSwap(addr, old, new)
}

// AddUintptr is sync/atomic's.
func AddUintptr(addr *uintptr, delta uintptr) (new uintptr) { return add(addr, delta) }

// AndUintptr is sync/atomic's.
func AndUintptr(addr *uintptr, mask uintptr) (old uintptr) { return and(addr, mask) }

// OrUintptr is sync/atomic's.
func OrUintptr(addr *uintptr, mask uintptr) (old uintptr) { return or(addr, mask) }

// LoadUintptr is sync/atomic's.
func LoadUintptr(addr *uintptr) (val uintptr) { return load(addr) }

// StoreUintptr is sync/atomic's.
func StoreUintptr(addr *uintptr, val uintptr) { store(addr, val) }

// SwapPointer is sync/atomic's.
func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) (old unsafe.Pointer) {
	return swapPointer(addr, new)
}

// CompareAndSwapPointer is sync/atomic's.
func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) (swapped bool) {
	return compareAndSwapPointer(addr, old, new)
}

// LoadPointer is sync/atomic's.
func LoadPointer(addr *unsafe.Pointer) (val unsafe.Pointer) { return loadPointer(addr) }

// StorePointer is sync/atomic's.
func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer) { storePointer(addr, val) }
