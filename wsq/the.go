package wsq

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// THE is the deque of Cilk-5: M. Frigo, C. E. Leiserson and K. H. Randall, "The
// Implementation of the Cilk-5 Multithreaded Language" (PLDI 1998, section 5). The protocol
// is named after its three indices. Use it where steals are rare and a thief that finds
// nothing must not disturb others: a thief sees that a THE is empty without taking the
// lock.
//
// Names: T (tail) is our bottom, H (head) our top. E is the exception. A thief raises E to
// H+1 as a bar before it takes the item under it.
//
//	T             stored by the owner
//	H, E          stored by the holder of lock
//	array         written by the owner with lock held
//
// Invariants
//
//	I1  H <= E <= H+1, and E == H outside a critical section
//	I2  the items are the indices [H, T), except while a Pop has lowered T
//	I3  slot H is not written while a thief is in its critical section: Push
//	    looks at H, which moves only after the thief has read the slot
//
// Linearization: a thief's Empty is strict, because an item that a Pop has lowered T over
// counts as gone. It is gone from PopLower on if the Pop gets it, and otherwise since a
// thief read T. The bar alone takes nothing: an item may come after it.
//
//	push         PushPublish
//	pop          PopLower
//	pop empty    PopReadHead or PopCheckHead
//	steal        StealReadTail
//	steal empty  StealLookTail or StealReadTail
//
// Progress: Pop is wait-free while there is more than one item, Push unless the ring looks
// full, Steal if the deque is empty.
//
// Departures from the paper. (1) H and E are two variables also here, where no work is ever
// aborted. So H never moves back, and both ends see an empty deque without the lock. (2)
// The ring grows. (3) With keepLast, a thief leaves the last item to the owner: after
// raising E it wants E < T instead of E <= T. This is the rule of X. Jin and J. Li, "Work
// stealing Fork Join Framework in C++" (2021, section 2.1).
//
// Cost: a Push and a Pop are one sequentially consistent store each. An item is unreachable
// from the deque once Pop or Steal has returned it. A Push allocates only to double the
// ring, which never shrinks.
type THE[T any] struct {
	_    pad.Line
	h    atomic.Uint64 // H
	e    atomic.Uint64 // E
	lock sync.Mutex
	_    pad.Line
	t    atomic.Uint64 // T
	_    pad.Line

	// Thieves read these with the lock held; t's line changes with each Push.
	array circular[T, uint64]
	keep  uint64 // items that thieves leave to the owner: 0 or 1
	_     pad.Line

	// Only the owner uses the fields below. Thieves read no line of theirs.
	tail  uint64 // t, between operations
	limit uint64 // below this index, Push need not read h
	_     pad.Line
}

// NewTHE returns an empty deque. It grows for the first time when it has to hold more than
// capacity items, rounded up to a power of two and at least 2. If keepLast is true, a thief
// never takes the last item, and its Empty means [AllButOne]. It panics unless capacity is
// between 1 and 2^30.
func NewTHE[T any](capacity int, keepLast bool) *THE[T] {
	n := checkCapacity("NewTHE", capacity, maxCapacity)
	d := &THE[T]{array: makeCircular[T, uint64](n)}
	if keepLast {
		d.keep = 1
	}
	d.startAt(0)
	return d
}

// startAt makes the empty deque start at index i. Tests start near the point where indices
// wrap around.
func (d *THE[T]) startAt(i uint64) {
	d.tail = i
	d.limit = i + d.array.mask + 1
	d.h.Store(i) //tla:- before the deque is shared
	d.e.Store(i) //tla:- before the deque is shared
	d.t.Store(i) //tla:- before the deque is shared
}

// Contract implements [Declarer].
func (d *THE[T]) Contract() Contract {
	if d.keep == 1 {
		return Contract{Empty: AllButOne, KeepsLast: true, NeverRetries: true}
	}
	return Contract{Empty: Strict, NeverRetries: true}
}

// Push implements [Owner]. It always returns true. It waits for the lock when the ring is
// full. It panics if the deque would have to hold more than 2^30 items.
func (d *THE[T]) Push(v T) bool {
	t := d.tail
	if t == d.limit {
		d.makeRoom(t)
	}
	d.array.slots[t&d.array.mask] = v //tla:PushWrite
	d.tail = t + 1
	d.t.Store(t + 1) //tla:PushPublish
	return true
}

// makeRoom finds out how far Push may go. It doubles the ring if it is full.
func (d *THE[T]) makeRoom(t uint64) {
	h := d.h.Load() //tla:PushReadHead
	if d.limit = h + d.array.mask + 1; t != d.limit {
		return
	}
	d.lock.Lock()  //tla:PushLock
	h = d.h.Load() //tla:PushReadHeadLocked
	if t-h == d.array.mask+1 {
		if d.array.capacity() == maxCapacity {
			d.lock.Unlock() //tla:PushUnlock
			panic(fmt.Sprintf("wsq: THE.Push: the deque holds %d items, its limit", t-h))
		}
		d.array = d.array.doubled(h, t) //tla:PushGrow
	}
	d.lock.Unlock() //tla:PushUnlock
	d.limit = h + d.array.mask + 1
}

// Pop implements [Owner]. It waits for the lock if a thief has raised its bar over the
// item.
func (d *THE[T]) Pop() (v T, ok bool) {
	t := d.tail
	if h := d.h.Load(); h == t { //tla:PopReadHead
		return v, false
	}
	t--
	d.t.Store(t)                          //tla:PopLower
	if e := d.e.Load(); int64(t-e) >= 0 { //tla:PopReadException
		d.tail = t
		v = d.array.take(t) //tla:PopTakeSlot
		return v, true
	}
	// A thief has raised its bar past this item, or has taken it already.
	d.lock.Lock()                         //tla:PopLock
	if h := d.h.Load(); int64(t-h) >= 0 { //tla:PopCheckHead
		d.tail = t
		ok = true
		v = d.array.take(t) //tla:PopTakeLocked
	} else {
		d.t.Store(t + 1) //tla:PopRestore
	}
	d.lock.Unlock() //tla:PopUnlock
	return v, ok
}

// Steal implements [Thief]. It waits for other thieves, and for an owner that resizes the
// ring or takes the last item. It never returns Retry.
func (d *THE[T]) Steal() (v T, r StealResult) {
	h := d.h.Load()                              //tla:StealLookHead
	if t := d.t.Load(); int64(t-h-d.keep) <= 0 { //tla:StealLookTail
		return v, Empty
	}
	d.lock.Lock()                               //tla:StealLock
	h = d.h.Load()                              //tla:StealReadHead
	d.e.Store(h + 1)                            //tla:StealBar
	if t := d.t.Load(); int64(t-h-d.keep) > 0 { //tla:StealReadTail
		r = Stolen
		v = d.array.take(h) //tla:StealTakeSlot
		d.h.Store(h + 1)    //tla:StealTake
	} else {
		d.e.Store(h) //tla:StealLift
	}
	d.lock.Unlock() //tla:StealUnlock
	return v, r
}

// Len returns the number of items. It is an estimate while others operate.
func (d *THE[T]) Len() int {
	h := d.h.Load() //tla:- an estimate
	t := d.t.Load() //tla:- an estimate
	return max(0, int(int64(t-h)))
}
