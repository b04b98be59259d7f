package pool

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
	"github.com/stealproof/stealproof/internal/park"
)

// injector is the queue of submissions, first in, first out. It has room for a
// number of them, and submitters wait for room. The protocol is
// tla/pool/Injector.tla.
type injector struct {
	_    pad.Line
	some atomic.Bool // something is queued; written under mu, when that changes
	_    pad.Line

	closed atomic.Bool // no more submissions; written under mu

	mu         sync.Mutex
	queue      []entry // a ring
	first      int
	count      int
	back       []*Task        // by workers: without limit; what was put back is taken first
	gone       int            // how many of back, the oldest ones, were taken
	compactAt  int            // so long may back become before tidy comes
	waiters    submitterQueue // for room
	submitters sync.Pool      // of those that have waited for room
	outside    bool           // it is the turn of the queue, where a worker has submitted something too

	accepted uint64 // submissions
	done     uint64 // of them, as far as workers have said
}

// entry is a submission: a task, or a function of Go.
type entry struct {
	task *Task
	f    func(*Worker)
}

func (i *injector) init(capacity int) { i.queue = make([]entry, capacity) }

// put queues a submission. If there is no room and the caller would wait, it is put in line for
// room: it is told ErrFull either way.
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

// queued takes note of something that was queued.
func (i *injector) queued() {
	if i.count+len(i.back)-i.gone == 1 {
		i.some.Store(true)
	}
}

// taken takes note of something that was taken.
func (i *injector) taken() {
	if i.count+len(i.back) == 0 {
		i.some.Store(false)
	}
}

// finished counts submissions as done. It reports whether the pool is drained now.
func (i *injector) finished(n uint64) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.done += n
	return i.closed.Load() && i.done == i.accepted
}

// giveUp ends the wait for room. Who has been woken is to wake the one returned, so
// that its place is not lost.
func (i *injector) giveUp(n *submitter) (next *park.Parker) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.waiters.leave(n) && i.count < len(i.queue) {
		return i.waiters.next()
	}
	return nil
}

// reclaim returns the oldest task that a worker has put back and that another one may
// run, or nil. Submissions are left: who takes one counts it as done, and only idle
// workers do, and who waits for one and has run it.
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

// unback removes the n-th of back. It moves what is older or what is newer, of which there is
// less, and gives room back by halves, so that the slice is not moved for one. The caller has mu.
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

// remove takes a submission back that has been begun elsewhere, if it is one of the oldest or of
// the newest, and returns who is to be told that there is room. Otherwise its entry stays until
// a worker comes to it.
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
	if n < far { // those before it go on by one, or those behind it back
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

// near returns the first number below n, or the last, that is the one, if it is no further than
// so many from either end; or -1.
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

// putBack queues a task that a worker has and may not run, or submits.
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

// tidy drops what was put back and has been begun elsewhere: while all workers are busy nobody comes
// to it here. It comes again when there is twice as much as it leaves, and so costs each entry little.
// The caller has mu.
func (i *injector) compact() {
	const fewest = 64
	i.back = slices.DeleteFunc(slices.Delete(i.back, 0, i.gone), func(t *Task) bool {
		return t.root != t && t.status.Load() != notStarted //tla:- who takes it could not claim it
	})
	i.gone, i.compactAt = 0, max(fewest, 2*len(i.back))
}

// take returns the oldest of what was queued, who is to be told that there is room, and whether
// half of it is free. Submissions of workers and those from outside take turns: tasks that
// submit the next one for ever let others in.
func (i *injector) take() (e entry, room *park.Parker, few bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.back) > 0 {
		t := i.back[i.gone]
		if turns := t.root == t && i.count > 0; !turns || !i.outside {
			i.outside = turns
			i.unback(i.gone)
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
	return e, i.waiters.next(), 2*i.count <= len(i.queue)
}

// shut lets nothing more in. It returns who waits for room, to be woken.
func (i *injector) shut() (waiters []*park.Parker) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed.Store(true)
	for p := i.waiters.next(); p != nil; p = i.waiters.next() {
		waiters = append(waiters, p)
	}
	return waiters
}

// takeAll empties the queue, and counts all of it as done. It returns the tasks.
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

// submitted returns how many submissions there were.
func (i *injector) submitted() uint64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.accepted
}
