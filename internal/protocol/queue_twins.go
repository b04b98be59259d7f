package protocol

// queueWaitsOnce does not look again after Wait: another consumer may have come
// first.
type queueWaitsOnce struct{ *Queue }

func (q queueWaitsOnce) Take() (v int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.notEmpty.Wait()
	}
	if len(q.items) == 0 && q.closed {
		return 0, false
	}
	return q.take(), true
}

// queueClosesOne wakes one consumer only.
type queueClosesOne struct{ *Queue }

func (q queueClosesOne) Close() {
	q.mu.Lock()
	q.closed = true
	q.notEmpty.Signal()
	q.notFull.Signal()
	q.mu.Unlock()
}

// queueWakesWrong wakes a producer when there is an item, where a consumer waits
// for it.
type queueWakesWrong struct{ *Queue }

func (q queueWakesWrong) Put(v int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == q.room && !q.closed {
		q.notFull.Wait()
	}
	if q.closed {
		return false
	}
	q.items = append(q.items, v)
	q.notFull.Signal()
	return true
}

// queueOneCond has all wait for the same condition variable, and still wakes one
// at a time: it may be one that cannot go on.
func queueOneCond(q *Queue) *Queue {
	q.notFull = q.notEmpty
	return q
}
