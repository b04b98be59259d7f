package reach

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// Growing has room for 8 items at first, whatever capacity is asked for.
type Growing[T any] struct {
	early       bool // it publishes a larger ring before it has copied the items
	top, bottom atomic.Int64
	ring        atomic.Pointer[[]atomic.Pointer[T]]
}

// NewGrowing returns an empty Growing.
func NewGrowing[T any](early bool) *Growing[T] {
	g := &Growing[T]{early: early}
	ring := make([]atomic.Pointer[T], 8)
	g.ring.Store(&ring)
	return g
}

func slot[T any](ring *[]atomic.Pointer[T], i int64) *atomic.Pointer[T] {
	return &(*ring)[i%int64(len(*ring))]
}

// Push implements wsq.Deque.
func (g *Growing[T]) Push(v *T) bool {
	b := g.bottom.Load()
	ring := g.ring.Load()
	if t := g.top.Load(); b-t >= int64(len(*ring)) {
		ring = g.grow(ring, t, b)
	}
	slot(ring, b).Store(v)
	g.bottom.Store(b + 1)
	return true
}

func (g *Growing[T]) grow(old *[]atomic.Pointer[T], t, b int64) *[]atomic.Pointer[T] {
	larger := make([]atomic.Pointer[T], 2*len(*old))
	if g.early {
		g.ring.Store(&larger)
	}
	for i := t; i < b; i++ {
		slot(&larger, i).Store(slot(old, i).Load())
	}
	g.ring.Store(&larger)
	return &larger
}

// Pop implements wsq.Deque.
func (g *Growing[T]) Pop() (*T, bool) {
	b := g.bottom.Load() - 1
	g.bottom.Store(b)
	t := g.top.Load()
	if b < t {
		g.bottom.Store(t)
		return nil, false
	}
	v := slot(g.ring.Load(), b).Load()
	if b > t {
		return v, true
	}
	won := g.top.CompareAndSwap(t, t+1)
	g.bottom.Store(t + 1)
	if !won {
		return nil, false
	}
	return v, true
}

// Steal implements wsq.Deque.
func (g *Growing[T]) Steal() (*T, wsq.StealResult) {
	t := g.top.Load()
	if t >= g.bottom.Load() {
		return nil, wsq.Empty
	}
	v := slot(g.ring.Load(), t).Load()
	if !g.top.CompareAndSwap(t, t+1) {
		return nil, wsq.Retry
	}
	return v, wsq.Stolen
}
