package wsq

import (
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/park"
)

// foreignLock is a mutex whose acquisition can be given up after a time, which
// sync.Mutex has no means for. It is the "mutex2" of U. Drepper, Futexes Are
// Tricky (2011), on a Parker in place of the futex.
type foreignLock struct {
	state   atomic.Uint32
	waiters *park.Parker
}

const (
	unlocked  = 0
	locked    = 1
	contended = 2 // locked, and somebody may be parked
)

func newForeignLock() foreignLock {
	return foreignLock{waiters: park.New()}
}

// lock blocks until it has the lock.
func (l *foreignLock) lock() {
	if l.state.CompareAndSwap(unlocked, locked) {
		return
	}
	// Whoever parks has left contended behind, so the holder wakes one. The
	// one that is woken takes the lock as contended: others may be parked.
	for l.state.Swap(contended) != unlocked {
		l.waiters.Park()
	}
}

// tryLock gets the lock within timeout, or not at all. With timeout <= 0 it
// does not block; otherwise it may wait on other holders for that long.
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
			// A waiter that gives up takes no permit with it, so the permit
			// of a later unlock is there for the next one.
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
