package wsq

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// ChaseLev is the dynamic circular work-stealing deque of D. Chase and Y. Lev (SPAA 2005,
// sections 2 to 4). It grows and shrinks, and it is race-free under the Go memory model.
// Use it unless you have a reason for another.
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
// Linearization: a thief's Empty is strict. Once a Pop has lowered bottom over an item
// (PopLower), the item counts as gone, whether the owner gets it or a thief that read
// bottom before.
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
// Progress: Steal is lock-free. Owner operations are wait-free, except for the allocation
// when the ring changes size. That cost is amortized over the ring.
//
// Departures from the paper. (1) A thief claims an index before it reads the slot (see
// ring). So slots are plain memory, and items may be of any type. (2) A Pop that sees
// exactly one item takes it at the top, by one CAS, without touching bottom. (3) The ring
// halves after as many Pops in a row as it has slots have found it less than a quarter
// full. It never shrinks below its first size.
//
// Cost: a Push is one sequentially consistent store, a Pop one store or one CAS. Nothing
// allocates unless the ring changes.
//
// Retention: a stolen item stays reachable until the owner clears its slot. A Pop or PopTop
// that finds more than 16 such slots clears up to 32. A Push clears the slots that it
// needs, and Scrub clears all. While a thief is stopped inside Steal, the items stolen
// after its own stay reachable too, at most a ring of them, and so does the ring that it
// reads.
type ChaseLev[T any] struct {
	_      pad.Line
	top    atomic.Uint64 // CAS by thieves and by the owner; it only grows
	_      pad.Line
	bottom atomic.Uint64                   // stored by the owner
	array  atomic.Pointer[ring[T, uint64]] // stored by the owner; see ring for slots and done
	_      pad.Line

	// Only the owner uses the fields below. Thieves read no line of theirs.
	r         ring[T, uint64] // the owner's copy of *array; only this copy's free is up to date
	b         uint64          // bottom, between operations
	minimum   uint64          // never shrink below this capacity
	before    []atomic.Uint64 // the previous ring's marks, valid below beforeEnd; see replace
	beforeEnd uint64
	lowPops   uint64 // Pops in a row that found the ring less than a quarter full
	quarter   uint64 // a quarter of the capacity, 0 if at the minimum
	upkeepSizes
	_ pad.Line
}

// NewChaseLev returns an empty deque. It grows for the first time when it has to hold more
// than capacity items, rounded up to a power of two and at least 2. It panics unless
// capacity is between 1 and 2^30.
func NewChaseLev[T any](capacity int) *ChaseLev[T] {
	n := checkCapacity("NewChaseLev", capacity, maxCapacity)
	d := &ChaseLev[T]{minimum: n, upkeepSizes: shippedSizes()}
	d.startAt(0, n)
	return d
}

// startAt makes the empty deque start at index i. Tests start near the point where indices
// wrap around.
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

// Push implements [Owner]. It always returns true. It panics if the deque would have to
// hold more than 2^30 items.
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
		// One item: take it at the top, as a thief does.
		if !d.top.CompareAndSwap(t, t+1) { //tla:PopClaimOne
			return v, false
		}
		v = d.r.take(t) //tla:PopTakeOne
		d.settle(t)
		return v, true
	}
	if int64(b-t) < 0 {
		if t-d.r.free > d.lag {
			d.reclaim(t, d.batch) //tla:PopReadDone
		}
		return v, false
	}
	d.b = b
	d.bottom.Store(b) //tla:PopLower
	t = d.top.Load()  //tla:PopReadTopAgain
	n := b - t
	if int64(n) > 0 {
		// No thief can reach index b any more. A thief that reads bottom from here on sees
		// it lowered; a thief that has read it already claims an index below b.
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

// PopTop implements [FIFOOwner]. Each lost race is an item that a thief took, so PopTop
// ends after at most as many rounds as there are items.
func (d *ChaseLev[T]) PopTop() (v T, ok bool) {
	for {
		t := d.top.Load() //tla:PopTopReadTop
		if t == d.b {
			if t-d.r.free > d.lag {
				d.reclaim(t, d.batch) //tla:PopReadDone
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
	// This thief owns index t, and no thread had claimed t when the thief read array. So
	// that ring holds the item of t, even if the owner has replaced the ring since.
	v = a.slots[t&a.mask] //tla:StealReadSlot
	// Give the slot back in the ring that is current here. A ring that the owner copied
	// after the claim does not hold index t.
	a = d.array.Load() //tla:StealReadArrayAgain
	if int64(t-a.base) >= 0 {
		a.finish(t) //tla:StealFinish
	}
	return v, Stolen
}

// StealBatch implements [BatchThief]. Each item is claimed by its own CAS, after a new look
// at bottom. One CAS over several items would be wrong: while the owner sees two items it
// pops without a CAS, so the thief would take items that the owner has popped already.
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

// Len returns the number of items. It is an estimate while others operate.
func (d *ChaseLev[T]) Len() int {
	b := d.bottom.Load() //tla:- an estimate
	t := d.top.Load()    //tla:- an estimate
	return max(0, int(int64(b-t)))
}
