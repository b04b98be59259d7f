package protocol

// queueWaitsOnce does not check again after Wait. Another consumer may have taken the item first.
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

// queueClosesOne wakes only one consumer.
type queueClosesOne struct{ *Queue }

func (q queueClosesOne) Close() {
	q.mu.Lock()
	q.closed = true
	q.notEmpty.Signal()
	q.notFull.Signal()
	q.mu.Unlock()
}

// queueWakesWrong wakes a producer when a consumer waits for the new item.
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

// queueOneCond makes all threads wait on the same condition variable, but still wakes one at a time. This one
// may not be able to go on.
func queueOneCond(q *Queue) *Queue {
	q.notFull = q.notEmpty
	return q
}
