package wsq

import (
	"fmt"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// ABP is the bounded deque of N. S. Arora, R. D. Blumofe and C. G. Plaxton,
// "Thread Scheduling for Multiprogrammed Multiprocessors" (SPAA 1998; in M.
// Herlihy and N. Shavit, The Art of Multiprocessor Programming, section 16.5.1,
// BoundedDEQueue). Use it where memory must be bounded: full is a result.
//
// Names: bot is our bottom; age, with its fields top and tag (there "stamp"),
// is one word, so that a CAS compares both.
//
//	age     CAS by thieves; CAS and stored by the owner
//	bottom  stored by the owner
//	slots   stored by the owner, read by all
//
// Invariants
//
//	I1  the items are the indices [top, bottom); both ends start again at 0
//	    whenever the owner takes the last item or finds none
//	I2  each start again has a new stamp, so that a thief's CAS succeeds only
//	    on the slot value that it has read
//	I3  slots below top hold nothing that a thief still needs
//
// Linearization: a thief's Empty is strict, because an item that a Pop has lowered
// bottom over counts as gone from PopLower on, as in ChaseLev, and because both ends
// start again only where there is no item. A Pop that sees other items stolen after
// its PopLower comes after them: it may have become the one that takes the last.
//
//	push         PushPublish
//	push full    anywhere
//	pop          PopLower, unless another's StealClaim before PopReadAge
//	pop empty    PopResetAge, else anywhere
//	steal        StealClaim, unless another's PopLower since StealReadBottom
//	steal empty  StealReadBottom, unless another's PopClaimLast or PopResetAge since StealReadAge
//	steal retry  anywhere
//	scrub        anywhere
//
// Progress: Steal is lock-free, Push and Pop are wait-free.
//
// What Go adds: the array is not circular, so that a thief may read a slot
// before it owns it: slots are atomic pointers, and items pointers. The stamp
// has 40 bits: a thief would have to stop between two instructions for 2^40
// starts, hours at the least, to be deceived.
//
// Departures from the paper: full is an answer; slots are cleared.
//
// Cost: two sequentially consistent stores for a Push; two for a Pop, three
// stores and a CAS if it takes the last item; and up to two more where there are
// slots to clear. Nothing allocates. A stolen item stays reachable until the
// owner clears its slot: each Pop clears up to two of them, Push up to two of
// those that were stolen before the last start at 0, Scrub all.
type ABP[T any] struct {
	_      pad.Line
	age    atomic.Uint64
	_      pad.Line
	bottom atomic.Uint64
	slots  []atomic.Pointer[T]

	// The rest is the owner's alone.
	b     uint64 // the value of bottom between operations
	swept uint64 // slots below it are cleared, since the last start at 0
	stale uint64 // slots in [b, stale) may hold items stolen before that start
	_     pad.Line
}

const (
	abpTopBits = 24
	abpMaximum = 1<<abpTopBits - 1
)

func abpAge(top, stamp uint64) uint64 { return stamp<<abpTopBits | top }
func abpTop(age uint64) uint64        { return age & abpMaximum }
func abpStamp(age uint64) uint64      { return age >> abpTopBits }

// NewABP returns an empty deque for capacity items, exactly. It panics unless
// capacity is between 1 and 2^24-1.
func NewABP[T any](capacity int) *ABP[T] {
	if capacity < 1 || capacity > abpMaximum {
		panic(fmt.Sprintf("wsq: NewABP: capacity %d is out of range; want 1 to %d", capacity, abpMaximum))
	}
	return &ABP[T]{slots: make([]atomic.Pointer[T], capacity)}
}

// startAt makes the empty deque start with a stamp.
func (d *ABP[T]) startAt(stamp uint64) {
	d.age.Store(abpAge(0, stamp)) //tla:- before the deque is shared
}

// Contract implements [Declarer].
func (d *ABP[T]) Contract() Contract {
	return Contract{Empty: Strict, Capacity: len(d.slots), FullUntilEmpty: true, LockFree: true}
}

// Push implements [Owner]. It answers false if all slots have been used since
// the owner last took the last item, or found none: stolen items give their
// slots back only then.
func (d *ABP[T]) Push(v *T) bool {
	b := d.b
	if b == uint64(len(d.slots)) {
		return false
	}
	d.slots[b].Store(v) //tla:PushWrite
	d.b = b + 1
	d.bottom.Store(b + 1) //tla:PushPublish
	if d.stale != 0 {
		d.clearStale(2)
	}
	return true
}

// Pop implements [Owner].
func (d *ABP[T]) Pop() (v *T, ok bool) {
	if d.b == 0 {
		if d.stale != 0 {
			d.clearStale(2)
		}
		return nil, false
	}
	b := d.b - 1
	d.b = b
	d.bottom.Store(b)     //tla:PopLower
	v = d.slots[b].Load() //tla:PopReadSlot
	old := d.age.Load()   //tla:PopReadAge
	t := abpTop(old)
	if b > t {
		d.slots[b].Store(nil) //tla:PopClear
		if d.swept < t {
			d.sweep(t, 2)
		}
		return v, true
	}
	// The last item, or none. Both ends go back to 0, under a new stamp.
	d.b = 0
	d.bottom.Store(0) //tla:PopReset
	start := abpAge(0, abpStamp(old)+1)
	if b == t {
		ok = d.age.CompareAndSwap(old, start) //tla:PopClaimLast
	}
	if !ok {
		d.age.Store(start) //tla:PopResetAge
	}
	// Slots below b may hold stolen items, and so may b, unless we took it.
	d.swept = 0
	if ok {
		d.slots[b].Store(nil) //tla:PopClearLast
		d.stale = max(d.stale, b)
	} else {
		v = nil
		d.stale = max(d.stale, b+1)
	}
	if d.stale != 0 {
		d.clearStale(2)
	}
	return v, ok
}

// Steal implements [Thief].
func (d *ABP[T]) Steal() (v *T, r StealResult) {
	old := d.age.Load()  //tla:StealReadAge
	b := d.bottom.Load() //tla:StealReadBottom
	t := abpTop(old)
	if b <= t {
		return nil, Empty
	}
	v = d.slots[t].Load()                                       //tla:StealReadSlot
	if !d.age.CompareAndSwap(old, abpAge(t+1, abpStamp(old))) { //tla:StealClaim
		return nil, Retry
	}
	return v, Stolen
}

// Scrub implements [Scrubber].
func (d *ABP[T]) Scrub() {
	d.clearStale(len(d.slots))
	age := d.age.Load() //tla:ScrubReadAge
	d.sweep(abpTop(age), len(d.slots))
}

// sweep clears up to limit slots of items stolen since the last start at 0.
func (d *ABP[T]) sweep(top uint64, limit int) {
	for n := 0; n < limit && d.swept < top; n++ {
		d.slots[d.swept].Store(nil) //tla:SweepClear
		d.swept++
	}
}

// clearStale clears up to limit slots of items stolen before the last start
// at 0, from above. Pushes overwrite the others.
func (d *ABP[T]) clearStale(limit int) {
	for n := 0; n < limit && d.stale > d.b; n++ {
		d.stale--
		d.slots[d.stale].Store(nil) //tla:StaleClear
	}
	if d.stale <= d.b {
		d.stale = 0
	}
}

// Len returns the number of items, as an estimate while others operate.
func (d *ABP[T]) Len() int {
	age := d.age.Load()  //tla:- an estimate
	b := d.bottom.Load() //tla:- an estimate
	return max(0, int(b)-int(abpTop(age)))
}
