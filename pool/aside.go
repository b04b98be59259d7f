package pool

// blocking is Blocking.
func (w *Worker) blocking(f func()) (replaced bool) {
	return w.aside(func(replaced bool) {
		if replaced {
			f()
		} else {
			w.sits(f)
		}
	})
}

// aside puts a spare in the worker's place, if there may be one, while it calls f, which is told.
// Within another call that spare is enough.
func (w *Worker) aside(f func(replaced bool)) bool {
	w.offer()
	before := w.place
	if before == replaced {
		f(true)
		return true
	}
	if !w.state.staff.block(w.state) {
		f(false)
		return false
	}
	w.place = replaced
	defer func() {
		w.place = before
		w.state.staff.unblock()
	}()
	f(true)
	return true
}
