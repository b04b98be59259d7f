package wsq

import (
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/park"
)

// foreignLock is a mutex with a lock operation that gives up after a time, which sync.Mutex
// does not have. It is "mutex2" of U. Drepper, Futexes Are Tricky (2011), with a Parker in
// place of the futex.
type foreignLock struct {
	state   atomic.Uint32
	waiters *park.Parker
}

const (
	unlocked  = 0
	locked    = 1
	contended = 2 // locked, and a goroutine may be parked
)

func newForeignLock() foreignLock {
	return foreignLock{waiters: park.New()}
}

// lock blocks until it has the lock.
func (l *foreignLock) lock() {
	if l.state.CompareAndSwap(unlocked, locked) {
		return
	}
	// A goroutine stores contended before it parks, so the holder wakes one when it
	// unlocks. The woken goroutine stores contended too, because others may be parked.
	for l.state.Swap(contended) != unlocked {
		l.waiters.Park()
	}
}

// tryLock takes the lock within timeout, and reports whether it did. With timeout <= 0 it
// does not block.
func (l *foreignLock) tryLock(timeout time.Duration) bool {
	if l.state.CompareAndSwap(unlocked, locked) {
		return true
	}
	if timeout <= 0 {
		return false
	}
	deadline := time.Now().Add(timeout)
	for l.state.Swap(contended) != unlocked {
		if !l.waiters.ParkTimeout(time.Until(deadline)) {
			// A waiter that gives up consumes no permit. So a later unlock's permit stays
			// for the next waiter.
			return false
		}
	}
	return true
}

func (l *foreignLock) unlock() {
	if l.state.Swap(unlocked) == contended {
		l.waiters.Unpark()
	}
}
