package mutant

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// FullLooksEmpty is a bounded Chase-Lev ring whose indices are no wider than the ring's length: they run from 0 to n-1. So
// a full ring has bottom = top, like an empty one, and Push never finds it full. Public origin: tokio-rs/tokio#2387, the
// first of its two bugs (8-bit cursors, 256 slots). There the symptom was a queue that took its overflow path too early.
//
// Sequence, one goroutine, n slots:
//
//	Push(x1) ... Push(xn)                 bottom = top
//	Pop                                   -> false; Steal -> Empty
//
// and the next Push overwrites x1. All n items are lost.
//
// The same width causes ABA: a thief that stops before its CAS while n items go by succeeds with an item that was taken
// long ago.
//
// A checker should see: a Pop that answers false on a deque that is not empty,
// items lost.
//
// Retention: slots are never cleared.
type FullLooksEmpty[T any] struct {
	top    atomic.Int64
	bottom atomic.Int64
	array  *pointerRing[T]
}

// NewFullLooksEmpty returns an empty deque with capacity slots, rounded up to a
// power of two.
func NewFullLooksEmpty[T any](capacity int) *FullLooksEmpty[T] {
	return &FullLooksEmpty[T]{array: newPointerRing[T](ringSize(capacity))}
}

// wrap returns i cut to the width of an index.
func (d *FullLooksEmpty[T]) wrap(i int64) int64 { return i & (d.array.size() - 1) }

// Push adds v. It would answer false if it found the ring full, but it never does.
func (d *FullLooksEmpty[T]) Push(v *T) bool {
	b := d.bottom.Load()
	t := d.top.Load()
	if d.wrap(b-t) == d.array.size() {
		return false
	}
	d.array.put(b, v)
	d.bottom.Store(d.wrap(b + 1))
	return true
}

// Pop reads the size before it lowers bottom. Lowering bottom of an empty ring would make the ring look full.
func (d *FullLooksEmpty[T]) Pop() (*T, bool) {
	b := d.bottom.Load()
	t := d.top.Load()
	switch d.wrap(b - t) {
	case 0:
		return nil, false
	case 1:
		v := d.array.get(t)
		if !d.top.CompareAndSwap(t, d.wrap(t+1)) {
			return nil, false
		}
		return v, true
	}
	b = d.wrap(b - 1)
	d.bottom.Store(b)
	t = d.top.Load()
	if size := d.wrap(b - t); size > 0 && size < d.array.size()-1 {
		return d.array.get(b), true
	}
	v := d.array.get(b)
	won := b == t && d.top.CompareAndSwap(t, d.wrap(t+1))
	d.bottom.Store(d.wrap(b + 1))
	if !won {
		return nil, false
	}
	return v, true
}

// Steal takes the oldest item.
func (d *FullLooksEmpty[T]) Steal() (*T, wsq.StealResult) {
	t := d.top.Load()
	b := d.bottom.Load()
	if d.wrap(b-t) == 0 {
		return nil, wsq.Empty
	}
	v := d.array.get(t)
	if !d.top.CompareAndSwap(t, d.wrap(t+1)) {
		return nil, wsq.Retry
	}
	return v, wsq.Stolen
}

// Contract implements wsq.Declarer. It returns the contract that the deque would have.
func (d *FullLooksEmpty[T]) Contract() wsq.Contract {
	return wsq.Contract{Empty: wsq.Strict, Capacity: len(d.array.slots), LockFree: true}
}
