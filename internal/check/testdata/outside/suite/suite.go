// Package suite has a deque that fails many scenarios of the suite, and a loop that
// never ends.
package suite

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// Twice is a bounded deque whose thieves take the oldest item with two accesses.
type Twice[T any] struct {
	top, bottom atomic.Int64
	items       []atomic.Pointer[T]
}

// New returns an empty deque.
func New[T any](capacity int) wsq.Deque[*T] {
	return &Twice[T]{items: make([]atomic.Pointer[T], capacity)}
}

func (d *Twice[T]) at(i int64) *atomic.Pointer[T] { return &d.items[i%int64(len(d.items))] }

func (d *Twice[T]) Push(v *T) bool {
	b := d.bottom.Load()
	if b-d.top.Load() == int64(len(d.items)) {
		return false
	}
	d.at(b).Store(v)
	d.bottom.Store(b + 1)
	return true
}

func (d *Twice[T]) Pop() (*T, bool) {
	b := d.bottom.Load()
	if b == d.top.Load() {
		return nil, false
	}
	d.bottom.Store(b - 1)
	return d.at(b - 1).Load(), true
}

func (d *Twice[T]) Steal() (*T, wsq.StealResult) {
	t := d.top.Load()
	if t >= d.bottom.Load() {
		return nil, wsq.Empty
	}
	d.top.Store(t + 1)
	return d.at(t).Load(), wsq.Stolen
}

// Never waits for ended, which nobody sets.
func Never(ended *atomic.Bool) {
	for !ended.Load() {
	}
}
