package mutant

import (
	"container/list"
	"sync"

	"github.com/stealproof/stealproof/wsq"
)

// MutexList is a linked list under a mutex: a sound control. It has no array, no indices and no retries, and retains
// nothing.
type MutexList[T any] struct {
	mu    sync.Mutex
	items *list.List
}

// NewMutexList returns an empty deque.
func NewMutexList[T any]() *MutexList[T] {
	return &MutexList[T]{items: list.New()}
}

// Push adds v at the back.
func (d *MutexList[T]) Push(v T) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.items.PushBack(v)
	return true
}

// Pop takes the item at the back.
func (d *MutexList[T]) Pop() (v T, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.items.Back()
	if e == nil {
		return v, false
	}
	return d.items.Remove(e).(T), true
}

// Steal takes the item at the front.
func (d *MutexList[T]) Steal() (v T, r wsq.StealResult) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.items.Front()
	if e == nil {
		return v, wsq.Empty
	}
	return d.items.Remove(e).(T), wsq.Stolen
}
