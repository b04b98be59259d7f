package pool

// Scope is a number of tasks that end together. It belongs to the call of
// [Worker.Scope] that has made it, and to the tasks that were begun in it.
type Scope struct {
	pool *state
	countdown
}

// Scope calls f, which may begin tasks in the scope, and returns when f and all of
// them have ended. Meanwhile the worker runs tasks. If f or one of the tasks panics,
// those that have not begun are dropped, and Scope panics with a [PanicError]: of the panic
// that f has ended with, or else of the first one of the tasks. Typed frames that f forks
// end with it, as in [Join]. It costs one allocation, and a fork each task.
func (w *Worker) Scope(f func(s *Scope)) {
	if f == nil {
		panic("pool: a nil function")
	}
	w.check()
	s := &Scope{pool: w.state}
	s.latch.child(w.scope(), w.inside)
	s.latch.status.Store(w.number + 1) //tla:- nobody else has it
	s.pending.Store(1)                 //tla:- nobody else has it
	begun, over, depth := true, false, w.depth
	defer func() {
		if over {
			return
		}
		v := recover() // nil: Goexit, which goes on
		fault := caught(v)
		s.latch.abort.CompareAndSwap(nil, fault) //tla:Join.CancelScope
		w.pool.interrupt()
		w.leaveLevel(depth)
		if begun {
			s.done()
		}
		w.blockOn(&s.latch)
		if v != nil {
			panic(fault.err)
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
	s.latch.abort.Load().rethrow() //tla:- all have ended
}

// Go begins f as a task of the scope, on the worker that the call is made on. It
// costs one allocation of its own, and does not wait, but if the deque has no room f
// runs at once. It panics with a [CancelError] if the tree is cancelled, and if the scope
// has ended.
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
		panic("pool: Go in a Scope that has ended") // though Scope may not have returned: its worker helps with something else
	}
	if w.deque.Push(&t.Task) { //tla:Join.Fork
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

func (t *scoped) run(w *Worker) { t.f(w) }

// Invoke calls all functions, at the same time if somebody is idle, and returns when
// all have ended. It panics as [Worker.Scope], and costs what that costs.
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
