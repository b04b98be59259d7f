package pool

import "sync/atomic"

// countdown is a latch for several tasks. It is complete when all tasks that were started are
// done. A count of 0 is final: no task may start after that.
type countdown struct {
	latch   Task         // complete when all have ended; its abort cancels all of them
	pending atomic.Int64 // tasks, and the body of the Scope
}

// begins counts a task as started. It returns false if all others have ended: the latch is then
// complete, or about to be.
func (s *countdown) begins() bool {
	for {
		n := s.pending.Load() //tla:- a count of tasks
		if n == 0 {
			return false
		}
		if s.pending.CompareAndSwap(n, n+1) { //tla:- a count of tasks
			return true
		}
	}
}

// done counts a task, or the body, as ended. It reports whether it woke a goroutine.
func (s *countdown) done() bool {
	if s.pending.Add(-1) > 0 { //tla:Join.Count
		return false
	}
	return s.latch.finish()
}
