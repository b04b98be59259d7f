package pool

// UTS takes 3.3 times as long with scopes as with Joins (500 nodes): a scope allocates a task for each child, and all
// share a counter; 10 MB instead of 4.
// Promotion: in UTS(20,000) on the typed tier some 8,500 frames a run are stolen, one each 1.5 us. Most are probably
// subtrees of a few nodes (not counted), so a second worker hardly helps.

// Scope is a set of tasks that end together. It belongs to the call of [Worker.Scope] that made
// it, and to the tasks of the set.
type Scope struct {
	pool  *state
	owner uint32 // the number of the worker that will wait
	countdown
}

// Scope calls f, which may start tasks in the scope. It returns when f and all these tasks have
// ended. Meanwhile the worker runs tasks. It costs one allocation, and a fork for each task.
//
// If f or a task panics, tasks that have not started are dropped, and Scope panics with a
// [PanicError]. The PanicError is that of f if f panicked, and otherwise that of the first task
// that did. Typed frames that f forks are dropped when f ends, as in [Join].
func (w *Worker) Scope(f func(s *Scope)) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	s := &Scope{pool: w.state, owner: w.number}
	s.latch.child(w.scope(), w.inside)
	s.latch.status.Store(w.number + 1) //tla:- not shared yet
	s.pending.Store(1)                 //tla:- not shared yet
	begun, over, depth := true, false, w.depth
	defer func() {
		if over {
			return
		}
		v := recover() // nil for Goexit, which goes on
		fault := w.caught(v)
		s.latch.abort.CompareAndSwap(nil, fault) //tla:Join.CancelScope
		w.pool.interrupt()
		w.leaveLevel(depth)
		if begun {
			s.done()
		}
		w.blockOn(&s.latch)
		if v != nil {
			fault.rethrow()
		}
	}()
	w.setLevel(&s.latch)
	w.enterLevel()
	f(s)
	w.leaveLevel(depth)
	w.levels[depth] = nil
	begun = false
	s.done()
	w.await(&s.latch)
	over = true
	s.latch.abort.Load().rethrow() //tla:- all tasks of the scope have ended
}

// Go starts f as a task of the scope, on the worker w of the caller. It costs one allocation,
// and does not wait. If the worker's deque is full, f runs at once. Go panics with a
// [CancelError] if the tree is cancelled. It panics if the scope has ended.
func (s *Scope) Go(w *Worker, f func(w *Worker)) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	if s == nil || s.pool != w.state {
		panic("pool: Go in a Scope of another pool, or that was not made by Worker.Scope")
	}
	w.checkCancel()
	t := &scoped{f: f}
	t.body, t.counts = t, &s.countdown
	t.child(&s.latch, s.latch.inside)
	if !s.begins() {
		panic("pool: Go in a Scope that has ended") // Scope itself may not have returned: its worker may still run another task
	}
	if t.inside != nil && s.owner != w.number {
		w.pass(&t.Task) // the scope's worker, which waits isolated, would not find it in this deque
	} else if w.deque.Push(&t.Task) { //tla:Join.Fork
		w.pool.sleepers.notify(t.root, computes)
	} else {
		w.run(&t.Task)
	}
}

// scoped is a task of a scope.
type scoped struct {
	Task
	f func(*Worker)
}

func (t *scoped) run(w *Worker) {
	f := t.f
	t.f = nil // the entry of a queue may refer to t for long
	f(w)
}

func (t *scoped) dropped() { t.f = nil }

// Invoke calls all functions, at the same time if workers are idle. It returns when all have
// ended. It costs and panics as [Worker.Scope] does.
func (w *Worker) Invoke(fs ...func(w *Worker)) {
	for _, f := range fs {
		if f == nil {
			panic("pool: a nil function")
		}
	}
	w.Scope(func(s *Scope) {
		for _, f := range fs {
			s.Go(w, f)
		}
	})
}
