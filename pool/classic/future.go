package classic

import (
	"slices"

	"github.com/stealproof/stealproof/internal/park"
)

// Worker is the type of a scheduler's workers, as tasks see them: *[WSWorker], *[CMUContext],
// *[VTWorker] or *[DuffyWorker]. nil stands for a caller outside of the pool.
type Worker[W any] interface {
	comparable
	fork(*task[W])
	whole(W, *task[W]) // computes the task, and joins its forks that nobody else will join
	await(*task[W])
}

// Future is a task with a result: RTask in WSPool, Task in CMU, the future of VT. It runs once.
// W is the type of the scheduler's workers.
type Future[W Worker[W], R any] struct {
	task[W]
	value R // written before the task is complete
}

// NewFuture returns a task that is yet to be forked or submitted. It costs two allocations. It panics
// if compute is nil.
func NewFuture[W Worker[W], R any](compute func(W) R) *Future[W, R] {
	checkFunction(compute == nil)
	f := &Future[W, R]{}
	f.body = func(w W) { f.value = compute(w) }
	return f
}

// Fork queues the task on the caller's worker, and wakes sleeping workers. Any worker may take
// the task. Only a task may call Fork, and only once for each Future. It blocks for no longer than a
// critical section.
func (f *Future[W, R]) Fork(w W) {
	var outside W
	if w == outside {
		panic("classic: Fork from outside of the pool; submit the task")
	}
	w.fork(f.queuedBy(w))
}

// Join waits for the result. It panics with the [pool.PanicError] if the task has panicked. It
// panics with [pool.ErrClosed] if the pool was closed and the task was dropped.
//
// In a task, w is its worker. The worker may run the awaited task meanwhile, or other tasks. If
// the task was neither forked nor submitted, Join calls it directly. From outside, w is nil and
// Join blocks. It panics there if the task was neither forked nor submitted, because no worker
// would ever run it.
//
// In [CMU] and [Duffy], a task may join only tasks that it has forked itself. If it joins another
// task, such as its elder sibling, it may wait forever: its worker may run the joining task on top
// of one that the awaited task needs. The order of joins among a task's own children is free. In
// [VT], a join of the newest or the oldest child of a task takes constant time. Any other join takes
// time for each child between the awaited one and the nearer end. A [CMU] looks through all newer
// children.
func (f *Future[W, R]) Join(w W) R {
	f.join(w)
	if f.failure != nil {
		panic(f.failure)
	}
	return f.value
}

// Get is [Future.Join], but returns the failure as an error.
func (f *Future[W, R]) Get(w W) (R, error) {
	f.join(w)
	return f.value, f.failure
}

func (f *Future[W, R]) join(w W) {
	var outside W
	switch {
	case w == outside && f.by == nil:
		panic("classic: Join from outside of a task that was neither submitted nor forked")
	case w == outside:
		if !f.isComplete() {
			f.task.wait(park.New())
		}
	case f.by == nil && f.claim(): //tla:- it is in no queue
		w.whole(w, &f.task)
		f.finish()
	default:
		w.await(&f.task)
	}
}

// Task is a [Future] with any type of result.
type Task[W Worker[W]] interface{ queuedBy(who any) *task[W] }

// queuedBy records who queues the task. A second time it panics: some of the pools would run the task again.
func (f *Future[W, R]) queuedBy(who any) *task[W] {
	if f.by != nil {
		panic("classic: a Future is forked or submitted twice; it runs once, so make another one")
	}
	f.by = who
	return &f.task
}

// children are the tasks that were forked and not yet joined, the newest last. One value serves
// all tasks on a stack.
type children[W Worker[W]] struct {
	open  []*task[W]
	own   int // index of the first child of the running task
	start int // where the children of the running task began: those below own were joined
}

// joined removes a child. It takes a constant time for the newest child and for the oldest one.
func (c *children[W]) joined(t *task[W]) {
	switch n := len(c.open); {
	case n > c.own && c.open[n-1] == t:
		c.open[n-1], c.open = nil, c.open[:n-1]
		return
	case n > c.own && c.open[c.own] == t:
		c.open[c.own] = nil
		if c.own++; c.own-c.start > n-c.own {
			c.open = slices.Delete(c.open, c.start, c.own)
			c.own = c.start
		}
		return
	}
	if i := slices.Index(c.open[c.own:], t); i >= 0 {
		c.open = slices.Delete(c.open, c.own+i, c.own+i+1)
	}
}

// whole computes a task, and joins its remaining children. If one of them has failed, so has
// the task.
func (c *children[W]) whole(w W, t *task[W]) {
	below, start := c.own, c.start
	c.own = len(c.open)
	c.start = c.own
	defer func() { c.open, c.own, c.start = c.open[:c.start], below, start }()
	t.compute(w)
	for len(c.open) > c.own {
		child := c.open[len(c.open)-1]
		w.await(child)
		if t.failure == nil {
			t.failure = child.failure
		}
	}
}
