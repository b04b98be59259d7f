package mutant

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// AgrawalCorrected is AgrawalUnbounded without its faults. It is sound: a control with the structure of the printed deque. A thief reads
// the item itself, before the CAS. Slots are atomic pointers, because a thief that will lose may read a slot while it
// is written. Indices have 64 bits.
//
// Retention: slots are never cleared.
type AgrawalCorrected[T any] struct {
	tasks  atomic.Pointer[correctedArray[T]]
	bottom atomic.Int64
	top    atomic.Int64
}

type correctedArray[T any] struct {
	logCapacity  int
	currentTasks []atomic.Pointer[T]
}

func newCorrectedArray[T any](logCapacity int) *correctedArray[T] {
	return &correctedArray[T]{
		logCapacity:  logCapacity,
		currentTasks: make([]atomic.Pointer[T], 1<<logCapacity),
	}
}

func (a *correctedArray[T]) capacity() int64      { return 1 << a.logCapacity }
func (a *correctedArray[T]) get(i int64) *T       { return a.currentTasks[i%a.capacity()].Load() }
func (a *correctedArray[T]) put(i int64, task *T) { a.currentTasks[i%a.capacity()].Store(task) }
func (a *correctedArray[T]) resize(bottom, top int64) *correctedArray[T] {
	newTasks := newCorrectedArray[T](a.logCapacity + 1)
	for i := top; i < bottom; i++ {
		newTasks.put(i, a.get(i))
	}
	return newTasks
}

// NewAgrawalCorrected returns an empty deque whose array has 1<<logCapacity slots
// at first.
func NewAgrawalCorrected[T any](logCapacity int) *AgrawalCorrected[T] {
	d := &AgrawalCorrected[T]{}
	d.tasks.Store(newCorrectedArray[T](logCapacity))
	return d
}

// Push is pushBottom.
func (d *AgrawalCorrected[T]) Push(r *T) bool {
	oldBottom := d.bottom.Load()
	oldTop := d.top.Load()
	currentTasks := d.tasks.Load()
	if oldBottom-oldTop >= currentTasks.capacity()-1 {
		currentTasks = currentTasks.resize(oldBottom, oldTop)
		d.tasks.Store(currentTasks)
	}
	currentTasks.put(oldBottom, r)
	d.bottom.Store(oldBottom + 1)
	return true
}

// Pop is popBottom.
func (d *AgrawalCorrected[T]) Pop() (*T, bool) {
	bottom := d.bottom.Load() - 1
	d.bottom.Store(bottom)
	oldTop := d.top.Load()
	size := bottom - oldTop
	if size < 0 {
		d.bottom.Store(oldTop)
		return nil, false
	}
	r := d.tasks.Load().get(bottom)
	if size > 0 {
		return r, true
	}
	won := d.top.CompareAndSwap(oldTop, oldTop+1)
	d.bottom.Store(oldTop + 1)
	if !won {
		return nil, false
	}
	return r, true
}

// Steal is popTop.
func (d *AgrawalCorrected[T]) Steal() (*T, wsq.StealResult) {
	oldTop := d.top.Load()
	oldBottom := d.bottom.Load()
	if oldBottom-oldTop <= 0 {
		return nil, wsq.Empty
	}
	r := d.tasks.Load().get(oldTop)
	if !d.top.CompareAndSwap(oldTop, oldTop+1) {
		return nil, wsq.Retry
	}
	return r, wsq.Stolen
}
