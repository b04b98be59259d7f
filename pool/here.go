package pool

import "github.com/stealproof/stealproof/internal/park"

// here returns the worker whose task the caller runs in, unless that is in Blocking. It is nil
// if there is none, or where goroutines cannot be told from each other.
//
// Who asks is about to sleep: so it costs a cache line for each worker, which its owner only
// reads.
func (s *state) here() *Worker {
	g := park.Goroutine()
	if g == 0 {
		return nil
	}
	for _, w := range s.staff.all() {
		if w.here.Load() == g { //tla:- the caller's own
			return w
		}
	}
	return nil
}

// attend calls wait, which waits for a root as one from outside. But in a task of the pool its
// worker runs what has not begun, as in [Future.Join], and otherwise a spare takes its place.
func (s *state) attend(t *Task, wait func()) {
	w := s.here()
	if w == nil {
		wait()
		return
	}
	if w.task.root == t {
		panic("pool: Get of a Future in its own task, which would wait for itself")
	}
	if w.run(t); !t.isComplete() {
		w.Blocking(wait)
	}
}
