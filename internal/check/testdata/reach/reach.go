// Package reach has deques that fail only where an index comes round or goes back, or where the deque grows. It
// also has their sound twins.
package reach

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// Ring is a bounded deque with more slots than small scenarios fill.
type Ring[T any] struct {
	Late        bool // a thief reads its item after it has claimed it
	top, bottom atomic.Int64
	slots       []atomic.Pointer[T]
}

// NewRing returns an empty Ring.
func NewRing[T any](slots int, late bool) *Ring[T] {
	return &Ring[T]{Late: late, slots: make([]atomic.Pointer[T], slots)}
}

func (r *Ring[T]) at(i int64) *atomic.Pointer[T] { return &r.slots[i%int64(len(r.slots))] }

// Contract implements wsq.Contracted.
func (r *Ring[T]) Contract() wsq.Contract { return wsq.Contract{Capacity: len(r.slots)} }

// Push implements wsq.Deque.
func (r *Ring[T]) Push(v *T) bool {
	b := r.bottom.Load()
	if b-r.top.Load() >= int64(len(r.slots)) {
		return false
	}
	r.at(b).Store(v)
	r.bottom.Store(b + 1)
	return true
}

// Pop implements wsq.Deque.
func (r *Ring[T]) Pop() (*T, bool) {
	b := r.bottom.Load() - 1
	r.bottom.Store(b)
	t := r.top.Load()
	if b < t {
		r.bottom.Store(t)
		return nil, false
	}
	v := r.at(b).Load()
	if b > t {
		return v, true
	}
	won := r.top.CompareAndSwap(t, t+1)
	r.bottom.Store(t + 1)
	if !won {
		return nil, false
	}
	return v, true
}

// Steal implements wsq.Deque.
func (r *Ring[T]) Steal() (*T, wsq.StealResult) {
	t := r.top.Load()
	if t >= r.bottom.Load() {
		return nil, wsq.Empty
	}
	v := r.at(t).Load()
	if !r.top.CompareAndSwap(t, t+1) {
		return nil, wsq.Retry
	}
	if r.Late {
		v = r.at(t).Load()
	}
	return v, wsq.Stolen
}

// Tagged is a bounded deque whose indices go back to 0 when it is empty. A tag tells the thieves.
type Tagged[T any] struct {
	tags   uint32        // the tag takes this many values
	age    atomic.Uint64 // the tag, then the index of the oldest item
	bottom atomic.Int64
	slots  []atomic.Pointer[T]
}

// NewTagged returns an empty Tagged.
func NewTagged[T any](slots int, tags uint32) *Tagged[T] {
	return &Tagged[T]{tags: tags, slots: make([]atomic.Pointer[T], slots)}
}

// Contract implements wsq.Contracted.
func (d *Tagged[T]) Contract() wsq.Contract { return wsq.Contract{Capacity: len(d.slots)} }

// Push implements wsq.Deque.
func (d *Tagged[T]) Push(v *T) bool {
	b := d.bottom.Load()
	if b == int64(len(d.slots)) {
		return false
	}
	d.slots[b].Store(v)
	d.bottom.Store(b + 1)
	return true
}

// Pop implements wsq.Deque.
func (d *Tagged[T]) Pop() (*T, bool) {
	b := d.bottom.Load()
	if b == 0 {
		return nil, false
	}
	b--
	d.bottom.Store(b)
	v := d.slots[b].Load()
	age := d.age.Load()
	if b > int64(uint32(age)) {
		return v, true
	}
	d.bottom.Store(0)
	next := uint64((uint32(age>>32)+1)%d.tags) << 32
	if b == int64(uint32(age)) && d.age.CompareAndSwap(age, next) {
		return v, true
	}
	d.age.Store(next)
	return nil, false
}

// Steal implements wsq.Deque.
func (d *Tagged[T]) Steal() (*T, wsq.StealResult) {
	age := d.age.Load()
	t := int64(uint32(age))
	if d.bottom.Load() <= t {
		return nil, wsq.Empty
	}
	v := d.slots[t].Load()
	if !d.age.CompareAndSwap(age, age+1) {
		return nil, wsq.Retry
	}
	return v, wsq.Stolen
}
