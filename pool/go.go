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
