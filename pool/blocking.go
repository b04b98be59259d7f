package pool

// Blocking calls f, which may block for long, and puts a spare worker in the place of
// this one meanwhile, so that as many tasks run as before. If there are as many spares
// as Options.Spares allows, f is called without, and Blocking answers false. It costs a
// lock, another one for each closure that the task has forked, and if no worker is idle and
// none rests some microseconds to begin one.
//
// f must not use the worker. What the running task has forked can be stolen meanwhile,
// the typed frames as far as one of them is published.
func (w *Worker) Blocking(f func()) (replaced bool) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	return w.blocking(func(bool) { f() })
}

// blocking is Blocking. It tells f what it will answer. Within another call one spare is enough.
func (w *Worker) blocking(f func(replaced bool)) (replaced bool) {
	w.offer() //tla:- as a Fork polls
	if w.replaced {
		f(true)
		return true
	}
	replaced = w.pool.staff.block(w.pool) //tla:- staff
	if replaced {
		w.replaced = true
		defer func() {
			w.replaced = false
			w.pool.staff.unblock() //tla:- staff
		}()
	}
	f(replaced)
	return replaced
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
