package pool

import "context"

// Executor is where tasks can be given to: a [*Pool], from outside, or the [*Worker]
// that runs the task that the call is made in. Who is in a task should use its worker:
// what is given to the pool there has a tree of its own. The pool knows its tasks by their
// goroutine, on amd64 and arm64, unless a check at start-up has failed. Elsewhere such a call
// takes a worker away from the pool while it waits: if all workers wait like that, they wait
// for ever. A task that uses its Worker needs none of this.
type Executor interface {
	executor() (*state, *Worker)
}

func executor(ctx context.Context, x Executor) (*state, *Worker) {
	checkContext(ctx)
	if x == nil {
		panic("pool: neither a Pool nor a Worker")
	}
	return x.executor()
}

func checkContext(ctx context.Context) {
	if ctx == nil {
		panic("pool: a nil context")
	}
}

func (p *Pool) executor() (*state, *Worker) {
	p.check()
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

// check panics if the handle is plainly not the caller's to use.
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

// Err returns nil, or why what runs is to end: what its next fork or join would panic with. So a
// long function that forks nothing can ask now and then whether anybody still wants its result,
// as one asks a context. It costs two loads, and never blocks.
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
