package pool

// Join takes 36.5 ns (go test -bench Closure1). Of these, the deque's Push and Pop take 13, since each has an
// atomic exchange; allocating the captures of g takes 7 to 8. Without the deferred function that takes g back if f
// panics, and without the check of the Worker, Join takes 32.8. The default deque is Chase-Lev and not Split,
// because other workers can steal only a part of Split's closures. In fib, both are equally fast (go test -bench
// Closure, with Options.Deque set for Split).
//
// Calling a Chase-Lev deque directly instead of through the interface saves 1.2 of 39.7 ns. The captures of g cannot
// stay on the stack: a thief runs g on another goroutine, and stacks move.

// Join computes f and g, at the same time if a worker is idle, and returns both results. f runs
// at once. Other workers may take g until f has ended. While another worker computes g, the
// caller's worker runs other tasks. Join costs about ten times as much as the typed [Ctx.Join].
// It allocates the variables that g captures.
//
// If f panics, g is dropped or cancelled, and Join panics with the value of f's panic. If g
// panics, the tasks that f has forked are cancelled, and Join panics with the value of g's panic.
// If f or g calls runtime.Goexit, the calling task ends, too. That does not depend on the worker
// that ran g.
//
// If the tree is cancelled when Join begins, or when f has ended, Join panics with a
// [CancelError]. It drops g if no worker has started it. Otherwise it cancels g, and waits for
// it.
//
// Typed frames that f forks and does not join are dropped when f ends. If another worker runs
// one, that frame is cancelled and waited for. f may join a frame that was forked before the
// Join, but only before f forks any itself.
func Join[A, B any](w *Worker, f func(w *Worker) A, g func(w *Worker) B) (A, B) {
	if f == nil || g == nil {
		panic("pool: a nil function")
	}
	w.check()
	w.checkCancel()
	c := newClosure(w, g)
	pushed := w.deque.Push(&c.Task) //tla:Join.Fork
	if pushed {
		w.pool.sleepers.notify(c.root, computes)
	}
	depth, published, settled := w.depth, w.published, false
	w.enterLevel() // if g fails, the tasks that f forks are cancelled
	defer func() {
		if settled {
			return
		}
		if pushed && !w.popped(&c.Task) {
			w.withdraw(&c.Task)
		}
		c.g = nil
		w.leaveLevel(depth)
		w.levels[depth] = nil
	}()
	a := f(w)
	w.checkCancel() // while the frames of f are still above a fence
	w.leaveLevel(depth)
	if !pushed || w.popped(&c.Task) {
		if !pushed || w.published != published {
			w.levels[depth] = nil // a task that is still queued may have it as scope
		}
		settled, c.g = true, nil // the task may run long, and keep what g captures
		return a, g(w)
	}
	w.levels[depth] = nil // another worker has it
	w.await(&c.Task)
	settled = true
	w.passOn(c.failure)
	return a, c.result
}

// popped takes a child back from the deque. It returns false if the child was stolen. The deque
// may then have an older task on top, from a Scope around the Join. popped pushes that task
// again. A thief that has looked meanwhile has missed it, so popped notifies again.
func (w *Worker) popped(t *Task) bool {
	u, ok := w.deque.Pop() //tla:Join.Pop
	if ok && u != t {
		if w.deque.Push(u) {
			w.pool.sleepers.notify(u.root, computes)
		} else {
			w.pass(u)
		}
		return false
	}
	return ok
}

// closure is the second function of a Join.
type closure[B any] struct {
	Task
	g      func(*Worker) B
	result B
}

func (c *closure[B]) run(w *Worker) {
	g := c.g
	c.g = nil // the entry of a queue may refer to c for long
	c.result = g(w)
}

// newClosure returns a child of the running task. A worker keeps one for each depth of nesting,
// and reuses it if it was not stolen. So in the long run nothing is allocated, and few pointers
// are written. Each pointer written would cost a write barrier.
func newClosure[B any](w *Worker, g func(*Worker) B) *closure[B] {
	var c *closure[B]
	if w.depth < len(w.levels) {
		if t := w.levels[w.depth]; t != nil {
			c, _ = t.body.(*closure[B])
		}
	}
	if c == nil {
		c = &closure[B]{}
		c.body = c
		w.setLevel(&c.Task)
	}
	c.g = g
	if scope := w.scope(); c.scope != scope || c.root != scope.root || c.inside != w.inside {
		c.child(scope, w.inside)
	}
	return c
}
