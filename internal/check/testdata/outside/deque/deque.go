// Package deque is a user's package. It has a bounded work-stealing deque,
// and one with a mistake. It does not know the checker.
package deque

import "sync/atomic"

// Result of a Steal.
type Result int

const (
	Empty Result = iota
	Abort
	Got
)

// Bounded is the deque of Chase and Lev, in an array that does not grow.
type Bounded struct {
	top, bottom atomic.Int64
	items       []atomic.Int64
	careless    bool
}

// New returns an empty deque.
func New(capacity int) *Bounded { return &Bounded{items: make([]atomic.Int64, capacity)} }

// NewCareless returns a deque whose Pop takes the last item without a CAS.
func NewCareless(capacity int) *Bounded {
	d := New(capacity)
	d.careless = true
	return d
}

// Push adds an item at the bottom. It reports false if there is no room.
func (d *Bounded) Push(v int) bool {
	b, t := d.bottom.Load(), d.top.Load()
	if b-t >= int64(len(d.items)) {
		return false
	}
	d.items[b%int64(len(d.items))].Store(int64(v))
	d.bottom.Store(b + 1)
	return true
}

// Pop takes an item from the bottom.
func (d *Bounded) Pop() (int, bool) {
	b := d.bottom.Add(-1)
	t := d.top.Load()
	if t > b {
		d.bottom.Store(t)
		return 0, false
	}
	v := int(d.items[b%int64(len(d.items))].Load())
	if t < b || d.careless {
		return v, true
	}
	won := d.top.CompareAndSwap(t, t+1)
	d.bottom.Store(t + 1)
	return v, won
}

// Steal takes an item from the top.
func (d *Bounded) Steal() (int, Result) {
	t := d.top.Load()
	b := d.bottom.Load()
	if t >= b {
		return 0, Empty
	}
	v := int(d.items[t%int64(len(d.items))].Load())
	if !d.top.CompareAndSwap(t, t+1) {
		return 0, Abort
	}
	return v, Got
}
