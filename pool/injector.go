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
	size atomic.Int64 // of queue and back, read without mu
	_    pad.Line

	closed atomic.Bool // no more submissions; written under mu

	mu      sync.Mutex
	queue   []entry // a ring
	first   int
	count   int
	back    []*Task        // by workers: without limit, and taken first
	waiters []*park.Parker // for room

	accepted counter // submissions, written under mu
}

// entry is a submission: a task, or a function of Go.
type entry struct {
	task *Task
	f    func(*Worker)
}

func (i *injector) init(capacity int) { i.queue = make([]entry, capacity) }

// put queues a submission, and counts it as pending. If there is no room and the
// caller has a parker, that is queued for room: it is told ErrFull either way.
func (i *injector) put(e entry, p *park.Parker, pending *atomic.Int64) error {
	i.mu.Lock() //tla:Injector.Put
	defer i.mu.Unlock()
	if p != nil {
		i.waiters = without(i.waiters, p)
	}
	switch {
	case i.closed.Load():
		return ErrClosed
	case i.count == len(i.queue):
		if p != nil {
			i.waiters = append(i.waiters, p)
		}
		return ErrFull
	}
	n := i.first + i.count
	if n >= len(i.queue) {
		n -= len(i.queue)
	}
	i.queue[n] = e
	i.count++
	pending.Add(1)
	i.accepted.add()
	i.size.Add(1)
	return nil
}

// giveUp ends the wait for room. Who has been woken passes its place on.
func (i *injector) giveUp(p *park.Parker) {
	i.mu.Lock() //tla:Injector.GiveUp
	n := len(i.waiters)
	i.waiters = without(i.waiters, p)
	var next *park.Parker
	if len(i.waiters) == n && n > 0 && i.count < len(i.queue) {
		next = i.waiters[0]
		i.waiters = slices.Delete(i.waiters, 0, 1)
	}
	i.mu.Unlock()
	if next != nil {
		next.Unpark() //tla:Injector.PassRoom
	}
}

// putBack queues a task that a worker has and may not run, or submits.
func (i *injector) putBack(t *Task) {
	i.mu.Lock()
	i.back = append(i.back, t)
	if t.root == t {
		i.accepted.add()
	}
	i.size.Add(1) //tla:- as Put
	i.mu.Unlock()
}

// take returns the oldest submission, or nil if there is none.
func (i *injector) take(w *Worker) *Task {
	if i.size.Load() == 0 { //tla:Injector.LookSize
		return nil
	}
	i.mu.Lock() //tla:Injector.TakeBatch
	if n := len(i.back) - 1; n >= 0 {
		t := i.back[0]
		i.back = slices.Delete(i.back, 0, 1)
		i.size.Add(-1)
		i.mu.Unlock()
		return t
	}
	if i.count == 0 {
		i.mu.Unlock()
		return nil
	}
	e := i.queue[i.first]
	i.queue[i.first] = entry{}
	if i.first++; i.first == len(i.queue) {
		i.first = 0
	}
	i.count--
	i.size.Add(-1)
	var room *park.Parker
	if len(i.waiters) > 0 {
		room = i.waiters[0]
		i.waiters = slices.Delete(i.waiters, 0, 1)
	}
	i.mu.Unlock()
	if room != nil {
		room.Unpark() //tla:Injector.WakeRoom
	}
	if e.task == nil {
		return w.loose.reuse(e.f)
	}
	return e.task
}

// close lets nothing more in, and wakes who waits for room.
func (i *injector) close() {
	i.mu.Lock() //tla:Injector.CloseInjector
	i.closed.Store(true)
	waiters := i.waiters
	i.waiters = nil
	i.mu.Unlock()
	for _, p := range waiters {
		p.Unpark() //tla:Injector.CloseWake
	}
}

// takeAll empties the queue. It returns the tasks, and how many functions there were.
func (i *injector) takeAll() (tasks []*Task, functions int) {
	i.mu.Lock() //tla:Injector.TakeAll
	defer i.mu.Unlock()
	tasks, i.back = i.back, nil
	for ; i.count > 0; i.count-- {
		if t := i.queue[i.first].task; t != nil {
			tasks = append(tasks, t)
		} else {
			functions++
		}
		i.queue[i.first] = entry{}
		i.first = (i.first + 1) % len(i.queue)
	}
	i.size.Store(0)
	return tasks, functions
}

func without(list []*park.Parker, p *park.Parker) []*park.Parker {
	if n := slices.Index(list, p); n >= 0 {
		return slices.Delete(list, n, n+1)
	}
	return list
}
