package wsq

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// ChaseLev is the dynamic circular work-stealing deque of D. Chase and Y. Lev
// (SPAA 2005, sections 2 to 4), growing and shrinking, race-free under the Go
// memory model. Use it unless you have a reason for another.
//
// Names: top and bottom are the paper's; array is its activeArray.
//
// Invariants
//
//	I1  top <= bottom+1; items are the indices [top, bottom)
//	I2  an index in [top, bottom) has its item in the current ring
//	I3  index i is claimed by exactly one CAS of top from i to i+1, or by a
//	    Pop that lowered bottom to i and then read top < i
//	I4  a claimed slot is not written until its thief has finished
//
// Linearization: a thief's Empty is strict, because an item that a Pop has lowered
// bottom over counts as gone from PopLower on, whoever gets it: the owner, or a
// thief that has read bottom before.
//
//	push          PushPublish
//	pop           PopClaimOne or PopLower
//	pop empty     PopReadTop or PopClaimOne or PopRestore
//	poptop        PopTopClaim
//	poptop empty  PopTopReadTop
//	steal         StealClaim, unless another's PopLower since StealReadBottom
//	steal empty   StealReadBottom
//	steal retry   anywhere
//	batch         BatchClaim, unless another's PopLower since BatchReadBottom or BatchReadBottomAgain
//	batch empty   BatchReadBottom
//	batch retry   anywhere
//	scrub         anywhere
//
// Progress: Steal is lock-free. Owner operations are wait-free, save for the
// allocation when the ring changes size (amortized over the ring).
//
// Departures from the paper: thieves claim before they read (see ring), so that
// slots are plain memory and items may be of any type; a Pop that sees exactly
// one item takes it at the top, by one CAS and without touching bottom; the
// ring shrinks by half after a ring's worth of Pops in a row that found it less
// than a quarter full, never below its first size.
//
// Cost: a Push is one sequentially consistent store, a Pop one store or one CAS.
// Nothing allocates unless the ring changes. A stolen item stays reachable until
// the owner clears its slot: a Pop or PopTop that finds more than 16 of them
// clears up to 32, a Push those that it comes round to, Scrub all; while a thief
// is stopped inside Steal, so do items stolen after its own, at most a ring of
// them, and the ring that it reads.
type ChaseLev[T any] struct {
	_      pad.Line
	top    atomic.Uint64 // CAS by thieves and by the owner, only upwards
	_      pad.Line
	bottom atomic.Uint64                   // stored by the owner
	array  atomic.Pointer[ring[T, uint64]] // stored by the owner; its slots and done: see ring

	// The rest is the owner's alone.
	r         ring[T, uint64] // the owner's copy of *array; only here is free kept
	b         uint64          // the value of bottom between operations
	minimum   uint64          // never shrink below this capacity
	before    []atomic.Uint64 // marks of the previous ring below beforeEnd, see replace
	beforeEnd uint64
	lowPops   uint64 // Pops in a row that found the ring under a quarter full
	quarter   uint64 // a quarter of the capacity, 0 if at the minimum
	_         pad.Line
}

// NewChaseLev returns an empty deque. It holds capacity items, rounded up to a
// power of two and at least 2, before it grows for the first time. It panics
// unless capacity is between 1 and 2^30.
func NewChaseLev[T any](capacity int) *ChaseLev[T] {
	n := checkCapacity("NewChaseLev", capacity, maxCapacity)
	d := &ChaseLev[T]{minimum: n}
	d.startAt(0, n)
	return d
}

// startAt makes the empty deque start at an index.
func (d *ChaseLev[T]) startAt(i, capacity uint64) {
	d.b = i
	d.top.Store(i)    //tla:- before the deque is shared
	d.bottom.Store(i) //tla:- before the deque is shared
	r := makeRing[T](capacity, i)
	d.array.Store(&r) //tla:- before the deque is shared
	d.install(r)
}

// Contract implements [Declarer].
func (d *ChaseLev[T]) Contract() Contract { return Contract{Empty: Strict, LockFree: true} }

// Push implements [Owner]. It always answers true. It panics if the deque would
// have to hold more than 2^30 items.
func (d *ChaseLev[T]) Push(v T) bool {
	b := d.b
	if b-d.r.free > d.r.mask {
		d.makeRoom()
	}
	d.r.slots[b&d.r.mask] = v //tla:PushWrite
	d.b = b + 1
	d.bottom.Store(b + 1) //tla:PushPublish
	return true
}

