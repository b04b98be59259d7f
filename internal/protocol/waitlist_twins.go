package protocol

import (
	"time"

	"github.com/stealproof/stealproof/internal/park"
)

// waitListEntersLate lets go of the list between the look for a permit and the
// entry: a Release in between sees nobody.
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

// waitListKeepsWakeUp leaves with the permit that it was woken with too late.
type waitListKeepsWakeUp struct{ *WaitList }

func (l waitListKeepsWakeUp) AcquireFor(timeout time.Duration) bool {
	me := l.enter()
	if me == nil || me.ParkTimeout(timeout) {
		return true
	}
	l.leave(me)
	return false
}

// waitListStays does not leave the list when its time is up: the next permit goes
// to nobody.
type waitListStays struct{ *WaitList }

func (l waitListStays) AcquireFor(timeout time.Duration) bool {
	me := l.enter()
	return me == nil || me.ParkTimeout(timeout)
}
