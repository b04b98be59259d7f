// Package std has sync.Map and sync.Pool of the standard library as if a user had written them. The
// test TestStd copies them into this directory.
package std

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

type Mutex = sync.Mutex

const ptrSize = 4 << (^uintptr(0) >> 63)

type noCopy struct{}

func noEscape(p unsafe.Pointer) unsafe.Pointer { return p }

// hasher returns the hash of ints. The hashes of 1 and 2 are equal, and that of 3 begins as they do.
func hasher[K comparable]() hashFunc {
	return func(p unsafe.Pointer, _ uintptr) uintptr {
		if *(*int)(p) == 3 {
			return 0x1100 << (8*ptrSize - 16)
		}
		return 0x1200 << (8*ptrSize - 16)
	}
}

func equal[V any]() equalFunc {
	return func(a, b unsafe.Pointer) bool { return *(*int)(a) == *(*int)(b) }
}

// The runtime runs threads on processors. A pinned thread has its processor for itself. A thread that
// is alone gets the same one each time.
const processors = 2

var (
	pinned = make(chan struct{}, processors)
	mu     sync.Mutex
	free   = []int{1, 0}
)

func runtime_procPin() int {
	pinned <- struct{}{}
	mu.Lock()
	defer mu.Unlock()
	last := len(free) - 1
	p := free[last]
	free = free[:last]
	return p
}

func runtime_procUnpin(p int) {
	mu.Lock()
	free = append(free, p)
	mu.Unlock()
	<-pinned
}

func runtime_registerPoolCleanup(func())            {}
func runtime_randn(n uint32) uint32                 { return 0 }
func runtime_LoadAcquintptr(p *uintptr) uintptr     { return atomic.LoadUintptr(p) }
func runtime_StoreReluintptr(p *uintptr, v uintptr) { atomic.StoreUintptr(p, v) }
func gomaxprocs(int) int                            { return processors }

const raceEnabled = false

// collect is what the garbage collector does to pools, while no thread has a processor.
func collect() {
	a, b := runtime_procPin(), runtime_procPin()
	poolCleanup()
	runtime_procUnpin(b)
	runtime_procUnpin(a)
}
