package pool

import (
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/internal/park"
)

// injector is the queue of submissions, first in, first out. Its capacity is fixed, and
// submitters wait for room. It also holds the tasks that workers put back.
// tla/pool/Injector.tla specifies the protocol.
type injector struct {
	_    pad.Line
	some atomic.Bool // something is queued; written under mu, only when it changes
	_    pad.Line

	closed atomic.Bool // no more submissions; written under mu

	mu         sync.Mutex
	queue      []entry // a ring
	first      int
	count      int
	back       backQueue      // tasks that workers have put back; they are taken first
	own        taskQueue      // submissions of workers
	waiters    submitterQueue // submitters that wait for room
	submitters sync.Pool      // *submitter, for reuse
	outside    bool           // the next submission comes from the queue, not from own

	late overdue

	accepted uint64 // number of submissions
	done     uint64 // number of submissions that workers have reported as done
}

// entry is a submission: a task, or a function from [Pool.Go].
type entry struct {
	task *Task
	f    func(*Worker)
}

func (i *injector) init(capacity int) { i.queue = make([]entry, capacity) }

// put queues a submission. If there is no room it returns ErrFull. Then it also lists the
// submitter n, if there is one, as waiting for room.
func (i *injector) put(e entry, n *submitter) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if n != nil {
		i.waiters.leave(n)
	}
	switch {
	case i.closed.Load():
		return ErrClosed
	case i.count == len(i.queue):
		if n != nil {
			i.waiters.enter(n)
		}
		return ErrFull
	}
	at := i.first + i.count
	if at >= len(i.queue) {
		at -= len(i.queue)
	}
	i.queue[at] = e
	i.count++
	i.accepted++
	i.queued()
	return nil
}

// length returns how many items are queued.
func (i *injector) length() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.lengthLocked()
}

func (i *injector) lengthLocked() int { return i.count + i.back.length() + i.own.length() }

// queued updates the flag some after an item was queued.
func (i *injector) queued() {
	if i.lengthLocked() == 1 {
		i.some.Store(true)
	}
}

// taken updates the flag some after an item was taken.
func (i *injector) taken() {
	if i.lengthLocked() == 0 {
		i.some.Store(false)
	}
}

// finished counts submissions as done. It reports whether the pool is closed and all
// submissions are done.
func (i *injector) finished(n uint64) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.done += n
	return i.closed.Load() && i.done == i.accepted
}

// giveUp ends a submitter's wait for room. The submitter may already have been woken for a free
// place. Then the caller must wake the returned one, so that the place is not lost.
func (i *injector) giveUp(n *submitter) (next *park.Parker) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.waiters.leave(n) && i.count < len(i.queue) {
		return i.waiters.next()
	}
	return nil
}

// reclaim returns the oldest task that a worker has put back and for which may returns true, or
// nil. It skips submissions. Only an idle worker takes a submission from the queue, and then
// counts it as done. A worker that waits for a future may also run it, and then calls remove.
func (i *injector) reclaim(may func(*Task) bool) *Task {
	i.mu.Lock()
	defer i.mu.Unlock()
	t := i.back.reclaim(may)
	if t != nil {
		i.taken()
	}
	return t
}

// remove removes a submission that was started elsewhere, if it is among the oldest or the
// newest. It returns the submitter to be woken for the free place. Any other entry stays until
// a worker reaches it.
func (i *injector) remove(t *Task) (removed bool, room *park.Parker) {
	const far = 16
	i.mu.Lock()
	defer i.mu.Unlock()
	if n := near(i.own.length(), far, func(n int) bool { return i.own.at(n) == t }); n >= 0 {
		i.own.remove(n)
		i.taken()
		return true, nil
	}
	at := func(n int) *entry { return &i.queue[(i.first+n)%len(i.queue)] }
	n := near(i.count, far, func(n int) bool { return at(n).task == t })
	if n < 0 {
		return false, nil
	}
	if n < far { // move the older entries up by one, or else the newer ones down
		for ; n > 0; n-- {
			*at(n) = *at(n - 1)
		}
		*at(0) = entry{}
		i.first = (i.first + 1) % len(i.queue)
	} else {
		for ; n < i.count-1; n++ {
			*at(n) = *at(n + 1)
		}
		*at(n) = entry{}
	}
	i.count--
	i.taken()
	return true, i.waiters.next()
}

// near returns the index below n, or the last one, for which is returns true. It looks no
// further than far from either end, and returns -1 if it finds none.
func near(n, far int, is func(int) bool) int {
	for k := range min(n, far) {
		if is(n - 1 - k) {
			return n - 1 - k
		}
		if is(k) {
			return k
		}
	}
	return -1
}

// putBack queues a task that a worker submits, or has and may not run.
func (i *injector) putBack(t *Task) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if t.root == t {
		i.own.push(t)
		i.accepted++
	} else {
		i.back.push(t)
	}
	i.queued()
}

// take returns the oldest item. It also returns the submitter to wake for the free place, and
// whether at least half of the queue is free. Submissions of workers and submissions from
// outside alternate. So tasks that keep submitting further tasks do not keep the others out.
//
// A lent worker takes only submissions.
func (i *injector) take(lent bool) (e entry, room *park.Parker, few bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !lent && i.back.length() > 0 {
		e.task = i.back.remove(0)
		i.taken()
		if i.count > 0 {
			i.late.arm() // this worker may have been woken for a submission, instead of the timer
		}
		return e, nil, false
	}
	fromOwn := i.own.length() > 0 && (i.count == 0 || !i.outside)
	i.outside = fromOwn && i.count > 0
	if fromOwn {
		e.task = i.own.remove(0)
		i.taken()
		i.late.took(false, lent)
		return e, nil, false
	}
	if i.count == 0 {
		return entry{}, nil, false
	}
	e = i.queue[i.first]
	i.queue[i.first] = entry{}
	if i.first++; i.first == len(i.queue) {
		i.first = 0
	}
	i.count--
	i.taken()
	i.late.took(e.task == nil, lent)
	return e, i.waiters.next(), 2*i.count <= len(i.queue)
}

// holdsSubmission reports whether a submission is queued.
func (i *injector) holdsSubmission() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.count+i.own.length() > 0
}

// shut refuses further submissions. It returns the parkers of the waiting submitters. The
// caller must wake them.
func (i *injector) shut() (waiters []*park.Parker) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed.Store(true)
	for p := i.waiters.next(); p != nil; p = i.waiters.next() {
		waiters = append(waiters, p)
	}
	return waiters
}

// takeAll empties the queue, counts its submissions as done, and returns the tasks.
func (i *injector) takeAll() (tasks []*Task) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.done += uint64(i.own.length())
	tasks = append(i.back.removeAll(), i.own.removeAll()...)
	for ; i.count > 0; i.count-- {
		if t := i.queue[i.first].task; t != nil {
			tasks = append(tasks, t)
		}
		i.done++
		i.queue[i.first] = entry{}
		i.first = (i.first + 1) % len(i.queue)
	}
	i.some.Store(false)
	return tasks
}

// submitted returns the number of submissions.
func (i *injector) submitted() uint64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.accepted
}
