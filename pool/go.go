package pool

import (
	"context"
	"runtime"

	"github.com/stealproof/stealproof/internal/park"
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

// loose is the task of a function of Go. A worker has one, since such a task begins
// on an idle worker only; it is used again and again.
type loose struct {
	Task
	f func(*Worker)
}

// with makes it the task of f.
func (l *loose) with(w *Worker, f func(*Worker)) *Task {
	l.f = f
	if l.root == nil {
		l.root = &l.Task
		l.status.Store(w.number + 1) //tla:- nobody waits for it
	}
	return &l.Task
}

// runLoose runs the function of Go that the worker has taken.
func (w *Worker) runLoose() {
	l := &w.loose
	w.task, w.dirty = &l.Task, true
	w.fence(&l.Task, nil, false)
	returned := false
	span := w.begins("task")
	defer func() {
		var f *failure
		if !returned {
			f = caught(recover())
			l.abort.Store(f) //tla:Join.Cancel
		}
		w.abandon()
		w.task, w.depth, l.f = nil, 0, nil
		w.ends(span)
		if f != nil {
			l.abort.Store(nil) //tla:- the next one begins
			w.pool.panicked(f)
		}
	}()
	if w.pool.abandoned.Load() == nil { //tla:Join.ReadCancel
		w.counted.run.add()
		l.f(w)
	}
	returned = true
}

// panicked reports a panic that nobody waits for. Options.Panicked may call the pool. If that
// cannot know that the call comes from its own worker, a spare takes the worker's place.
func (s *state) panicked(f *failure) {
	e, ok := f.err.(*PanicError)
	switch h := s.options.Panicked; {
	case !ok:
	case h != nil:
		if park.Goroutine() == 0 && s.staff.block(s) {
			defer s.staff.unblock()
		}
		h(e)
	case e.Value == ErrGoexit:
	default:
		crash(e)
	}
}

// crash ends the program: no task may recover this panic.
var crash = func(e *PanicError) { go panic(e) }
