package pool

// Blocking calls f, which may block for long. Meanwhile a spare worker takes this worker's
// place, so that as many tasks run as before. If Options.Spares allows no more spares, Blocking
// calls f without one and returns false. Meanwhile a task that waits in [Future.Get] with a
// spare may run its future itself, to make up for this worker.
//
// Blocking takes one lock, plus one for each pending closure of this worker. It also looks at
// all levels of nesting on this worker. Starting a spare takes some microseconds, if no worker
// is idle or on standby.
//
// f must not use the worker. Meanwhile other workers can steal this worker's pending closures,
// and one of its typed frames.
func (w *Worker) Blocking(f func()) (replaced bool) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	return w.blocking(f)
}
