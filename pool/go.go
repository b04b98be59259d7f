package pool

import (
	"context"
	"runtime"
)

// Go runs f some time, and tells nobody when: what f panics with is told to
// Options.Panicked. It returns ErrClosed if the pool is closed. It waits for a place in the
// queue, but in a task of this pool, which may be what makes room, it returns ErrFull as TryGo
// does. It allocates nothing.
func (p *Pool) Go(f func(w *Worker)) error {
	defer runtime.KeepAlive(p) // so that a pool that nobody else can reach is not closed
	s, e := p.function(f)
	return s.submit(context.Background(), e, computes)
}

// TryGo is Go that does not wait: if there is no place in the queue, it returns
// ErrFull. It may be called in a task.
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
