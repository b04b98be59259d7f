package pool

import (
	"context"
	"runtime"
)

// Go runs f some time later. It does not report the end of f. A panic of f goes to
// Options.Panicked. Go waits for a place in the queue, except in a task of this pool. There it
// returns ErrFull, because the full queue may be waiting for that task. Go returns ErrClosed if
// the pool is closed. It allocates nothing.
func (p *Pool) Go(f func(w *Worker)) error {
	defer runtime.KeepAlive(p) // the garbage collector must not close the pool meanwhile
	s, e := p.function(f)
	return s.submit(context.Background(), e, computes)
}

// GoContext is [Pool.Go] for a function whose tree is cancelled when the context ends, as that of
// [Run] is. It stops waiting for a place then, and returns the context's cause. In a task of this
// pool it never waits. A function that is dropped because of its context is not reported. It
// costs three allocations, and three more if the context can end.
func (p *Pool) GoContext(ctx context.Context, f func(w *Worker)) error {
	if f == nil {
		panic("pool: a nil function")
	}
	_, err := Submit(ctx, p, func(w *Worker) (none struct{}, err error) {
		w.runOrphan(f)
		return none, nil
	})
	return err
}

// runOrphan calls f for a task that nobody waits for. It is the only task of its worker's
// goroutine: no waiting worker takes it.
func (w *Worker) runOrphan(f func(w *Worker)) {
	returned := false
	defer func() {
		if returned {
			return
		}
		fault := w.caught(recover())
		outer := w.position
		w.position = position{} // Options.Panicked may call the pool, and is no part of the task
		defer func() { w.position = outer }()
		w.state.panicked(fault)
	}()
	f(w)
	returned = true
}

// TryGo is [Pool.Go] without waiting. It returns ErrFull if the queue has no place.
func (p *Pool) TryGo(f func(w *Worker)) error {
	defer runtime.KeepAlive(p) // as in Go
	s, e := p.function(f)
	return s.trySubmit(e, computes)
}

func (p *Pool) function(f func(w *Worker)) (*state, entry) {
	if f == nil {
		panic("pool: a nil function")
	}
	s, _ := p.executor()
	return s, entry{f: f}
}
