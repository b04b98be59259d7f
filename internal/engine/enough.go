package engine

import "time"

// enough reports whether the search has hit one of its bounds.
func (r *search) enough() bool {
	if r.o.Saturation > 0 && r.stale >= r.o.Saturation {
		return true
	}
	if r.o.Executions > 0 && r.Executions+r.Abandoned >= r.o.Executions || r.o.Long > 0 && r.Long >= r.o.Long {
		return true
	}
	n := r.Executions + r.Abandoned
	if r.o.For == 0 || !r.looks.due(n, r.Steps) {
		return false
	}
	if r.Executions == 0 && 0 < n && n < longestLook && r.Steps < lookAfter {
		return false // all executions so far were abandoned. The search goes on for a while, so that it has some to report
	}
	now := time.Now()
	r.looks.looked(n, r.Steps, now)
	if r.o.Patient {
		return r.watch.Took() >= r.o.For
	}
	return now.Sub(r.start) >= r.o.For
}

// looks decides when a search reads the clock. Reading takes time, so the search reads seldom if executions are short.
// The number of steps alone does not say how long an execution takes: code that is not rewritten has no steps.
type looks struct {
	steps  int       // of the search, at the last look
	next   int       // executions of the search, at the next one
	stride int       // executions between two looks
	last   time.Time // of the last one
}

const (
	lookEvery   = 2 * time.Millisecond // or more seldom, if an execution takes longer
	longestLook = 256                  // executions
)

func (l *looks) due(executions, steps int) bool {
	return executions >= l.next || steps >= l.steps+lookAfter
}

// looked notes that the search looks now.
func (l *looks) looked(executions, steps int, now time.Time) {
	if now.Sub(l.last) < lookEvery {
		l.stride = min(2*l.stride, longestLook)
	} else {
		l.stride /= 2
	}
	l.stride = max(l.stride, 1)
	l.steps, l.next, l.last = steps, executions+l.stride, now
}
