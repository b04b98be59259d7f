package protocol

import (
	"runtime"
	"sync/atomic"
)

// SpinLock is a lock that spins.
type SpinLock struct {
	held atomic.Bool
}

// Lock implements sync.Locker.
func (l *SpinLock) Lock() {
	for !l.held.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
}

// Unlock implements sync.Locker.
func (l *SpinLock) Unlock() { l.held.Store(false) }

// spinLockTestsThenSets takes the lock in two steps. In between, another thread may see the lock free.
type spinLockTestsThenSets struct{ SpinLock }

func (l *spinLockTestsThenSets) Lock() {
	for l.held.Load() {
		runtime.Gosched()
	}
	l.held.Store(true)
}

// spinLockPlainUnlock releases the lock with a plain store, which orders nothing.
type spinLockPlainUnlock struct {
	held uint32
}

func (l *spinLockPlainUnlock) Lock() {
	for !atomic.CompareAndSwapUint32(&l.held, 0, 1) {
		runtime.Gosched()
	}
}

func (l *spinLockPlainUnlock) Unlock() { l.held = 0 }
