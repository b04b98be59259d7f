package mutant

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// ABPNoStamp is the deque of N. S. Arora, R. D. Blumofe and C. G. Plaxton, "Thread
// Scheduling for Multiprogrammed Multiprocessors" (SPAA 1998), figure 5, without the tag in age. The tag prevents this
// ABA problem.
//
// Interleaving:
//
//	O  Push(a)
//	T  Steal: top = 0, bottom = 1, reads a
//	O  Pop: bottom = 0, CAS top 0 to 0    -> a
//	T  Steal: CAS top 0 to 1              -> a, for the second time
//
// If O does Push(b) before or after T's CAS, b is lost as well: top = bottom = 1.
//
// A checker should see: an item taken twice, another lost.
//
// It is bounded: Push answers false when all slots are used up. The slots come back when the owner takes the last item
// or finds none. Retention: slots are never cleared.
type ABPNoStamp[T any] struct {
	top    atomic.Int64
	bottom atomic.Int64
	slots  []atomic.Pointer[T]
}

// NewABPNoStamp returns an empty deque with that many slots.
func NewABPNoStamp[T any](capacity int) *ABPNoStamp[T] {
	return &ABPNoStamp[T]{slots: make([]atomic.Pointer[T], capacity)}
}

// Push is pushBottom.
func (d *ABPNoStamp[T]) Push(v *T) bool {
	b := d.bottom.Load()
	if b == int64(len(d.slots)) {
		return false
	}
	d.slots[b].Store(v)
	d.bottom.Store(b + 1)
	return true
}

// Pop is popBottom.
func (d *ABPNoStamp[T]) Pop() (*T, bool) {
	b := d.bottom.Load()
	if b == 0 {
		return nil, false
	}
	b--
	d.bottom.Store(b)
	v := d.slots[b].Load()
	t := d.top.Load()
	if b > t {
		return v, true
	}
	d.bottom.Store(0)
	if b == t && d.top.CompareAndSwap(t, 0) {
		return v, true
	}
	d.top.Store(0)
	return nil, false
}

// Steal is popTop.
func (d *ABPNoStamp[T]) Steal() (*T, wsq.StealResult) {
	t := d.top.Load()
	b := d.bottom.Load()
	if b <= t {
		return nil, wsq.Empty
	}
	v := d.slots[t].Load()
	if !d.top.CompareAndSwap(t, t+1) {
		return nil, wsq.Retry
	}
	return v, wsq.Stolen
}

// Contract implements wsq.Declarer. It returns the contract that ABP would have.
func (d *ABPNoStamp[T]) Contract() wsq.Contract {
	return wsq.Contract{Empty: wsq.Strict, Capacity: len(d.slots), FullUntilEmpty: true, LockFree: true}
}
