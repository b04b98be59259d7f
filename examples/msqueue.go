package examples

import "sync/atomic"

// A Queue is the lock-free queue of Michael and Scott.
type Queue struct{ head, tail atomic.Pointer[queueNode] }

type queueNode struct {
	value int
	next  atomic.Pointer[queueNode]
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	q := &Queue{}
	n := &queueNode{}
	q.head.Store(n)
	q.tail.Store(n)
	return q
}

// Push adds a value at the end.
func (q *Queue) Push(v int) {
	n := &queueNode{value: v}
	for {
		t := q.tail.Load()
		if next := t.next.Load(); next != nil {
			q.tail.CompareAndSwap(t, next)
		} else if t.next.CompareAndSwap(nil, n) {
			q.tail.CompareAndSwap(t, n)
			return
		}
	}
}

// Pop takes the first value.
func (q *Queue) Pop() (int, bool) {
	for {
		h, t := q.head.Load(), q.tail.Load()
		next := h.next.Load()
		if next == nil {
			return 0, false
		}
		if h == t {
			q.tail.CompareAndSwap(t, next)
		} else if q.head.CompareAndSwap(h, next) {
			return next.value, true
		}
	}
}

// A BrokenQueue swaps the tail, and links the node afterwards. Until then, values that others have
// added cannot be reached, and Pop says that the queue is empty. Vyukov's queue for one consumer does
// this on purpose, and says so:
// https://www.1024cores.net/home/lock-free-algorithms/queues/intrusive-mpsc-node-based-queue
type BrokenQueue struct{ Queue }

// NewBrokenQueue returns an empty queue.
func NewBrokenQueue() *BrokenQueue {
	q := &BrokenQueue{}
	n := &queueNode{}
	q.head.Store(n)
	q.tail.Store(n)
	return q
}

// Push adds a value at the end.
func (q *BrokenQueue) Push(v int) {
	n := &queueNode{value: v}
	q.tail.Swap(n).next.Store(n)
}

// Pop takes the first value. Only one thread may call it.
func (q *BrokenQueue) Pop() (int, bool) {
	next := q.head.Load().next.Load()
	if next == nil {
		return 0, false
	}
	q.head.Store(next)
	return next.value, true
}