// Pop implements [Owner].
func (d *ChaseLev[T]) Pop() (v T, ok bool) {
	b := d.b - 1
	t := d.top.Load() //tla:PopReadTop
	if b == t {
		// One item: take it from the top, like a thief.
		if !d.top.CompareAndSwap(t, t+1) { //tla:PopClaimOne
			return v, false
		}
		v = d.r.take(t) //tla:PopTakeOne
		d.settle(t)
		return v, true
	}
	if int64(b-t) < 0 {
		if t-d.r.free > scrubLag {
			d.reclaim(t, scrubBatch) //tla:PopReadDone
		}
		return v, false
	}
	d.b = b
	d.bottom.Store(b) //tla:PopLower
	t = d.top.Load()  //tla:PopReadTopAgain
	n := b - t
	if int64(n) > 0 {
		// No thief can reach index b any more: whoever has yet to read
		// bottom sees it lowered, whoever has read it claims below b.
		v = d.r.take(b) //tla:PopTakeSlot
		if d.owesUpkeep(t, n) {
			d.upkeep(t)
		}
		return v, true
	}
	if n == 0 {
		// The last item is contested: thieves may have read the old bottom.
		ok = d.top.CompareAndSwap(t, t+1) //tla:PopClaimLast
	}
	d.b = b + 1
	d.bottom.Store(b + 1) //tla:PopRestore
	if ok {
		v = d.r.take(b) //tla:PopTakeLast
		d.settle(b)
	}
	return v, ok
}

// PopTop implements [FIFOOwner]. Each lost race is an item that a thief took,
// so it ends after as many rounds as there are items.
func (d *ChaseLev[T]) PopTop() (v T, ok bool) {
	for {
		t := d.top.Load() //tla:PopTopReadTop
		if t == d.b {
			if t-d.r.free > scrubLag {
				d.reclaim(t, scrubBatch) //tla:PopReadDone
			}
			return v, false
		}
		if d.top.CompareAndSwap(t, t+1) { //tla:PopTopClaim
			v = d.r.take(t) //tla:PopTopTakeSlot
			d.settle(t)
			return v, true
		}
	}
}

// Steal implements [Thief].
func (d *ChaseLev[T]) Steal() (v T, r StealResult) {
	t := d.top.Load()    //tla:StealReadTop
	b := d.bottom.Load() //tla:StealReadBottom
	if int64(b-t) <= 0 {
		return v, Empty
	}
	a := d.array.Load()                //tla:StealReadArray
	if !d.top.CompareAndSwap(t, t+1) { //tla:StealClaim
		return v, Retry
	}
	// Index t is ours. It had not been claimed when we read array, so that
	// ring, though it may have been replaced since, holds its item.
	v = a.slots[t&a.mask] //tla:StealReadSlot
	// The slot to give back is the one in the ring that is current now: a
	// ring that was copied after our claim does not hold index t.
	a = d.array.Load() //tla:StealReadArrayAgain
	if int64(t-a.base) >= 0 {
		a.finish(t) //tla:StealFinish
	}
	return v, Stolen
}

// StealBatch implements [BatchThief]. The owner pops without a CAS as long as
// it sees two items, so one CAS over several items would take some that it has
// popped already: each item is claimed by its own CAS, after a new look at
// bottom.
func (d *ChaseLev[T]) StealBatch(dst []T) (n int, r StealResult) {
	if len(dst) == 0 {
		return 0, Retry
	}
	t := d.top.Load()    //tla:BatchReadTop
	b := d.bottom.Load() //tla:BatchReadBottom
	if int64(b-t) <= 0 {
		return 0, Empty
	}
	dst = dst[:min((b-t+1)/2, uint64(len(dst)))]
	for {
		a := d.array.Load()                //tla:BatchReadArray
		if !d.top.CompareAndSwap(t, t+1) { //tla:BatchClaim
			break
		}
		dst[n] = a.slots[t&a.mask] //tla:BatchReadSlot
		a = d.array.Load()         //tla:BatchReadArrayAgain
		if int64(t-a.base) >= 0 {
			a.finish(t) //tla:BatchFinish
		}
		n++
		t++
		if n == len(dst) {
			return n, Stolen
		}
		b = d.bottom.Load() //tla:BatchReadBottomAgain
		if int64(b-t) <= 0 {
			break
		}
	}
	if n == 0 {
		return 0, Retry
	}
	return n, Stolen
}

// Scrub implements [Scrubber].
func (d *ChaseLev[T]) Scrub() {
	t := d.top.Load()            //tla:ScrubReadTop
	d.reclaim(t, len(d.r.slots)) //tla:ScrubReadDone
}

// Len returns the number of items, as an estimate while others operate.
func (d *ChaseLev[T]) Len() int {
	b := d.bottom.Load() //tla:- an estimate
	t := d.top.Load()    //tla:- an estimate
	return max(0, int(int64(b-t)))
}
