package atomic

import (
	std "sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// word is the type of a word in memory.
type word interface{ uint32 | uint64 | uintptr }

// The functions of sync/atomic for a word, selected by its size at compile time.

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

// before returns the value that a store is about to overwrite. Go's race detector must not take
// it for a load, which would synchronize.
func before[W word](p *W) W {
	if unsafe.Sizeof(*p) == 4 {
		return W(engine.Peek32((*uint32)(unsafe.Pointer(p))))
	}
	return W(engine.Peek64((*uint64)(unsafe.Pointer(p))))
}

// The steps.

func load[W word](p *W) W {
	e := engine.Running()
	if e == nil || !e.Owned() {
		return stdLoad(p)
	}
	engine.AtomicRead(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	v := stdLoad(p)
	if e.Wants() {
		engine.Saw(unsafe.Pointer(p), unsafe.Sizeof(v), uint64(v))
	}
	return v
}

func store[W word](p *W, v W) {
	if e := engine.Running(); e == nil || !e.Owned() {
		stdStore(p, v)
		return
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	was := before(p)
	put(p, v)
	engine.Stored(unsafe.Pointer(p), unsafe.Sizeof(v), uint64(was), uint64(v))
}

func swap[W word](p *W, v W) W {
	if e := engine.Running(); e == nil || !e.Owned() {
		return stdSwap(p, v)
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	old := stdSwap(p, v)
	engine.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(old), uint64(v))
	return old
}

func compareAndSwap[W word](p *W, from, to W) bool {
	if e := engine.Running(); e == nil || !e.Owned() {
		return stdCompareAndSwap(p, from, to)
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	is := stdLoad(p)
	if is != from {
		engine.Unchanged(unsafe.Pointer(p), unsafe.Sizeof(is), uint64(is))
		return false
	}
	put(p, to)
	engine.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(from), uint64(to))
	return true
}

func add[W word](p *W, delta W) W {
	if e := engine.Running(); e == nil || !e.Owned() {
		return stdAdd(p, delta)
	}
	engine.AtomicAdd(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	v := stdAdd(p, delta)
	engine.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(v-delta), uint64(v))
	return v
}

func and[W word](p *W, mask W) W {
	if e := engine.Running(); e == nil || !e.Owned() {
		return stdAnd(p, mask)
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	old := stdAnd(p, mask)
	engine.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(old), uint64(old&mask))
	return old
}

func or[W word](p *W, mask W) W {
	if e := engine.Running(); e == nil || !e.Owned() {
		return stdOr(p, mask)
	}
	engine.AtomicWrite(unsafe.Pointer(p), int(unsafe.Sizeof(*p)))
	old := stdOr(p, mask)
	engine.Changed(unsafe.Pointer(p), unsafe.Sizeof(*p), uint64(old), uint64(old|mask))
	return old
}
