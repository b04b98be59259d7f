package wsq

import (
	"sync"

	"github.com/stealproof/stealproof/internal/pad"
)

// Locked is a deque under one mutex. It is the oracle that the others are
// compared with, and the baseline of designs with a lock for each worker, or
// one for all.
//
// Linearization: inside the critical section.
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
// Cost: one mutex for each operation. An item is unreachable from the deque once
// the operation that takes it has returned. A Push allocates only to double
// the ring, which never shrinks.
type Locked[T any] struct {
	mu     *sync.Mutex // own, or one that others have too
	own    sync.Mutex
	array  circular[T, uint64]
	top    uint64
	bottom uint64
	_      pad.Line // for other workers' deques
}

// NewLocked returns an empty deque. It holds capacity items, rounded up to a
// power of two and at least 2, before it grows for the first time. It panics
// unless capacity is between 1 and 2^30.
func NewLocked[T any](capacity int) *Locked[T] {
	d := &Locked[T]{array: makeCircular[T, uint64](checkCapacity("NewLocked", capacity, maxCapacity))}
	d.mu = &d.own
	return d
}

// NewLockedUnder returns a deque under a mutex of the caller's: several deques may be
// under one. Who holds it must not use them.
func NewLockedUnder[T any](mu *sync.Mutex, capacity int) *Locked[T] {
	d := NewLocked[T](capacity)
	d.mu = mu
	return d
}

// Contract implements [Declarer].
func (d *Locked[T]) Contract() Contract { return Contract{Empty: Strict, NeverRetries: true} }

// Push implements [Owner]. It always answers true.
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

// Steal implements [Thief]. It never answers Retry.
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

// Remove takes the newest item of which is holds, from wherever it is, and reports
// whether there was one. It may be called by anybody; is must not use the deque. It
// costs a step for each newer item. It takes effect under the mutex, too.
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
	for ; i != d.bottom; i++ { // the newer ones close up
		d.array.slots[(i-1)&d.array.mask] = d.array.slots[i&d.array.mask]
	}
	d.bottom--
	d.array.take(d.bottom)
	return true
}

// Len returns the number of items.
func (d *Locked[T]) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return int(d.bottom - d.top)
}
