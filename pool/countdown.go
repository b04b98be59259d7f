package pool

import "sync/atomic"

// countdown is a latch that several tasks open together: it is complete when all that were
// begun are done. Once the count is 0 it stays so, and nothing more may begin.
type countdown struct {
	latch   Task         // complete when all have ended; its abort is theirs
	pending atomic.Int64 // tasks, and the body; once it is 0 it stays so
}

// begins counts a task. It answers false if all others have ended, and so the latch is
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

// done counts a task, or the body, as ended. It reports whether somebody was woken.
func (s *countdown) done() bool {
	if s.pending.Add(-1) > 0 { //tla:Join.Count
		return false
	}
	return s.latch.finish()
}
