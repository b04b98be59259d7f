package sync

import (
	std "sync"
	"unsafe"

	"github.com/stealproof/stealproof/model/sched"
)

// Mutex is [std.Mutex]. Who waits gets it in any order: that is more than Go's
// fairness allows.
type Mutex struct{ mu std.Mutex }

func (m *Mutex) pointer() unsafe.Pointer { return address(m) }

// locked looks at the lowest bit of the first word.
func (m *Mutex) locked() bool { return *(*int32)(unsafe.Pointer(m))&1 != 0 }

// unlocked is the gate of Lock.
type unlocked Mutex

func (u *unlocked) Ready(int) bool { return !(*Mutex)(u).locked() }

// Lock is [std.Mutex.Lock].
func (m *Mutex) Lock() {
	if !sched.On() {
		m.mu.Lock()
		return
	}
	m.take()
	sched.Acquire(m.pointer())
}

// TryLock is [std.Mutex.TryLock].
func (m *Mutex) TryLock() bool {
	if !sched.On() {
		return m.mu.TryLock()
	}
	if !m.tryTake() {
		return false
	}
	sched.Acquire(m.pointer())
	return true
}

// Unlock is [std.Mutex.Unlock].
func (m *Mutex) Unlock() {
	if !sched.On() {
		m.mu.Unlock()
		return
	}
	m.give()
	sched.Release(m.pointer())
}

// take, tryTake and give are the steps without the order that they bring. The
// real mutex is never waited for: it is in the state that the gate saw.

func (m *Mutex) take() {
	sched.Lock(m.pointer(), (*unlocked)(m), 0)
	m.mu.TryLock()
}

func (m *Mutex) tryTake() bool {
	sched.Tries()
	sched.Write(m.pointer())
	if !m.mu.TryLock() {
		sched.Tell("refused")
		sched.Refused()
		return false
	}
	return true
}

func (m *Mutex) give() {
	sched.Unlock(m.pointer())
	if !m.locked() {
		sched.Fail(RuleMisuse, "fatal error: sync: unlock of unlocked mutex")
	}
	m.mu.Unlock()
}
