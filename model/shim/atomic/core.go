package atomic

import (
	std "sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// word is what the operations work on.
type word interface{ uint32 | uint64 | uintptr }

// The functions of sync/atomic for a word, chosen at compile time by its size.

func stdLoad[W word](p *W) W {
	if unsafe.Sizeof(*p) == 4 {
		return W(std.LoadUint32((*uint32)(unsafe.Pointer(p))))
	}
	return W(std.LoadUint64((*uint64)(unsafe.Pointer(p))))
}

func stdStore[W word](p *W, v W) {
	if unsafe.Sizeof(*p) == 4 {
		std.StoreUint32((*uint32)(unsafe.Pointer(p)), uint32(v))
	} else {
		std.StoreUint64((*uint64)(unsafe.Pointer(p)), uint64(v))
	}
}

func stdSwap[W word](p *W, v W) W {
	if unsafe.Sizeof(*p) == 4 {
		return W(std.SwapUint32((*uint32)(unsafe.Pointer(p)), uint32(v)))
	}
	return W(std.SwapUint64((*uint64)(unsafe.Pointer(p)), uint64(v)))
}

func stdCompareAndSwap[W word](p *W, from, to W) bool {
	if unsafe.Sizeof(*p) == 4 {
		return std.CompareAndSwapUint32((*uint32)(unsafe.Pointer(p)), uint32(from), uint32(to))
	}
	return std.CompareAndSwapUint64((*uint64)(unsafe.Pointer(p)), uint64(from), uint64(to))
}

func stdAdd[W word](p *W, delta W) W {
	if unsafe.Sizeof(*p) == 4 {
		return W(std.AddUint32((*uint32)(unsafe.Pointer(p)), uint32(delta)))
	}
	return W(std.AddUint64((*uint64)(unsafe.Pointer(p)), uint64(delta)))
}

func stdAnd[W word](p *W, mask W) W {
	if unsafe.Sizeof(*p) == 4 {
		return W(std.AndUint32((*uint32)(unsafe.Pointer(p)), uint32(mask)))
	}
	return W(std.AndUint64((*uint64)(unsafe.Pointer(p)), uint64(mask)))
}

func stdOr[W word](p *W, mask W) W {
	if unsafe.Sizeof(*p) == 4 {
		return W(std.OrUint32((*uint32)(unsafe.Pointer(p)), uint32(mask)))
	}
	return W(std.OrUint64((*uint64)(unsafe.Pointer(p)), uint64(mask)))
}

// The steps.

func load[W word](p *W) W {
	if !sched.On() {
		return stdLoad(p)
	}
	sched.AtomicRead(unsafe.Pointer(p), unsafe.Sizeof(*p))
	v := stdLoad(p)
	sched.Saw(unsafe.Pointer(p), unsafe.Sizeof(v), uint64(v))
	return v
}

func store[W word](p *W, v W) {
	if !sched.On() {
		stdStore(p, v)
		return
	}
	sched.AtomicWrite(unsafe.Pointer(p), unsafe.Sizeof(*p))
	was := stdLoad(p)
	stdStore(p, v)
	sched.Stored(unsafe.Pointer(p), unsafe.Sizeof(v), uint64(was), uint64(v))
}

func swap[W word](p *W, v W) W {
	if !sched.On() {
		return stdSwap(p, v)
	}
	sched.AtomicWrite(unsafe.Pointer(p), unsafe.Sizeof(*p))
	old := stdSwap(p, v)
	sched.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(old), uint64(v))
	return old
}

func compareAndSwap[W word](p *W, from, to W) bool {
	if !sched.On() {
		return stdCompareAndSwap(p, from, to)
	}
	sched.AtomicWrite(unsafe.Pointer(p), unsafe.Sizeof(*p))
	is := stdLoad(p)
	if is != from {
		sched.Unchanged(unsafe.Pointer(p), unsafe.Sizeof(is), uint64(is))
		return false
	}
	stdStore(p, to)
	sched.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(from), uint64(to))
	return true
}

func add[W word](p *W, delta W) W {
	if !sched.On() {
		return stdAdd(p, delta)
	}
	sched.AtomicWrite(unsafe.Pointer(p), unsafe.Sizeof(*p))
	v := stdAdd(p, delta)
	sched.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(v-delta), uint64(v))
	return v
}

func and[W word](p *W, mask W) W {
	if !sched.On() {
		return stdAnd(p, mask)
	}
	sched.AtomicWrite(unsafe.Pointer(p), unsafe.Sizeof(*p))
	old := stdAnd(p, mask)
	sched.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(old), uint64(old&mask))
	return old
}

func or[W word](p *W, mask W) W {
	if !sched.On() {
		return stdOr(p, mask)
	}
	sched.AtomicWrite(unsafe.Pointer(p), unsafe.Sizeof(*p))
	old := stdOr(p, mask)
	sched.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(old), uint64(old|mask))
	return old
}
