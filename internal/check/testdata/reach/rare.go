package reach

import "sync/atomic"

// Rare counts something that needs more items than the scenarios have.
type Rare[T any] struct {
	*Tagged[T]
	many atomic.Int64
}

// Push implements wsq.Deque.
func (r *Rare[T]) Push(v *T) bool {
	if r.bottom.Load() > 60 {
		r.many.Add(1)
	}
	return r.Tagged.Push(v)
}
