package mutant

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// ChaseLev is the deque of D. Chase and Y. Lev, "Dynamic Circular Work-Stealing
// Deque" (SPAA 2005), figure 1 with the growing of section 3. It has the textbook form: slots are atomic pointers, a
// thief reads an item before it claims it, and the ring only grows. It is sound, and serves as a control. Each of the
// wrong deques replaces one of its operations.
//
// Retention: slots are never cleared.
type ChaseLev[T any] struct {
	top    atomic.Int64
	bottom atomic.Int64
	array  atomic.Pointer[pointerRing[T]]
}

// pointerRing is a circular array. The number of its slots is a power of two.
type pointerRing[T any] struct {
	slots []atomic.Pointer[T]
}

func newPointerRing[T any](size int) *pointerRing[T] {
	return &pointerRing[T]{slots: make([]atomic.Pointer[T], size)}
}

func (a *pointerRing[T]) size() int64       { return int64(len(a.slots)) }
func (a *pointerRing[T]) get(i int64) *T    { return a.slots[i&(a.size()-1)].Load() }
func (a *pointerRing[T]) put(i int64, v *T) { a.slots[i&(a.size()-1)].Store(v) }
func (a *pointerRing[T]) copyTo(to *pointerRing[T], bottom, top int64) {
	for i := top; i < bottom; i++ {
		to.put(i, a.get(i))
	}
}

// NewChaseLev returns an empty deque with room for capacity slots, rounded up to a
// power of two, at first.
func NewChaseLev[T any](capacity int) *ChaseLev[T] {
	d := &ChaseLev[T]{}
	d.init(capacity)
	return d
}

func (d *ChaseLev[T]) init(capacity int) {
	d.array.Store(newPointerRing[T](ringSize(capacity)))
}

// room returns a ring with a free slot for index b.
func (d *ChaseLev[T]) room(b int64) *pointerRing[T] {
	t := d.top.Load()
	a := d.array.Load()
	if b-t >= a.size()-1 {
		grown := newPointerRing[T](2 * len(a.slots))
		a.copyTo(grown, b, t)
		a = grown
		d.array.Store(a)
	}
	return a
}

// Push is pushBottom.
func (d *ChaseLev[T]) Push(v *T) bool {
	b := d.bottom.Load()
	a := d.room(b)
	a.put(b, v)
	d.bottom.Store(b + 1)
	return true
}

// Pop is popBottom.
func (d *ChaseLev[T]) Pop() (*T, bool) {
	b := d.bottom.Load() - 1
	d.bottom.Store(b)
	t := d.top.Load()
	size := b - t
	if size < 0 {
		d.bottom.Store(t)
		return nil, false
	}
	v := d.array.Load().get(b)
	if size > 0 {
		return v, true
	}
	won := d.top.CompareAndSwap(t, t+1)
	d.bottom.Store(t + 1)
	if !won {
		return nil, false
	}
	return v, true
}

// Steal is steal.
func (d *ChaseLev[T]) Steal() (*T, wsq.StealResult) {
	t := d.top.Load()
	b := d.bottom.Load()
	a := d.array.Load()
	if b-t <= 0 {
		return nil, wsq.Empty
	}
	v := a.get(t)
	if !d.top.CompareAndSwap(t, t+1) {
		return nil, wsq.Retry
	}
	return v, wsq.Stolen
}
