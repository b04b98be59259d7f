package engine

// turns says which thread runs. At any time that is exactly one, or the controller, which resumes the next one.
type turns struct {
	thread *thread // the current one, or the last one if the controller runs
	next   *thread // the controller resumes it; nil at the end
	flat   bool    // threads do not resume each other, only the controller does
}

// goesTo makes a thread the current one.
func (u *turns) goesTo(t *thread) { u.thread, u.next = t, nil }

// handsTo says which thread goes on when the current one has handed over. At the end it is nil.
func (u *turns) handsTo(next *thread) { u.next = next }

// following returns the thread of handsTo, unless it goes on already.
func (u *turns) following() *thread { return u.next }

// byController reports whether only the controller can resume a thread, or end the execution.
func (u *turns) byController(next *thread) bool {
	return next == nil || next.link.isResuming() || u.flat
}

// flatten makes each thread hand over to the controller from now on.
func (u *turns) flatten() { u.flat = true }

// current returns the thread that runs.
func (e *engine) current() *thread { return e.turn.thread }
