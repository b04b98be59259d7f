package pool

// Isolate calls f. While f waits for tasks that it has forked, the worker runs only tasks that
// were forked in f, directly or indirectly. So f may hold a lock while it waits, or use
// thread-local data. Without Isolate, a waiting worker may run any task of its tree, and that
// task might want the same lock.
//
// An isolated worker helps less while it waits: of other workers' tasks, it can run only typed
// frames. f must join the tasks that it forks, and must not join tasks that were forked before.
// Isolate costs one allocation, and never blocks by itself. A panic of f goes on.
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
