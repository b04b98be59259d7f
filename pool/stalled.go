package pool

import "slices"

// A stall needs a task that waits for a worker. Submissions and closures are in the queue, where the
// look at the pool counts them. Indices that a blocked loop has given away are in a counter. Frames
// are private to their worker, so the worker counts them before it blocks or sleeps in a join. The
// counts stay right until the worker goes on, except that a thief may take the published frame.

// waiting returns how many entries wait for a worker, and submitters for room. An entry does not wait
// if its task was started elsewhere, or is cancelled.
func (i *injector) waiting(cause func(*Task) *failure) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := i.waiters.count
	waits := func(t *Task) bool { return t.status.Load() == notStarted && cause(t) == nil }
	for _, q := range []*taskQueue{&i.back.taskQueue, &i.own} {
		for k := range q.length() {
			if waits(q.at(k)) {
				n++
			}
		}
	}
	for k := range i.count {
		if e := i.queue[(i.first+k)%len(i.queue)]; e.f != nil || waits(e.task) {
			n++
		}
	}
	return n
}

// blockedWorker is a worker that blocks, and the time at which it began to block.
type blockedWorker struct {
	w  *Worker
	at int64
}

// stalled is a look at the pool. found has the number of workers that were woken for a task, and for each
// worker that blocks or rests the time at which it began to block, and its record. Each blocked call has a
// time of its own. So if two looks find the same, nothing went on between them. calls are the blocked
// calls, and waiting is how many tasks wait. All are zero if a worker runs a task or may take one, or if
// no task waits.
func (s *state) stalled() (found []int64, calls []blockedWorker, waiting int) {
	list := s.workers.snapshot()
	l := &s.sleepers
	l.mu.Lock()
	helpers := slices.Clone(l.byKind[helping])
	found = append(found, int64(l.wakes))
	l.mu.Unlock()
	rests := 0
	for _, v := range list.all {
		at := v.handle.blockedSince.Load()
		switch {
		case at != 0:
			calls = append(calls, blockedWorker{v.handle, at})
		case v.ending.Load() || slices.Contains(helpers, &v.sleeper):
			rests++
		default:
			continue
		}
		found = append(found, at, int64(v.recorded.Load()))
		waiting += v.pendingFrames()
	}
	if len(calls)+rests != list.active {
		return nil, nil, 0
	}
	waiting += int(s.elements.Load()) + s.injector.waiting(s.cause)
	if waiting == 0 {
		return nil, nil, 0
	}
	return found, calls, waiting
}
