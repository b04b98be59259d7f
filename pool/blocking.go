package pool

import "sync/atomic"

// Blocking calls f, which may block for long, and puts a spare worker in the place of
// this one meanwhile, so that as many tasks run as before. If there are as many spares
// as Options.Spares allows, f is called without, and Blocking answers false.
//
// f must not use the worker. What the running task has forked can be stolen meanwhile,
// the typed frames as far as one of them is published.
func (w *Worker) Blocking(f func()) (replaced bool) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	w.offer()                             //tla:- as a Fork polls
	replaced = w.pool.staff.block(w.pool) //tla:- staff
	if replaced {
		defer w.pool.staff.unblock() //tla:- staff
	}
	f()
	return replaced
}

// offer publishes a frame, if there is one, because the worker will not poll for a
// while.
func (w *Worker) offer() {
	if atomic.LoadUint32(&w.poll)&request != 0 {
		w.answer()
	}
}
