package pool

// Blocking calls f, which may block for long. Meanwhile a spare worker takes this worker's
// place, so that as many tasks run as before. If Options.Spares allows no more spares, Blocking
// calls f without one and returns false. When a spare becomes free during such a call, that spare
// stays active for it. The pool may also ask a worker that waits in [Future.Get] with a spare to
// run its future itself, so that one task more runs all the same.
//
// Blocking takes one lock, plus one for each pending closure of this worker. Its cost also grows
// with the depth of nesting on this worker. If no earlier spare is free or on standby, Blocking
// starts a new one, which takes some microseconds.
//
// f must not use the worker. While f runs, other workers can steal this worker's pending
// closures, and one of its typed frames. If Blocking is called in the body of a loop ([For] or
// another one), they can also take all indices that this worker has not begun.
func (w *Worker) Blocking(f func()) (replaced bool) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	return w.blocking(f)
}
