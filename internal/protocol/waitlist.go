package protocol

import (
	"slices"
	"sync"
	"time"

	"github.com/stealproof/stealproof/internal/park"
)

// WaitList is a counting semaphore with a list of waiters. A released permit goes to the first waiter, if there
// is one.
type WaitList struct {
	mu      sync.Mutex
	permits int
	waiters []*park.Parker
}

// Acquire waits for a permit, and takes it.
func (l *WaitList) Acquire() {
	if me := l.enter(); me != nil {
		me.Park()
	}
}

// AcquireFor waits for at most timeout, and reports whether it took a permit.
func (l *WaitList) AcquireFor(timeout time.Duration) bool {
	me := l.enter()
	if me == nil || me.ParkTimeout(timeout) {
		return true
	}
	if !l.leave(me) {
		l.Release() // it got a permit too late
	}
	return false
}

// Release gives a permit back.
func (l *WaitList) Release() {
	l.mu.Lock()
	if len(l.waiters) == 0 {
		l.permits++
		l.mu.Unlock()
		return
	}
	first := l.waiters[0]
	l.waiters = l.waiters[1:]
	l.mu.Unlock()
	first.Unpark()
}

// enter takes a permit, or returns a parker that waits in the list for one.
func (l *WaitList) enter() *park.Parker {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.permits > 0 {
		l.permits--
		return nil
	}
	me := park.New()
	l.waiters = append(l.waiters, me)
	return me
}

// leave reports whether the waiter was still in the list.
func (l *WaitList) leave(me *park.Parker) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.waiters, me)
	if i < 0 {
		return false
	}
	l.waiters = slices.Delete(l.waiters, i, i+1)
	return true
}
