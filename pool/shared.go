package pool

import "sync/atomic"

// shared is the part of a pool that its workers use when they look for tasks.
type shared struct {
	sweeps    int // rounds over all workers before a worker sleeps
	longLooks int // looks into deques in a long search; 0 means no long searches
	sleepers  sleepers
	injector  injector
	workers   workerSet
	elements  atomic.Int64 // that blocked workers have given away, and nobody has begun

	abandoned atomic.Pointer[failure] // set by CloseNow
	tracer    atomic.Pointer[tracer]
}

// cause returns why t must not start or go on, or nil.
func (s *shared) cause(t *Task) *failure {
	if f := s.abandoned.Load(); f != nil { //tla:- CloseNow
		return f
	}
	return t.cause()
}

// drained reports whether the pool is closed and all submissions are done. Once true, it stays
// true.
func (s *shared) drained() bool {
	if !s.injector.closed.Load() {
		return false
	}
	return s.injector.finished(0)
}

// wakeAll wakes all workers, without a task.
func (s *shared) wakeAll() {
	for _, w := range s.workers.all() {
		w.parker.Unpark()
	}
}

// interrupt makes the active workers check for cancellation: running tasks at their next fork, waits
// for a future at once. It ends the contexts of cancelled tasks. A worker that becomes active after
// the list was loaded checks each task before it starts.
func (s *shared) interrupt() {
	list := s.workers.snapshot()
	for _, w := range list.victims {
		w.interrupt()
		w.parker.Unpark() //tla:Promotion.CloseUnpark
	}
	list.contexts.endCancelled(s.cause)
}
