package engine

// work is what a thread has changed. A thread that changes nothing only waits.
type work struct {
	plain  bool // there were plain writes since it last took a lock
	worked bool // it has changed something since the last call of Did
	paused bool // it has yielded since the last call of Did
}

func (w *work) reset() { *w = work{} }

// writes notes a plain write.
func (w *work) writes() { w.plain, w.worked = true, true }

// puts notes that an atomic word has a new value, unless it is the old one.
func (w *work) puts(other bool) { w.worked = w.worked || other }

// locks says that the thread takes a lock.
func (w *work) locks() { w.plain = false }

// isPlain reports whether the data behind the lock that it holds may have changed.
func (w *work) isPlain() bool { return w.plain }

// pauses says that it yields.
func (w *work) pauses() { w.paused = true }

// did returns what Did does, and begins anew.
func (w *work) did() (worked, paused bool) {
	worked, paused = w.worked, w.paused
	w.worked, w.paused = false, false
	return worked, paused
}
