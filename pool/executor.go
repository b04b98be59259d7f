package pool

import "context"

// Executor accepts tasks. It is a [*Pool], or the [*Worker] that runs the calling task. A task
// should pass its worker. If it passes its pool, Run and the loops use the task's worker, which
// they have to look for: that costs a load for each worker of the pool.
//
// The pool recognizes its own tasks by their goroutine, on amd64 and arm64, unless a check at
// start-up has failed. On other machines, and on a goroutine that the task has started, the new
// task is the root of a separate tree, which is not cancelled with the caller's. While a task
// waits for that tree, its worker runs nothing. If all workers wait like that, they wait forever.
// A task that passes its worker never has this problem.
type Executor interface {
	executor() (*state, *Worker)
}

func executor(ctx context.Context, x Executor) (*state, *Worker) {
	checkContext(ctx)
	if x == nil {
		panic("pool: a nil Executor")
	}
	return x.executor()
}

func checkContext(ctx context.Context) {
	if ctx == nil {
		panic("pool: a nil context")
	}
}

// because returns the cause if the error is that of the context, and otherwise the error.
func because(ctx context.Context, err error) error {
	if err == nil || err == ErrClosed || err == ErrFull {
		return err
	}
	return context.Cause(ctx)
}

func (p *Pool) executor() (*state, *Worker) {
	p.check()
	p.checkBubble()
	return p.state, nil
}

func (p *Pool) check() {
	if p == nil || p.state == nil {
		panic("pool: a Pool that was not made by New")
	}
	if p.self != p {
		panic("pool: a copy of a Pool; use the one that New has returned")
	}
}

func (w *Worker) executor() (*state, *Worker) {
	w.check()
	return w.state, w
}

// check panics if the caller may not use the worker, as far as that can be seen.
func (w *Worker) check() {
	if w == nil || w.pool == nil {
		panic("pool: a Worker that was not given to a task")
	}
	if w.task == nil {
		panic("pool: a Worker is used after its task has returned")
	}
	if w.foreign() {
		panic(misplaced)
	}
}

// Err returns nil, or the reason why the running task is cancelled. The next fork or join of a
// cancelled task panics with that reason. A long function that forks nothing can ask now and
// then whether its result is still needed. Err costs two loads, and never blocks. If a spare was lent
// meanwhile, it first lets other goroutines run.
func (w *Worker) Err() error {
	w.check()
	if !w.interrupted() {
		return nil
	}
	if f := w.cancelled(); f != nil {
		return f.err
	}
	return nil
}
