package lin_test

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/linearizability/lin"
)

// Tickets is a lock that serves its callers in order. Only the caller of Lock may call Unlock.
type Tickets struct{ next, serving atomic.Int64 }

func (l *Tickets) Lock() {
	for mine := l.next.Add(1) - 1; l.serving.Load() != mine; {
		runtime.Gosched()
	}
}

func (l *Tickets) TryLock() bool {
	n := l.serving.Load()
	return l.next.CompareAndSwap(n, n+1)
}

func (l *Tickets) Unlock() { l.serving.Add(1) }

// holder is the specification of a lock. The arguments of Unlock and UnlockTried stand for the call that took it.
type holder struct{ held bool }

func (h *holder) Lock() bool       { h.held = true; return true }
func (h *holder) CanLock() bool    { return !h.held }
func (h *holder) TryLock() bool    { was := h.held; h.held = true; return !was }
func (h *holder) Unlock(bool)      { h.held = false }
func (h *holder) UnlockTried(bool) { h.held = false }

// A thread unlocks only what it has locked. If TryLock returns false, the scenario's call of UnlockTried is left out.
func ExampleResultOf_lock() {
	unlock := func(l *Tickets, _ bool) { l.Unlock() }
	v := lin.Check(printed{}, func() *Tickets { return &Tickets{} }, func() *holder { return &holder{} },
		lin.Op("Lock", func(l *Tickets) bool { l.Lock(); return true }), lin.Op("Unlock", unlock, lin.ResultOf("Lock")),
		lin.Op("TryLock", (*Tickets).TryLock), lin.Op("UnlockTried", unlock, lin.ResultOf("TryLock")),
		lin.Scenario("; Lock Unlock(Lock#1) | TryLock UnlockTried(TryLock#1) ; TryLock"), lin.Rounds(5))
	fmt.Println(v.Failure == nil, v.Cores.Ending)
	// Output:
	// passed
	// true bound hit
}
