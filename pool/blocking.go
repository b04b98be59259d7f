package pool

// Blocking calls f, which may block for long. Meanwhile a spare worker takes this worker's
// place, so that as many tasks run as before. If Options.Spares allows no more spares, Blocking
// calls f without one and returns false. A task that waits in [Future.Get] with a spare may
// then run its future meanwhile, to make up for this worker.
//
// Blocking takes one lock, plus one for each pending closure of this worker. It also looks at
// all levels of nesting on this worker. If no worker is idle or on standby, it starts a spare,
// which takes some microseconds.
//
// f must not use the worker. Other workers can steal the pending tasks of the running task
// meanwhile; of its typed frames, those that are published.
func (w *Worker) Blocking(f func()) (replaced bool) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	return w.blocking(f)
}
