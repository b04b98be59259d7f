package wsq

import (
	"sync"

	"github.com/stealproof/stealproof/internal/pad"
)

// Locked is a deque under one mutex. It is the oracle for the other deques. It is also the
// baseline for designs with one lock for each worker, or one lock for all.
//
// Linearization: each operation takes effect inside its critical section.
//
//	push          d.mu
//	pop           d.mu
//	pop empty     d.mu
//	poptop        d.mu
//	poptop empty  d.mu
//	steal         d.mu
//	steal empty   d.mu
//	batch         d.mu
//	batch empty   d.mu
//
// Progress: blocking.
//
// Cost: one mutex for each operation. An item is unreachable from the deque once the
// operation that takes it has returned. A Push allocates only to double the ring, which
// never shrinks.
type Locked[T any] struct {
	mu     *sync.Mutex // &own, or a mutex that other deques share
	own    sync.Mutex
	array  circular[T, uint64]
	top    uint64
	bottom uint64
	_      pad.Line // keeps other workers' deques off this cache line
}

// NewLocked returns an empty deque. It grows for the first time when it has to hold more
// than capacity items, rounded up to a power of two and at least 2. It panics unless
// capacity is between 1 and 2^30.
func NewLocked[T any](capacity int) *Locked[T] {
	d := &Locked[T]{array: makeCircular[T, uint64](checkCapacity("NewLocked", capacity, maxCapacity))}
	d.mu = &d.own
	return d
}

// NewLockedUnder returns an empty deque that uses the caller's mutex. Several deques may
// share one mutex. A goroutine that holds the mutex must not call these deques.
func NewLockedUnder[T any](mu *sync.Mutex, capacity int) *Locked[T] {
	d := NewLocked[T](capacity)
	d.mu = mu
	return d
}

// Contract implements [Declarer].
func (d *Locked[T]) Contract() Contract { return Contract{Empty: Strict, NeverRetries: true} }

// Push implements [Owner]. It always returns true.
func (d *Locked[T]) Push(v T) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bottom-d.top == d.array.capacity() {
		d.array = d.array.doubled(d.top, d.bottom)
	}
	d.array.slots[d.bottom&d.array.mask] = v
	d.bottom++
	return true
}

// Pop implements [Owner].
func (d *Locked[T]) Pop() (v T, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bottom == d.top {
		return v, false
	}
	d.bottom--
	return d.array.take(d.bottom), true
}

// PopTop implements [FIFOOwner].
func (d *Locked[T]) PopTop() (v T, ok bool) {
	v, r := d.Steal()
	return v, r == Stolen
}

// Steal implements [Thief]. It never returns Retry.
func (d *Locked[T]) Steal() (v T, r StealResult) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bottom == d.top {
		return v, Empty
	}
	d.top++
	return d.array.take(d.top - 1), Stolen
}

// StealBatch implements [BatchThief]. Here the batch is one atomic step.
func (d *Locked[T]) StealBatch(dst []T) (n int, r StealResult) {
	if len(dst) == 0 {
		return 0, Retry
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bottom == d.top {
		return 0, Empty
	}
	n = int(min((d.bottom-d.top+1)/2, uint64(len(dst))))
	for i := range n {
		dst[i] = d.array.take(d.top)
		d.top++
	}
	return n, Stolen
}

// Remove removes the newest item for which is returns true, wherever it stands. It reports
// whether there was one. Any goroutine may call it. is runs under the mutex and must not
// use the deque. It costs one step for each newer item. It takes effect under the mutex.
func (d *Locked[T]) Remove(is func(T) bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.bottom
	for i != d.top && !is(d.array.slots[(i-1)&d.array.mask]) {
		i--
	}
	if i == d.top {
		return false
	}
	for ; i != d.bottom; i++ { // the newer items close up
		d.array.slots[(i-1)&d.array.mask] = d.array.slots[i&d.array.mask]
	}
	d.bottom--
	d.array.take(d.bottom)
	return true
}

// RemoveNear is [Locked.Remove] for an item that may be among the oldest: it removes the nearest
// one to either end. It costs two steps for each item between that end and the item.
func (d *Locked[T]) RemoveNear(is func(T) bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	slot := func(i uint64) *T { return &d.array.slots[i&d.array.mask] }
	for near := range (d.bottom - d.top + 1) / 2 {
		newer, older := d.bottom-1-near, d.top+near
		switch {
		case is(*slot(newer)):
			for i := newer + 1; i != d.bottom; i++ { // the newer items close up
				*slot(i - 1) = *slot(i)
			}
			d.bottom--
			d.array.take(d.bottom)
			return true
		case is(*slot(older)):
			for i := older; i != d.top; i-- { // the older items close up
				*slot(i) = *slot(i - 1)
			}
			d.array.take(d.top)
			d.top++
			return true
		}
	}
	return false
}

// Len returns the number of items.
func (d *Locked[T]) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return int(d.bottom - d.top)
}
