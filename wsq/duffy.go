package wsq

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/pad"
)

// Duffy is the work-stealing queue of J. Duffy, "Building a custom thread pool (series,
// part 2): a work stealing queue" (2008). The queue in .NET descends from it. Use it where
// thieves may block each other, and where a thief should wait for its turn with a timeout.
//
// Names: tail is our bottom, head our top. LocalPush, LocalPop and TrySteal are Push, Pop
// and TrySteal.
//
// Invariants
//
//	I1  without a steal in its critical section: head <= tail outside Pop, and
//	    the items are the indices [head, tail)
//	I2  head exceeds its settled value by at most one, only inside a critical
//	    section
//	I3  slot head is not written while a steal is in its critical section: Push
//	    keeps one slot spare
//
// Linearization: a thief that raises head takes nothing yet, because an item may still come
// before the thief reads tail.
//
//	push         PushPublish
//	pop          PopLower
//	pop empty    PopCheckHead
//	steal        StealReadTail
//	steal empty  StealReadTail
//	steal retry  anywhere
//
// Progress: Push and Pop are wait-free while they do not need the lock. Pop needs it only
// for the last item or none, Push only when the ring looks full. Taking the lock is not
// wait-free: thieves that never stop can win it each time before the owner.
// NaiveDuffy_Starved in tla/deque/Duffy.json shows this.
//
// Departures from the article.
//
// (1) The article's LocalPop begins with "if head >= tail return false". A steal that is
// about to fail raises head for a moment. If the owner has just pushed an item, LocalPop
// then reports an empty queue that still has the item. Here Pop decides only under the lock
// that the deque is empty.
//
// (2) Growth keeps the indices, which have 64 bits. The article resets its 32-bit indices
// when the ring grows; they overflow after 2^31 pushes without growth.
//
// (3) A failed TrySteal says whether the queue was empty (Empty) or the lock was held
// (Retry).
//
// (4) The operation that takes an item clears its slot.
//
// Cost: a Push and a Pop are one sequentially consistent store each. An item is unreachable
// from the deque once Pop or Steal has returned it. A Push allocates only to double the
// ring, which never shrinks.
type Duffy[T any] struct {
	_ pad.Line
	// Only the holder of foreignLock stores head. A steal raises it before it knows whether
	// there is an item.
	head        atomic.Uint64
	foreignLock foreignLock
	_           pad.Line
	tail        atomic.Uint64       // stored by the owner
	array       circular[T, uint64] // written by the owner with foreignLock held

	// Only the owner uses the fields below.
	t     uint64 // tail, between operations
	limit uint64 // below this index, Push need not read head
	_     pad.Line
}

// NewDuffy returns an empty deque. It holds at least capacity items before it grows for the
// first time. It panics unless capacity is between 1 and 2^29.
func NewDuffy[T any](capacity int) *Duffy[T] {
	// One slot is always spare.
	n := checkCapacity("NewDuffy", capacity, maxCapacity/2)
	if n == uint64(capacity) {
		n *= 2
	}
	d := &Duffy[T]{
		array:       makeCircular[T, uint64](n),
		foreignLock: newForeignLock(),
	}
	d.startAt(0)
	return d
}

// startAt makes the empty deque start at index i. Tests start near the point where indices
// wrap around.
func (d *Duffy[T]) startAt(i uint64) {
	d.t = i
	d.limit = i + d.array.mask
	d.head.Store(i) //tla:- before the deque is shared
	d.tail.Store(i) //tla:- before the deque is shared
}

// Contract implements [Declarer].
func (d *Duffy[T]) Contract() Contract { return Contract{Empty: Strict} }

// Push implements [Owner]. It always returns true. It waits for the lock when the ring
// looks full. It panics if the deque would have to hold 2^30 items.
func (d *Duffy[T]) Push(v T) bool {
	t := d.t
	if int64(t-d.limit) >= 0 {
		d.makeRoom(t)
	}
	d.array.slots[t&d.array.mask] = v //tla:PushWrite
	d.t = t + 1
	d.tail.Store(t + 1) //tla:PushPublish
	return true
}

// makeRoom finds out how far Push may go. It doubles the ring if it is full.
func (d *Duffy[T]) makeRoom(t uint64) {
	h := d.head.Load() //tla:PushReadHead
	// A steal may have raised head for a moment. The spare slot allows for that.
	if d.limit = h + d.array.mask; int64(t-d.limit) < 0 {
		return
	}
	d.foreignLock.lock() //tla:PushLock
	h = d.head.Load()    //tla:PushReadHeadLocked
	if t-h >= d.array.mask {
		if d.array.capacity() == maxCapacity {
			d.foreignLock.unlock() //tla:PushUnlock
			panic(fmt.Sprintf("wsq: Duffy.Push: the deque holds %d items, its limit", t-h))
		}
		d.array = d.array.doubled(h, t) //tla:PushGrow
	}
	d.foreignLock.unlock() //tla:PushUnlock
	d.limit = h + d.array.mask
}

// Pop implements [Owner]. It waits for the lock if it finds no item, or if a thief tries to
// take the last one.
func (d *Duffy[T]) Pop() (v T, ok bool) {
	t := d.t - 1
	d.tail.Store(t)                          //tla:PopLower
	if h := d.head.Load(); int64(t-h) >= 0 { //tla:PopReadHead
		d.t = t
		v = d.array.take(t) //tla:PopTakeSlot
		return v, true
	}
	// Either the deque is empty, or a steal has raised head past this item. Under the lock
	// no steal is under way, so head is settled.
	d.foreignLock.lock()                     //tla:PopLock
	if h := d.head.Load(); int64(t-h) >= 0 { //tla:PopCheckHead
		d.t = t
		ok = true
		v = d.array.take(t) //tla:PopTakeLocked
	} else {
		d.tail.Store(t + 1) //tla:PopRestore
	}
	d.foreignLock.unlock() //tla:PopUnlock
	return v, ok
}

// Steal implements [Thief]. It is a TrySteal that does not wait.
func (d *Duffy[T]) Steal() (v T, r StealResult) {
	return d.TrySteal(0)
}

// TrySteal steals, and waits at most timeout for the lock. Other thieves hold the lock, and
// so does an owner that resizes the ring or takes the last item. It returns Retry if it did
// not get the lock. With timeout <= 0 it does not block.
func (d *Duffy[T]) TrySteal(timeout time.Duration) (v T, r StealResult) {
	if !d.foreignLock.tryLock(timeout) { //tla:StealLock
		return v, Retry
	}
	h := d.head.Load()                      //tla:StealReadHead
	d.head.Store(h + 1)                     //tla:StealRaise
	if t := d.tail.Load(); int64(t-h) > 0 { //tla:StealReadTail
		r = Stolen
		v = d.array.take(h) //tla:StealTakeSlot
	} else {
		d.head.Store(h) //tla:StealRestore
	}
	d.foreignLock.unlock() //tla:StealUnlock
	return v, r
}

// IsEmpty reports whether the deque seems to be empty. It is an estimate while others
// operate. Do not park on it.
func (d *Duffy[T]) IsEmpty() bool {
	return d.Count() == 0
}

// Count returns the number of items. It is an estimate while others operate.
func (d *Duffy[T]) Count() int {
	h := d.head.Load() //tla:- an estimate
	t := d.tail.Load() //tla:- an estimate
	return max(0, int(int64(t-h)))
}
