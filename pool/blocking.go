package pool

// Blocking calls f, which may block for long, and puts a spare worker in the place of
// this one meanwhile, so that as many tasks run as before. If there are as many spares
// as Options.Spares allows, f is called without, and Blocking answers false; a task that waits
// in [Future.Get] with a spare may run what it waits for meanwhile. It costs a
// lock, another one for each closure that the worker has forked and that waits, with a look at all
// that this is nested in, and if no worker is idle and none rests some microseconds to begin one.
//
// f must not use the worker. What the running task has forked can be stolen meanwhile,
// the typed frames as far as one of them is published.
func (w *Worker) Blocking(f func()) (replaced bool) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	return w.blocking(f)
}
