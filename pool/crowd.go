package pool

// manyWorkers is the number of workers from which on their number matters where each of them looks
// at all others. With fewer workers, these looks take less time than starting a goroutine.
const manyWorkers = 64

// besideSpares is how many rounds there are at least if spares are the reason for fewer.
const besideSpares = 2

// rounds returns how often the worker looks everywhere before it sleeps, in a search that is not
// long. With many workers there are fewer rounds, so that a search has about the same length. With
// spares it has about as many looks as without. Otherwise, in a loop whose 66 workers wait for a
// millisecond each, half of the processor time goes into looks.
func (w *searcher) rounds() int {
	n := w.pool.sweeps
	if w.crowd > manyWorkers {
		n = max(min(1, n), n*manyWorkers/w.crowd)
	}
	if w.target > 0 && w.crowd > w.target {
		n = min(n, max(besideSpares, w.pool.sweeps*w.target/w.crowd))
	}
	return n
}

// unused reports whether no task was ever submitted, so that a new worker need not look for one
// before it sleeps. It is listed as a sleeper before its last look, so later submissions wake it.
// Otherwise New would take the square of the number of workers.
func (w *searcher) unused() bool {
	w.fresh = w.pool.injector.submitted() == 0
	return w.fresh
}
