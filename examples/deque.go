package examples

import "sync/atomic"

// A Deque is the work-stealing deque of Chase and Lev, with room for two values.
type Deque struct {
	top, bottom atomic.Int64
	slots       [2]atomic.Int64
}

// NewDeque returns an empty deque.
func NewDeque() *Deque { return &Deque{} }

// Push adds a value at the bottom. Only the owner calls it.
func (d *Deque) Push(v int) bool {
	b := d.bottom.Load()
	if b-d.top.Load() == 2 {
		return false
	}
	d.slots[b%2].Store(int64(v))
	d.bottom.Store(b + 1)
	return true
}

// Pop takes a value at the bottom. Only the owner calls it.
func (d *Deque) Pop() (int, bool) {
	b := d.bottom.Load() - 1
	d.bottom.Store(b)
	t := d.top.Load()
	if t > b {
		d.bottom.Store(t)
		return 0, false
	}
	v := int(d.slots[b%2].Load())
	if t < b {
		return v, true
	}
	won := d.top.CompareAndSwap(t, t+1)
	d.bottom.Store(t + 1)
	if !won {
		v = 0
	}
	return v, won
}

// Steal takes a value at the top. It returns false if there is none.
func (d *Deque) Steal() (int, bool) {
	for {
		t := d.top.Load()
		if t >= d.bottom.Load() {
			return 0, false
		}
		v := int(d.slots[t%2].Load())
		if d.top.CompareAndSwap(t, t+1) {
			return v, true
		}
	}
}

// A BrokenDeque reads the slot after it has claimed the value, when the owner may have used the slot
// again: https://github.com/ssbl/concurrent-deque/issues/2
type BrokenDeque struct{ Deque }

// NewBrokenDeque returns an empty deque.
func NewBrokenDeque() *BrokenDeque { return &BrokenDeque{} }

// Steal takes a value at the top.
func (d *BrokenDeque) Steal() (int, bool) {
	for {
		t := d.top.Load()
		if t >= d.bottom.Load() {
			return 0, false
		}
		if d.top.CompareAndSwap(t, t+1) {
			return int(d.slots[t%2].Load()), true
		}
	}
}
