package pool

// Isolate calls f. While f waits for tasks that it has forked, the worker runs no other
// tasks than those forked in f, by f or by them. So f may hold a lock, or use what belongs
// to the thread, while it waits. Otherwise a worker that waits may run any task of its
// tree, which might want the same lock.
//
// It makes waiting less useful: of what others have forked, only typed frames are helped
// with. What f forks is to be joined in f, and what was forked before is not. It costs one
// allocation, and never blocks by itself; a panic of f goes on.
func (w *Worker) Isolate(f func()) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	outer := w.inside
	w.inside = new(isolation)
	w.fence(w.scope(), w.inside, false)
	defer func() {
		w.abandon()
		w.inside = outer
	}()
	f()
}
