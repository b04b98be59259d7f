package engine

// link is the place of a thread in the chain of threads that have resumed others. The last one in the chain runs.
type link struct {
	resuming bool    // the thread has resumed another one, which has not paused yet
	by       *thread // the thread that has resumed it; nil for the controller
}

// begins says that the thread resumes another one, and paused that this has paused.
func (l *link) begins() { l.resuming = true }
func (l *link) paused() { l.resuming = false }

// isResuming reports whether the thread waits in the chain, so that nothing but a pause of the next one can resume it.
func (l *link) isResuming() bool { return l.resuming }

// follows says that the thread is resumed by another one, or by the controller.
func (l *link) follows(by *thread) { l.by = by }

// before returns the thread before it in the chain, or nil.
func (l *link) before() *thread { return l.by }
