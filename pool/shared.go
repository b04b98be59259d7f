package pool

import "sync/atomic"

// shared is what the workers of a pool have in common when they look for tasks.
type shared struct {
	sweeps    int // before a worker goes to sleep
	longLooks int // looks into deques, of all sweeps of a patient one
	sleepers  sleepers
	injector  injector
	workers   workerSet

	abandoned atomic.Pointer[failure] // by CloseNow
	tracer    atomic.Pointer[tracer]
}

// cause is why t is not to begin, or to go on.
func (s *shared) cause(t *Task) *failure {
	if f := s.abandoned.Load(); f != nil { //tla:- CloseNow
		return f
	}
	return t.cause()
}

// drained reports whether the pool is closed and all submissions are done. Then it
// stays so.
func (s *shared) drained() bool {
	if !s.injector.closed.Load() {
		return false
	}
	return s.injector.finished(0)
}

// wakeAll wakes all workers, for no task.
func (s *shared) wakeAll() {
	for _, w := range s.workers.all() {
		w.parker.Unpark()
	}
}

// interrupt has all workers look whether what they run is cancelled, when they next
// fork, and those that wait for a future.
func (s *shared) interrupt() {
	for _, w := range s.workers.all() {
		w.interrupt()
		w.parker.Unpark() //tla:Promotion.CloseUnpark
	}
}
