package classic

// Worker is what the workers of a scheduler are: *[WSWorker], *[VTWorker], *[DuffyWorker].
// nil is who is no worker: the outside.
type Worker[W any] interface {
	fork(*task[W])
	await(*task[W])
}

// Future is a task with a result: RTask in WSPool, the future of VT. It is used once. W
// is the type of the scheduler's workers.
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
func (f *Future[W, R]) Fork(w W) { w.fork(&f.task) }

// Join waits for the result. If the task has panicked it panics with the
// [pool.PanicError], if it was dropped since its pool was closed with [pool.ErrClosed].
// A worker passes itself and may run the task, or others, meanwhile; with nil, from
// outside, Join blocks.
func (f *Future[W, R]) Join(w W) R {
	w.await(&f.task)
	if f.failure != nil {
		panic(f.failure)
	}
	return f.value
}

// Get is [Future.Join] with the failure as an error.
func (f *Future[W, R]) Get(w W) (R, error) {
	w.await(&f.task)
	return f.value, f.failure
}

// Task is a [Future] whatever its result.
type Task[W Worker[W]] interface{ base() *task[W] }

func (f *Future[W, R]) base() *task[W] { return &f.task }
