package pool

import (
	"bytes"
	"runtime"
)

// choresEach is the number of pauses of a worker between two looks at things that rarely change. A
// look takes a few microseconds, and a pause about one.
const choresEach = 1024

// chores looks at what rarely changes. It reports whether the worker needs a new goroutine.
//
// If a task has left its goroutine locked to a thread, each sleep of the worker takes ten times as
// long, and the thread may be in a state that other tasks must not see. Go ends such a thread
// together with its goroutine.
func (w *Worker) chores() (renew bool) {
	w.state.registry.follow(w.state)
	return lockedToThread()
}

// locksEach is how often a worker that is never idle tidies up between two looks at its thread.
const locksEach = 16

// tidyUp is called after many tasks without a pause. It reports whether the worker needs a new goroutine.
func (w *Worker) tidyUp() (renew bool) {
	w.scrub(nil)
	w.tidied++
	return w.tidied%locksEach == 0 && lockedToThread()
}

// beginTurn is called before each task that the worker does not run for another one. A worker that is
// never idle follows GOMAXPROCS there.
func (w *Worker) beginTurn() {
	w.runner.beginTurn()
	if w.turnsHad++; w.turnsHad%choresEach == 0 {
		w.state.registry.follow(w.state)
	}
}

// lockedToThread reports whether the calling goroutine is locked to its thread. Go shows that only
// in the first line of a stack.
func lockedToThread() bool {
	var head [64]byte
	line, _, _ := bytes.Cut(head[:runtime.Stack(head[:], false)], []byte{'\n'})
	return bytes.Contains(line, []byte("locked to thread"))
}

// startFollowing makes the number of workers that of GOMAXPROCS, also if that changes.
func (s *registry) startFollowing() { s.setFollows(true) }

// stopFollowing undoes startFollowing.
func (s *registry) stopFollowing() { s.setFollows(false) }

func (s *registry) setFollows(follows bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.follows = follows
}

// follow changes the number of workers if GOMAXPROCS has changed.
func (s *registry) follow(p *state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := runtime.GOMAXPROCS(0); s.follows && n != s.target {
		s.resizeLocked(p, n)
	}
}
