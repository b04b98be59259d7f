package protocol

import (
	"time"

	"github.com/stealproof/stealproof/internal/park"
)

// waitListEntersLate releases the list's lock between looking for a permit and entering the list. A Release in
// between sees no waiter.
type waitListEntersLate struct{ *WaitList }

func (l waitListEntersLate) Acquire() {
	l.mu.Lock()
	if l.permits > 0 {
		l.permits--
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	me := park.New()
	l.mu.Lock()
	l.waiters = append(l.waiters, me)
	l.mu.Unlock()
	me.Park()
}

// waitListKeepsWakeUp times out, and keeps a permit that came too late.
type waitListKeepsWakeUp struct{ *WaitList }

func (l waitListKeepsWakeUp) AcquireFor(timeout time.Duration) bool {
	me := l.enter()
	if me == nil || me.ParkTimeout(timeout) {
		return true
	}
	l.leave(me)
	return false
}

// waitListStays stays in the list after its timeout, so the next permit is lost.
type waitListStays struct{ *WaitList }

func (l waitListStays) AcquireFor(timeout time.Duration) bool {
	me := l.enter()
	return me == nil || me.ParkTimeout(timeout)
}
