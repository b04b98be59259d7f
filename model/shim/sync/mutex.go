package sync

import (
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Mutex is [std.Mutex]. Waiting threads get it in any order, which is more than Go's fairness
// allows.
type Mutex struct{ mu std.Mutex }

func (m *Mutex) pointer() unsafe.Pointer { return address(m) }

// locked returns the lowest bit of the first word.
func (m *Mutex) locked() bool { return *(*int32)(unsafe.Pointer(m))&1 != 0 }

// unlocked is the gate of Lock.
type unlocked Mutex

func (u *unlocked) Ready(int) bool { return !(*Mutex)(u).locked() }

// Lock is [std.Mutex.Lock].
func (m *Mutex) Lock() {
	if !engine.On() {
		m.mu.Lock()
		return
	}
	m.take()
	m.used()
	engine.Acquire(m.pointer())
}

// TryLock is [std.Mutex.TryLock].
func (m *Mutex) TryLock() bool {
	if !engine.On() {
		return m.mu.TryLock()
	}
	if !m.tryTake() {
		return false
	}
	m.used()
	engine.Acquire(m.pointer())
	return true
}

// Unlock is [std.Mutex.Unlock].
func (m *Mutex) Unlock() {
	if !engine.On() {
		m.mu.Unlock()
		return
	}
	m.give()
	m.used()
	engine.Release(m.pointer())
}

// take, tryTake and give are the steps, without the synchronization. The real mutex never blocks:
// it is in the state that the gate saw.

func (m *Mutex) take() {
	engine.Lock(m.pointer(), (*unlocked)(m), 0)
	m.keep()
	m.mu.TryLock()
	engine.Kept(m.pointer())
}

func (m *Mutex) tryTake() bool {
	engine.Tries()
	engine.Write(m.pointer())
	m.keep()
	taken := m.mu.TryLock()
	engine.Kept(m.pointer())
	if !taken {
		engine.Describe("refused")
		engine.Refused()
		return false
	}
	return true
}

func (m *Mutex) give() {
	engine.Unlock(m.pointer())
	if !m.locked() {
		engine.Fail(RuleMisuse, "fatal error: sync: unlock of unlocked mutex")
	}
	m.keep()
	m.mu.Unlock()
	engine.Kept(m.pointer())
}

// used reports the access to the mutex. A goroutine that has to wait changes the state before it gets
// the mutex, so the access of Lock is not ordered after the thread that had it.
func (m *Mutex) used() { engine.Uses(m.pointer(), unsafe.Sizeof(*m), true) }

// keep is called before the state changes.
func (m *Mutex) keep() { engine.Keep(m.pointer(), unsafe.Sizeof(*m)) }
