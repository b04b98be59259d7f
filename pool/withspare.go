package pool

// blocking is Blocking.
func (w *Worker) blocking(f func()) (replaced bool) {
	return w.withSpare(func(replaced bool) {
		if replaced {
			f()
		} else {
			w.blockUnreplaced(f)
		}
	})
}

// aside puts a spare in the worker's place, if there may be one, while it calls f, which is told.
// Within another call that spare is enough.
func (w *Worker) withSpare(f func(replaced bool)) bool {
	w.offer()
	before := w.workState
	if before == replaced {
		f(true)
		return true
	}
	if !w.state.registry.compensate(w.state) {
		f(false)
		return false
	}
	w.workState = replaced
	defer func() {
		w.workState = before
		w.state.registry.uncompensate()
	}()
	f(true)
	return true
}
