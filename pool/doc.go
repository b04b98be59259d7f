// Package pool is a fork-join pool: it runs tasks that divide themselves, on a fixed
// number of workers, at a few nanoseconds a fork.
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
// # Tiers, easy to fast
//
//   - [For], [Map], [Reduce], [Sort]: loops and slices.
//   - [Run] and [Submit] begin a tree of tasks from outside; [Pool.Go] begins one that
//     nobody waits for.
//   - [Join], [Worker.Invoke] and [Worker.Scope] fork closures, inside a task.
//   - [Define] makes a kind of task of one function. Its [Ctx.Fork] and [Ctx.Join], or
//     [Ctx.Take] and [Ctx.Await], allocate nothing; [Ctx.Both] cannot be misused.
//
// A task is given a [Worker], or a [Ctx], which stand for the worker that runs it. They
// belong to the task: no other goroutine may use them, and the task not after it has
// returned. Calls that fork or wait take one of them.
//
// # Waiting, panics, cancellation
//
// A task that waits for another lets its worker run other tasks of the same tree, so
// nesting never deadlocks. It must not hold a lock meanwhile that those take:
// [Worker.Isolate] keeps them out. A task may also use its own pool as from outside; its worker
// then runs what it waits for, unless another one does.
//
// A task that panics ends what it has forked, and the call of its parent that waits for it
// panics with a [PanicError], up to who waits outside; what the parent has forked besides
// ends then. In a [Scope], a [Join] and a loop, where nobody recovers in between, what has not
// begun is dropped at once, and what runs is waited for. If the context of a tree ends, its
// tasks that have not begun are dropped, and those that run end with a [CancelError] when they
// next fork or join; who does neither can ask [Worker.Err].
//
// A task must not block for long, other than in calls of this package that concern its own pool:
// see [Worker.Blocking]. While it waits for another pool, by a call of this package, a spare takes its
// worker's place, as far as Options.Spares allows: pools may wait for each other.
//
// A worker without a task sleeps. It looks about for less than a microsecond before that,
// and for up to 50 where its last pauses were short and other workers have ended them.
//
// # Seeing what it does
//
// [Pool.Stats] counts; [Pool.Trace] records what each worker does, for Perfetto; and
// tasks, searches and sleep are regions of runtime/trace.
package pool
