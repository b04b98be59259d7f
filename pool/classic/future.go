package classic

import (
	"slices"

	"github.com/stealproof/stealproof/internal/park"
)

// Worker is who runs tasks, as they see it: *[WSWorker], *[CMUContext], *[VTWorker],
// *[DuffyWorker]. nil is who is no worker: the outside.
type Worker[W any] interface {
	comparable
	fork(*task[W])
	whole(W, *task[W]) // computes it, with what it has forked as far as it is not over without that
	await(*task[W])
}

// Future is a task with a result: RTask in WSPool, Task in CMU, the future of VT. It is
// used once. W is the type of the scheduler's workers.
type Future[W Worker[W], R any] struct {
	task[W]
	value R // written before the task is complete
}

// NewFuture returns a task that is yet to be forked or submitted. It costs two
// allocations.
func NewFuture[W Worker[W], R any](compute func(W) R) *Future[W, R] {
	f := &Future[W, R]{}
	f.body = func(w W) { f.value = compute(w) }
	return f
}

// Fork queues the task on the caller's worker, for whoever comes first, and wakes workers
// that sleep. In a task only. It blocks for no longer than a critical section.
func (f *Future[W, R]) Fork(w W) { w.fork(f.queuedBy(w)) }

// Join waits for the result. If the task has panicked it panics with the
// [pool.PanicError], if it was dropped since its pool was closed with [pool.ErrClosed].
//
// A worker passes itself and may run the task, or others, meanwhile. A task that nobody has
// queued it just calls. With nil, from outside, Join blocks; nobody would ever run a task
// that is not queued then, so it panics.
func (f *Future[W, R]) Join(w W) R {
	f.join(w)
	if f.failure != nil {
		panic(f.failure)
	}
	return f.value
}

// Get is [Future.Join] with the failure as an error.
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

// Task is a [Future] whatever its result.
type Task[W Worker[W]] interface{ queuedBy(who any) *task[W] }

func (f *Future[W, R]) queuedBy(who any) *task[W] {
	f.by = who
	return &f.task
}

// children are the tasks that those on one stack have forked, and not joined yet, the newest last.
type children[W Worker[W]] struct {
	open []*task[W]
	own  int // where those of the newest begin, which runs
}

func (c *children[W]) joined(t *task[W]) {
	if i := slices.Index(c.open[c.own:], t); i >= 0 {
		c.open = slices.Delete(c.open, c.own+i, c.own+i+1)
	}
}

// whole computes a task and joins all that it has forked and not joined itself. Where one of
// them has failed, so has the task.
func (c *children[W]) whole(w W, t *task[W]) {
	below := c.own
	c.own = len(c.open)
	defer func() { c.own = below }()
	t.compute(w)
	for len(c.open) > c.own {
		child := c.open[len(c.open)-1]
		w.await(child)
		if t.failure == nil {
			t.failure = child.failure
		}
	}
}
