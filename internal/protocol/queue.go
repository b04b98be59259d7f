package protocol

import "sync"

// Queue is a bounded queue that can be closed.
type Queue struct {
	mu       sync.Mutex
	notEmpty *sync.Cond
	notFull  *sync.Cond
	items    []int
	room     int
	closed   bool
}

// NewQueue returns a queue with room for the given number of items.
func NewQueue(room int) *Queue {
	q := &Queue{room: room}
	q.notEmpty, q.notFull = sync.NewCond(&q.mu), sync.NewCond(&q.mu)
	return q
}

// Put waits for room. It reports false if the queue is closed.
func (q *Queue) Put(v int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == q.room && !q.closed {
		q.notFull.Wait()
	}
	if q.closed {
		return false
	}
	q.items = append(q.items, v)
	q.notEmpty.Signal()
	return true
}

// Take waits for an item. It reports false if the queue is empty and closed.
func (q *Queue) Take() (v int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.notEmpty.Wait()
	}
	if len(q.items) == 0 {
		return 0, false
	}
	return q.take(), true
}

// take takes the first item. The caller holds the lock.
func (q *Queue) take() int {
	v := q.items[0]
	q.items = q.items[1:]
	q.notFull.Signal()
	return v
}

// Close ends all waiting.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.notEmpty.Broadcast()
	q.notFull.Broadcast()
	q.mu.Unlock()
}
