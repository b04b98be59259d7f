package sync

import (
	"runtime"
	std "sync"
	"unsafe"
)

// Some shims read the fields of types of package sync, or overlay them. A version of Go with other
// fields must be noticed.

// These compile only if the sizes are equal.
const (
	_ = -(unsafe.Sizeof(Cond{}) ^ unsafe.Sizeof(std.Cond{}))
	_ = -(unsafe.Sizeof(Once{}) ^ unsafe.Sizeof(std.Once{}))
	_ = -(unsafe.Sizeof(Pool{}) ^ unsafe.Sizeof(std.Pool{}))
	_ = -(unsafe.Sizeof(rwState{}) ^ unsafe.Sizeof(std.RWMutex{}))
)

func init() {
	var m Mutex
	free := !m.locked()
	m.mu.Lock()
	if !free || !m.locked() {
		panic("model/shim/sync: this version of Go has a different sync.Mutex")
	}
	var g WaitGroup
	g.wg.Add(3)
	if g.counter() != 3 {
		panic("model/shim/sync: this version of Go has a different sync.WaitGroup")
	}
	var rw RWMutex
	rw.rw.RLock()
	rw.rw.RLock()
	s := rw.state()
	two := s.readers == 2 && !s.w.locked()
	rw.rw.RUnlock()
	rw.rw.RUnlock()
	rw.rw.Lock()
	if !two || s.readers != -maxReaders || !s.w.locked() {
		panic("model/shim/sync: this version of Go has a different sync.RWMutex")
	}
	var values Map
	fresh := values.fresh()
	values.m.Load(nil)
	if !fresh || values.fresh() {
		panic("model/shim/sync: this version of Go has a different sync.Map")
	}
	var p Pool
	p.real.victim = unsafe.Pointer(&mark)
	p.std().Get()
	if p.real.local == nil || p.real.localSize != uintptr(runtime.GOMAXPROCS(0)) {
		panic("model/shim/sync: this version of Go has a different sync.Pool")
	}
}
