package wsq

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/pad"
)

// Duffy is the work-stealing queue of J. Duffy, "Building a custom thread pool
// (series, part 2): a work stealing queue" (2008), the ancestor of the one in
// .NET. Use it where thieves may block each other, and for a steal that waits
// for its turn at most so long.
//
// Names: tail is our bottom, head our top; LocalPush, LocalPop and TrySteal
// are Push, Pop and TrySteal.
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
// Linearization: raising head takes nothing yet: an item may come before the thief
// reads tail.
//
//	push         PushPublish
//	pop          PopLower
//	pop empty    PopCheckHead
//	steal        StealReadTail
//	steal empty  StealReadTail
//	steal retry  anywhere
//
// Progress: Push and Pop are wait-free while they stay out of the lock: Pop
// while there is more than one item, Push unless the ring looks full. Inside they
// are not: thieves that never cease can take the lock each time before the owner
// (NaiveDuffy_Starved in tla/deque/Duffy.json).
//
// Departures from the article. (1) Its LocalPop begins with "if head >= tail
// return false". A steal that is about to fail has raised head for a moment; if
// the owner has just pushed, its LocalPop then answers empty with its item
// still there. Here Pop decides emptiness under the lock only. (2) Growth keeps
// the indices, 64 bits wide, where the article resets them and its 32-bit ones
// overflow after 2^31 pushes without growth. (3) A failed TrySteal says whether
// it met an empty queue (Empty) or a held lock (Retry). (4) Slots are cleared
// by whoever takes the item.
//
// Cost: one sequentially consistent store for a Push and one for a Pop. An
// item is unreachable from the deque once Pop or Steal has returned it. A Push
// allocates only to double the ring, which never shrinks.
type Duffy[T any] struct {
	_ pad.Line
	// head is stored by the holder of foreignLock; a steal raises it before it
	// knows whether there is an item.
	head        atomic.Uint64
	foreignLock foreignLock
	_           pad.Line
	tail        atomic.Uint64       // stored by the owner
	array       circular[T, uint64] // written by the owner with foreignLock held

	// The rest is the owner's alone.
	t     uint64 // the value of tail between operations
	limit uint64 // Push needs no look at head below this index
	_     pad.Line
}

// NewDuffy returns an empty deque. It holds at least capacity items before it
// grows for the first time. It panics unless capacity is between 1 and 2^29.
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

// startAt makes the empty deque start at an index.
func (d *Duffy[T]) startAt(i uint64) {
	d.t = i
	d.limit = i + d.array.mask
	d.head.Store(i) //tla:- before the deque is shared
	d.tail.Store(i) //tla:- before the deque is shared
}

// Contract implements [Declarer].
func (d *Duffy[T]) Contract() Contract { return Contract{Empty: Strict} }

// Push implements [Owner]. It always answers true. When the ring looks full it
// waits for the lock. It panics if the deque would have to hold 2^30 items.
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

// makeRoom finds out how far Push may go, and doubles the ring if it is full.
func (d *Duffy[T]) makeRoom(t uint64) {
	h := d.head.Load() //tla:PushReadHead
	// A steal may have raised head for a moment: the spare slot allows for it.
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

// Pop implements [Owner]. To find out that there is no item, and for the last
// one if a thief is after it, it waits for the lock.
func (d *Duffy[T]) Pop() (v T, ok bool) {
	t := d.t - 1
	d.tail.Store(t)                          //tla:PopLower
	if h := d.head.Load(); int64(t-h) >= 0 { //tla:PopReadHead
		d.t = t
		v = d.array.take(t) //tla:PopTakeSlot
		return v, true
	}
	// Empty, or a steal has raised head past our item. With the lock there is
	// no steal in flight, and head is settled.
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

// Steal implements [Thief]: a TrySteal that does not wait.
func (d *Duffy[T]) Steal() (v T, r StealResult) {
	return d.TrySteal(0)
}

// TrySteal is Steal, waiting at most timeout for other thieves and for an owner
// that resizes or takes its last item. It answers Retry if that was not enough.
// With timeout <= 0 it does not block.
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

// IsEmpty reports whether there seems to be no item: an estimate while others
// operate, and not to be relied on before going to sleep.
func (d *Duffy[T]) IsEmpty() bool {
	return d.Count() == 0
}

// Count returns the number of items, as an estimate while others operate.
func (d *Duffy[T]) Count() int {
	h := d.head.Load() //tla:- an estimate
	t := d.tail.Load() //tla:- an estimate
	return max(0, int(int64(t-h)))
}
