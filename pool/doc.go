// Package pool is a fork-join pool: a fixed number of workers run tasks that divide themselves.
// A fork costs a few nanoseconds.
//
//	p := pool.New(pool.Options{})
//	defer p.Close(context.Background())
//	sum, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
//		a, b := pool.Join(w,
//			func(w *pool.Worker) int { return left(w) },
//			func(w *pool.Worker) int { return right(w) })
//		return a + b, nil
//	})
//
// # Tiers, from easy to fast
//
//   - [For], [Map], [Reduce], [ReduceParts], [Sort]: loops and slices. [ForEachErr], [MapErr] and
//     [ForSeq] end at the first error, and [Any] at the first answer.
//   - [Run] and [Submit] start a tree of tasks from outside of the pool. [Pool.Go] starts a
//     task without a result.
//   - [Join], [Worker.Invoke] and [Worker.Scope] fork closures inside a task. [Worker.Group] is
//     a Scope whose tasks return errors.
//   - [Define] makes a kind of task from one function. Its [Ctx.Fork] and [Ctx.Join], or
//     [Ctx.Take] and [Ctx.Await], allocate nothing. [Ctx.Both] cannot be misused.
//
// A task gets a [Worker] or a [Ctx], which stands for the worker that runs the task. Calls that
// fork or wait need it. It belongs to the task: no other goroutine may use it, and it must not
// be used after the task has returned. Command poolvet of this module, an analyzer for go vet,
// finds functions that use the Worker of an outer task.
//
// # Waiting
//
// A task that waits lets its worker run other tasks of the same tree, so nesting never
// deadlocks. Meanwhile the waiting task must not hold a lock that those tasks take. A sync.Once
// whose function forks is such a lock. [Worker.Isolate] keeps those tasks out. A task may also
// pass its own pool, for example to [Run], where it could pass its worker.
//
// A task must not block for long, except in calls of this package on its own pool. For other
// calls that block, see [Worker.Blocking]. While a task waits for another pool through this
// package, a spare worker takes its worker's place, if Options.Spares allows one. So pools may
// wait for each other.
//
// # One pool for a server
//
// All requests of a server can share a pool. If Options.Workers is 0, a request does not wait until
// those with long tasks have ended: see [Options]. If all workers block, Options.Spares allows no more
// and tasks wait, Options.Stalled is told which calls block.
//
// # Panics and cancellation
//
// If a task panics, its children are cancelled, and the parent's Join panics with the same
// value. The panic goes up the tree to the goroutine that waits outside: [Run] panics with a
// [PanicError]. If a task calls runtime.Goexit, so do its parent and Run. The parent's
// other children are cancelled only if that panic ends the parent. In a [Scope], a [Join] or a
// loop, a panic in one task cancels the others at once. Cancelled tasks that have not started
// are dropped; running ones are waited for.
//
// If the context of a tree ends, its tasks that have not started are dropped. A running task
// panics with a [CancelError] when it next forks or joins. A task that does neither can ask
// [Worker.Err], and a task that waits for I/O can do so with [Worker.Context].
//
// # Sleeping
//
// A worker without a task sleeps. Before that it searches, usually for less than a microsecond.
// If its last pauses were short and other workers ended them, it searches for up to 50
// microseconds.
//
// # Memory
//
// When a [Join] or a [Worker.Scope] has returned, the pool keeps nothing that its functions have
// captured, however long the task goes on. With typed frames, a running task keeps the arguments of
// joined frames until new frames overwrite them: for each definition, at most as many as were once
// pending at the same time. A sleeping worker keeps nothing of the tasks that it has run.
//
// # Statistics and traces
//
// [Pool.Stats] counts tasks, steals and sleeps. [Pool.Trace] records each worker's activity for
// Perfetto. Tasks, searches and sleep are regions of runtime/trace.
//
// A task has the profiler labels of the context that it was submitted with (runtime/pprof), and
// so do the tasks that it forks, also on other workers. A worker that rests has no labels. If a
// task sets labels itself and does not remove them, they may stay until its worker rests.
package pool
