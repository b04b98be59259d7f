package mutant

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// Shipped is a Chase-Lev deque that grows only when it is full. It has one of two faults that others have shipped, or none.
// No scenario of two items and two operations shows them, so [model.Shipped] has scenarios made for them. The table does not
// list it, because every checker should find the table's faults without special scenarios.
//
// Stale: a thief loads the array before the indices (crossbeam-rs/crossbeam#726). In that ring, the item's place may hold
// an item that was taken long ago.
//
// Half: a batch claims several items by one CAS, while the owner pops all but the last item without a CAS
// (crossbeam-rs/crossbeam#148). So some items are taken twice.
type Shipped[T any] struct {
	top, bottom atomic.Int64
	array       atomic.Pointer[[]atomic.Pointer[T]]

	stale, half bool
}

func (d *Shipped[T]) Push(v *T) bool {
	b, t, a := d.bottom.Load(), d.top.Load(), *d.array.Load()
	if b-t == int64(len(a)) {
		grown := make([]atomic.Pointer[T], 2*len(a))
		for i := t; i < b; i++ {
			grown[i%int64(len(grown))].Store(a[i%int64(len(a))].Load())
		}
		d.array.Store(&grown)
		a = grown
	}
	a[b%int64(len(a))].Store(v)
	d.bottom.Store(b + 1)
	return true
}

func (d *Shipped[T]) Pop() (*T, bool) {
	b := d.bottom.Load() - 1
	d.bottom.Store(b)
	t := d.top.Load()
	if b < t {
		d.bottom.Store(t)
		return nil, false
	}
	a := *d.array.Load()
	v := a[b%int64(len(a))].Load()
	if b > t {
		return v, true
	}
	won := d.top.CompareAndSwap(t, t+1)
	d.bottom.Store(t + 1)
	return v, won
}

func (d *Shipped[T]) Steal() (*T, wsq.StealResult) {
	dst := make([]*T, 1)
	_, r := d.steal(dst, 1)
	return dst[0], r
}

func (d *Shipped[T]) StealBatch(dst []*T) (int, wsq.StealResult) {
	if d.half {
		return d.steal(dst, len(dst))
	}
	return d.steal(dst, 1)
}

func (d *Shipped[T]) steal(dst []*T, most int) (int, wsq.StealResult) {
	early := d.array.Load()
	t := d.top.Load()
	b := d.bottom.Load()
	a := *d.array.Load()
	if d.stale {
		a = *early
	}
	if b <= t {
		return 0, wsq.Empty
	}
	n := min(int(b-t+1)/2, most)
	for i := range n {
		dst[i] = a[(t+int64(i))%int64(len(a))].Load()
	}
	if !d.top.CompareAndSwap(t, t+int64(n)) {
		return 0, wsq.Retry
	}
	return n, wsq.Stolen
}

// NewShipped returns an empty deque with room for capacity items before it grows.
func NewShipped[T any](capacity int, stale, half bool) *Shipped[T] {
	d := &Shipped[T]{stale: stale, half: half}
	slots := make([]atomic.Pointer[T], capacity)
	d.array.Store(&slots)
	return d
}
