package wsq

import (
	"fmt"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// ABP is the bounded deque of N. S. Arora, R. D. Blumofe and C. G. Plaxton, "Thread
// Scheduling for Multiprogrammed Multiprocessors" (SPAA 1998). M. Herlihy and N. Shavit,
// The Art of Multiprocessor Programming, section 16.5.1, present it as BoundedDEQueue. Use
// it where memory must be bounded: Push reports a full deque.
//
// Names: bot is our bottom. age is one word with the fields top and tag (the book's stamp),
// so that one CAS compares both.
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
// Linearization: a thief's Empty is strict for two reasons. As in ChaseLev, once a Pop has
// lowered bottom over an item (PopLower), the item counts as gone; and both ends start
// again only where there is no item. A Pop that sees other items stolen after its PopLower
// comes after those steals: it may have become the Pop of the last item.
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
// In Go: the array is not circular, so a thief may read a slot before it owns it. The slots
// are therefore atomic pointers, and the items are pointers. The stamp has 40 bits. To be
// deceived, a thief would have to stop between two instructions while the deque starts
// again 2^40 times, which takes hours at least.
//
// Departures from the paper: Push reports a full deque, and the owner clears slots.
//
// Cost: a Push is two sequentially consistent stores. A Pop is two stores, or three stores
// and a CAS if it takes the last item. Each has up to two more stores if there are slots to
// clear. Nothing allocates.
//
// Retention: a stolen item stays reachable until the owner clears its slot. Each Pop clears
// up to two slots. A Push clears up to two slots of items stolen before the last start at
// 0. Scrub clears all.
type ABP[T any] struct {
	_      pad.Line
	age    atomic.Uint64
	_      pad.Line
	bottom atomic.Uint64
	_      pad.Line
	slots  []atomic.Pointer[T] // thieves read it, and bottom's line changes with each Push
	_      pad.Line

	// Only the owner uses the fields below. Thieves read no line of theirs.
	b     uint64 // bottom, between operations
	swept uint64 // slots below it have been cleared since the last start at 0
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

// NewABP returns an empty deque that holds exactly capacity items. It panics unless
// capacity is between 1 and 2^24-1.
func NewABP[T any](capacity int) *ABP[T] {
	if capacity < 1 || capacity > abpMaximum {
		panic(fmt.Sprintf("wsq: NewABP: capacity %d is out of range; want 1 to %d", capacity, abpMaximum))
	}
	return &ABP[T]{slots: make([]atomic.Pointer[T], capacity)}
}

// startAt makes the empty deque start with this stamp. Tests start near the stamp's
// overflow.
func (d *ABP[T]) startAt(stamp uint64) {
	d.age.Store(abpAge(0, stamp)) //tla:- before the deque is shared
}

// Contract implements [Declarer].
func (d *ABP[T]) Contract() Contract {
	return Contract{Empty: Strict, Capacity: len(d.slots), FullUntilEmpty: true, LockFree: true}
}

// Push implements [Owner]. It returns false if all slots have been used since the owner
// last took the last item, or found none. Only then do stolen items give their slots back.
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
	// This is the last item, or there is none. Both ends go back to 0, under a new stamp.
	d.b = 0
	d.bottom.Store(0) //tla:PopReset
	start := abpAge(0, abpStamp(old)+1)
	if b == t {
		ok = d.age.CompareAndSwap(old, start) //tla:PopClaimLast
	}
	if !ok {
		d.age.Store(start) //tla:PopResetAge
	}
	// Slots below b may hold stolen items. So may slot b, unless this Pop took its item.
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

// clearStale clears up to limit slots of items stolen before the last start at 0. It begins
// with the highest: pushes overwrite the lower ones first.
func (d *ABP[T]) clearStale(limit int) {
	for n := 0; n < limit && d.stale > d.b; n++ {
		d.stale--
		d.slots[d.stale].Store(nil) //tla:StaleClear
	}
	if d.stale <= d.b {
		d.stale = 0
	}
}

// Len returns the number of items. It is an estimate while others operate.
func (d *ABP[T]) Len() int {
	age := d.age.Load()  //tla:- an estimate
	b := d.bottom.Load() //tla:- an estimate
	return max(0, int(b)-int(abpTop(age)))
}
