package pool

// blocking is Blocking without its checks.
func (w *Worker) blocking(f func()) (replaced bool) {
	return w.withSpare(func(replaced bool) {
		if replaced {
			f()
		} else {
			w.blockUnreplaced(f)
		}
	})
}

// withSpare puts a spare in the worker's place, if Options.Spares allows one, and calls f. f
// learns whether there is a spare. A nested call uses the spare of the outer call.
func (w *Worker) withSpare(f func(replaced bool)) bool {
	w.forks.blocks() // first: what offer publishes, or what is published, leads others to what is given here
	w.offer()
	before := w.workState
	if before == replaced {
		f(true)
		return true
	}
	defer w.unblocks(w.blocks())
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
