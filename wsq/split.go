package wsq

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// Split is the split deque of Lace: T. van Dijk and J. C. van de Pol, "Lace: Non-blocking
// Split Deque for Work-Stealing" (Euro-Par 2014 workshops). The owner works on a private
// part without atomics. Thieves take from a public part. A thief that finds no public item
// leaves a request, and the owner then publishes half of its private items. Use it where
// the owner does nearly all the work and operates often: only a Push or Pop of the owner
// makes items public.
//
// Names: tail, split and head are the paper's; request is its movesplit. tail is our top,
// head our bottom. tail and split share one word.
//
// Invariants
//
//	I1  tail <= split <= head; the public items are the indices [tail, split),
//	    the private ones [split, head)
//	I2  only the current ring is open; a closed one (split == tail-1) is never
//	    opened again, and no thief claims from it
//	I3  a claimed slot is not written until its thief has finished
//
// Linearization: a push takes effect at its write, because if a request stands, thieves can
// take the item before Push returns.
//
//	push         PushWrite
//	pop          PopTakeSlot
//	pop empty    PopReadWord
//	steal        StealClaim
//	steal empty  StealReadWord
//	steal retry  anywhere
//	scrub        anywhere
//
// Progress: Push and Pop are wait-free, except for allocation: each lost CAS is an item
// that a thief took. Steal is lock-free, except while the owner replaces the ring.
//
// Departures from the paper. (1) A thief claims an index before it reads the slot (see
// ring), so a value of word that comes back does no harm. (2) There is no allstolen flag:
// tail == split says the same. (3) The ring grows. The owner first closes the old ring's
// word, so that no claim falls in between.
//
// Cost: a Push or a Pop in the private part is one load of a flag that rarely changes, and
// no store that other goroutines see. A Push allocates only to replace the ring, which
// never shrinks.
//
// Retention: a stolen item stays reachable until the owner clears its slot, at most a ring
// of items. A Push or Pop that publishes items, takes some back or finds none clears up to
// 32 slots, if more than 16 wait. A Push clears the slots that it needs, and Scrub clears
// all. Work in the private part clears nothing.
type Split[T any] struct {
	_       pad.Line
	request atomic.Bool                  // set by thieves, cleared by the owner
	array   atomic.Pointer[splitRing[T]] // stored by the owner; see ring for slots and done
	_       pad.Line

	// Only the owner uses the fields below. They copy the fields of the ring that a private
	// Push or Pop needs. So that operation reads one cache line less, and compares once.
	items circular[T, uint32] // r.circular
	head  uint32
	split uint32        // split of r.word
	full  uint32        // the first index without a slot: r.free + capacity
	r     *splitRing[T] // the ring that array points to
	upkeepSizes
	_ pad.Line
}

type splitRing[T any] struct {
	ring[T, uint32]
	_    pad.Line
	word atomic.Uint64 // tail<<32 | split; CAS by thieves (tail) and by the owner (split)
	_    pad.Line
}

func splitWord(tail, split uint32) uint64        { return uint64(tail)<<32 | uint64(split) }
func splitEnds(word uint64) (tail, split uint32) { return uint32(word >> 32), uint32(word) }

// NewSplit returns an empty deque. It grows for the first time when it has to hold more
// than capacity items, rounded up to a power of two and at least 2. It panics unless
// capacity is between 1 and 2^30.
func NewSplit[T any](capacity int) *Split[T] {
	n := checkCapacity("NewSplit", capacity, maxCapacity)
	d := &Split[T]{upkeepSizes: shippedSizes()}
	d.startAt(0, n)
	return d
}

// startAt makes the empty deque start at index i. Tests start near the point where indices
// wrap around.
func (d *Split[T]) startAt(i uint32, capacity uint64) {
	d.head, d.split = i, i
	r := &splitRing[T]{ring: makeRing[T](capacity, i)}
	r.word.Store(splitWord(i, i)) //tla:- before the deque is shared
	d.use(r)
	d.array.Store(r) //tla:- before the deque is shared
}

// Contract implements [Declarer].
func (d *Split[T]) Contract() Contract { return Contract{Empty: Public} }

// Push implements [Owner]. It always returns true. It panics if the deque would have to
// hold more than 2^30 items.
func (d *Split[T]) Push(v T) bool {
	h := d.head
	if h == d.full {
		return d.pushFull(v)
	}
	d.items.slots[h&d.items.mask] = v //tla:PushWrite
	d.head = h + 1
	if !d.request.Load() { //tla:PushPoll
		return true
	}
	d.share()
	return true
}

// pushFull is a Push into a full ring.
func (d *Split[T]) pushFull(v T) bool {
	d.makeRoom()
	return d.Push(v)
}

// Pop implements [Owner].
func (d *Split[T]) Pop() (v T, ok bool) {
	h := d.head
	if h == d.split {
		return d.popPublic()
	}
	h--
	d.head = h
	v = d.items.take(h)    //tla:PopTakeSlot
	if !d.request.Load() { //tla:PopPoll
		return v, true
	}
	d.share()
	return v, true
}

// popPublic takes a public item, if there is one.
func (d *Split[T]) popPublic() (v T, ok bool) {
	if !d.shrink() {
		return v, false
	}
	return d.Pop()
}

// share publishes half of the private items, rounded up.
func (d *Split[T]) share() {
	if d.head == d.split {
		return // the request stays until there is something to share
	}
	d.request.Store(false) //tla:ShareClear
	split := d.split + (d.head-d.split+1)/2
	for {
		w := d.r.word.Load() //tla:ShareReadWord
		tail, _ := splitEnds(w)
		if d.r.word.CompareAndSwap(w, splitWord(tail, split)) { //tla:SharePublish
			d.split = split
			d.clearStolen(tail)
			return
		}
	}
}

// shrink makes half of the public items private again, rounded up. It reports whether there
// were any.
func (d *Split[T]) shrink() bool {
	for {
		w := d.r.word.Load() //tla:PopReadWord
		tail, split := splitEnds(w)
		if tail == split {
			d.clearStolen(tail)
			return false
		}
		half := tail + (split-tail)/2
		if d.r.word.CompareAndSwap(w, splitWord(tail, half)) { //tla:PopShrink
			d.split = half
			d.clearStolen(tail)
			return true
		}
	}
}

// Steal implements [Thief].
func (d *Split[T]) Steal() (v T, r StealResult) {
	a := d.array.Load() //tla:StealReadArray
	w := a.word.Load()  //tla:StealReadWord
	tail, split := splitEnds(w)
	switch n := int32(split - tail); {
	case n < 0:
		return v, Retry // closed: the owner is replacing the ring
	case n == 0:
		if !d.request.Load() { //tla:StealReadRequest
			d.request.Store(true) //tla:StealRequest
		}
		return v, Empty
	}
	if !a.word.CompareAndSwap(w, splitWord(tail+1, split)) { //tla:StealClaim
		return v, Retry
	}
	// The ring was open, so it was the current one. The slot is this thief's until it gives
	// the slot back with finish. The owner may have replaced the ring since, but nothing
	// before finish depends on it.
	v = a.slots[tail&a.mask] //tla:StealReadSlot
	a.finish(tail)           //tla:StealFinish
	return v, Stolen
}

// Scrub implements [Scrubber].
func (d *Split[T]) Scrub() {
	tail := d.tail()                //tla:ScrubReadTail
	d.reclaim(tail, len(d.r.slots)) //tla:ScrubReadDone
}

// Len returns the number of items. Only the owner may call it.
func (d *Split[T]) Len() int {
	tail := d.tail() //tla:- an estimate
	return int(d.head - tail)
}
