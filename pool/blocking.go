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
	w.offer() //tla:- as a Fork polls
	before := w.place
	if before == replaced {
		f(true)
		return true
	}
	if !w.pool.staff.block(w.pool) { //tla:- staff
		f(false)
		return false
	}
	w.place = replaced
	defer func() {
		w.place = before
		w.pool.staff.unblock() //tla:- staff
	}()
	f(true)
	return true
}

// offer leaves what the worker has forked to others, as far as it can, because it will
// not poll for a while: all closures, and the oldest frame.
func (w *Worker) offer() {
	for {
		t, ok := w.deque.Pop() //tla:Join.Offer
		if !ok {
			break
		}
		if f := w.pool.cause(t); f != nil {
			t.discard(f)
		} else {
			w.pass(t)
		}
	}
	if i, fence := w.oldest(); i >= 0 && w.slot.Load() == nil { //tla:Promotion.ReadSlot
		w.publish(i, fence)
	}
}
