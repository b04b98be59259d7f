package sync

import (
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// RWMutex is [std.RWMutex]. A waiting writer keeps new readers out, as in Go.
type RWMutex struct{ rw std.RWMutex }

// rwState is the fields of a [std.RWMutex]. The semaphores are unused under the scheduler. Their
// addresses stand for the synchronization that they bring.
type rwState struct {
	w         Mutex // held by the first writer
	writerSem uint32
	readerSem uint32
	readers   int32 // less maxReaders if that writer has announced itself
	_         int32
}

const maxReaders = 1 << 30

func (rw *RWMutex) state() *rwState { return (*rwState)(address(rw)) }

func (s *rwState) count() unsafe.Pointer { return unsafe.Pointer(&s.readers) }

func (s *rwState) add(n int32) {
	engine.Keep(s.count(), unsafe.Sizeof(s.readers))
	s.readers += n
	engine.Kept(s.count())
}

// noWriter is the gate of RLock.
type noWriter rwState

func (g *noWriter) Ready(int) bool { return g.readers >= 0 }

// noReaders is the gate of a writer that has announced itself.
type noReaders rwState

func (g *noReaders) Ready(int) bool { return g.readers == -maxReaders }

// RLock is [std.RWMutex.RLock].
func (rw *RWMutex) RLock() {
	if !engine.On() {
		rw.rw.RLock()
		return
	}
	s := rw.state()
	engine.Enter(s.count(), (*noWriter)(s))
	s.add(1)
	s.used()
	s.afterWriters()
}

// TryRLock is [std.RWMutex.TryRLock].
func (rw *RWMutex) TryRLock() bool {
	if !engine.On() {
		return rw.rw.TryRLock()
	}
	s := rw.state()
	engine.Write(s.count())
	if s.readers < 0 {
		engine.Describe("refused")
		engine.OnlyRead()
		return false
	}
	s.add(1)
	s.used()
	s.afterWriters()
	return true
}

// RUnlock is [std.RWMutex.RUnlock].
func (rw *RWMutex) RUnlock() {
	if !engine.On() {
		rw.rw.RUnlock()
		return
	}
	s := rw.state()
	engine.Leave(s.count())
	if s.readers == 0 || s.readers == -maxReaders {
		engine.Fail(RuleMisuse, "fatal error: sync: RUnlock of unlocked RWMutex")
	}
	s.add(-1)
	s.used()
	engine.Release(unsafe.Pointer(&s.writerSem))
}

// Lock is [std.RWMutex.Lock].
func (rw *RWMutex) Lock() {
	if !engine.On() {
		rw.rw.Lock()
		return
	}
	s := rw.state()
	s.w.take()
	engine.Write(s.count())
	engine.Describe("keeps new readers out")
	s.add(-maxReaders)
	s.used()
	if s.readers != -maxReaders {
		engine.Wait(s.count(), (*noReaders)(s), 0)
		engine.Describe("the readers have left")
	}
	s.afterAll()
}

// TryLock is [std.RWMutex.TryLock].
func (rw *RWMutex) TryLock() bool {
	if !engine.On() {
		return rw.rw.TryLock()
	}
	s := rw.state()
	if !s.w.tryTake() {
		engine.Watch(s.count())
		return false
	}
	engine.Refused() // the readers may refuse it
	engine.Write(s.count())
	if s.readers != 0 {
		engine.Describe("refused")
		engine.OnlyRead()
		s.w.give()
		engine.Refused()
		return false
	}
	s.add(-maxReaders)
	s.used()
	s.afterAll()
	return true
}

// Unlock is [std.RWMutex.Unlock].
func (rw *RWMutex) Unlock() {
	if !engine.On() {
		rw.rw.Unlock()
		return
	}
	s := rw.state()
	engine.Write(s.count())
	if s.readers >= 0 {
		engine.Fail(RuleMisuse, "fatal error: sync: Unlock of unlocked RWMutex")
	}
	engine.Describe("lets readers in")
	s.add(maxReaders)
	s.used()
	engine.Release(unsafe.Pointer(&s.readerSem))
	s.w.give()
	engine.Describe("lets writers in")
}

// RLocker is [std.RWMutex.RLocker].
func (rw *RWMutex) RLocker() Locker { return (*rlocker)(rw) }

type rlocker RWMutex

func (r *rlocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *rlocker) Unlock() { (*RWMutex)(r).RUnlock() }

// used reports an access to the object.
func (s *rwState) used() { engine.Uses(unsafe.Pointer(s), unsafe.Sizeof(*s), true) }

// A reader is ordered after the writers before it, a writer after all before it.

func (s *rwState) afterWriters() { engine.Acquire(unsafe.Pointer(&s.readerSem)) }

func (s *rwState) afterAll() {
	engine.Acquire(unsafe.Pointer(&s.readerSem))
	engine.Acquire(unsafe.Pointer(&s.writerSem))
}
