package pool

import (
	"slices"
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
	back       []*Task        // tasks that workers put back or submit: without limit, and taken first
	gone       int            // how many elements of back, the oldest ones, were taken
	compactAt  int            // the length of back at which compact runs
	waiters    submitterQueue // submitters that wait for room
	submitters sync.Pool      // *submitter, for reuse
	outside    bool           // the next submission comes from the queue, not from back

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

// queued updates the flag some after an item was queued.
func (i *injector) queued() {
	if i.count+len(i.back)-i.gone == 1 {
		i.some.Store(true)
	}
}

// taken updates the flag some after an item was taken.
func (i *injector) taken() {
	if i.count+len(i.back) == 0 {
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
	for n := i.gone; n < len(i.back); n++ {
		if t := i.back[n]; t.root != t && may(t) {
			i.unback(n)
			return t
		}
	}
	return nil
}

// unback removes the n-th element of back. It moves the older or the newer elements, whichever
// are fewer. It shrinks the slice only when half of it is unused, so that it does not move the
// slice for one element. The caller holds mu.
func (i *injector) unback(n int) {
	if n-i.gone > len(i.back)-n {
		i.back = slices.Delete(i.back, n, n+1)
	} else {
		copy(i.back[i.gone+1:n+1], i.back[i.gone:n])
		i.back[i.gone] = nil
		i.gone++
	}
	if 2*i.gone >= len(i.back) {
		i.back = slices.Delete(i.back, 0, i.gone)
		i.gone = 0
	}
	i.taken()
}

// remove removes a submission that was started elsewhere, if it is among the oldest or the
// newest. It returns the submitter to be woken for the free place. Any other entry stays until
// a worker reaches it.
func (i *injector) remove(t *Task) (removed bool, room *park.Parker) {
	const far = 16
	i.mu.Lock()
	defer i.mu.Unlock()
	if n := near(len(i.back)-i.gone, far, func(n int) bool { return i.back[i.gone+n] == t }); n >= 0 {
		i.unback(i.gone + n)
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
	if len(i.back) >= i.compactAt {
		i.compact()
	}
	i.back = append(i.back, t)
	if t.root == t {
		i.accepted++
	}
	i.queued()
}

// compact drops tasks in back that were started elsewhere. While all workers are busy, no worker
// would come to take these entries. It runs again when back has twice the length that it leaves,
// so its cost for each entry is small. The caller holds mu.
func (i *injector) compact() {
	const fewest = 64
	i.back = slices.DeleteFunc(slices.Delete(i.back, 0, i.gone), func(t *Task) bool {
		return t.root != t && t.status.Load() != notStarted //tla:- a worker that took it could not claim it
	})
	i.gone, i.compactAt = 0, max(fewest, 2*len(i.back))
}

// take returns the oldest item. It also returns the submitter to wake for the free place, and
// whether at least half of the queue is free. Submissions of workers and submissions from
// outside alternate. So tasks that keep submitting further tasks do not keep the others out.
//
// A lent worker takes only submissions.
func (i *injector) take(lent bool) (e entry, room *park.Parker, few bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := i.gone
	for lent && n < len(i.back) && i.back[n].root != i.back[n] {
		n++
	}
	if n < len(i.back) {
		t := i.back[n]
		if turns := t.root == t && i.count > 0; !turns || !i.outside {
			i.outside = turns
			i.unback(n)
			if t.root == t {
				i.late.took(false, lent)
			} else if i.count > 0 {
				i.late.arm() // this worker may have been woken for a submission, instead of the timer
			}
			return entry{task: t}, nil, false
		}
		i.outside = false
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
	return i.count > 0 || slices.ContainsFunc(i.back[i.gone:], func(t *Task) bool { return t.root == t })
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
	tasks, i.back, i.gone = i.back[i.gone:], nil, 0
	for _, t := range tasks {
		if t.root == t {
			i.done++
		}
	}
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
