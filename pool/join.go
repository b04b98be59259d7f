package pool

// Join computes f and g, at the same time if somebody is idle, and returns their
// results when both have ended. f runs at once; g is kept for others until f has
// ended. While others compute g, the worker runs other tasks.
//
// If f panics, g is dropped, or ends when it next forks or joins, and Join panics with
// f's own panic. If g panics, what f has forked ends like that, and Join panics with g's own
// panic where g has run here, and with a [PanicError], which has g's stack, where others have
// run it. If the tree is cancelled when it begins, or when f has ended, it panics with a
// [CancelError]; a g that nobody has begun is dropped then, and one that others run is told, and
// waited for. Typed frames that f has forked and not joined are dropped when it ends; if others
// run one, they are told, and waited for. One that was forked before may be joined in f before f
// forks any.
//
// It costs about ten times the typed [Ctx.Join], and allocates what g captures.
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
	w.enterLevel() // if g fails, what f forks is not wanted either
	defer func() {
		if settled {
			return
		}
		if pushed && !w.popped(&c.Task) {
			w.withdraw(&c.Task)
		}
		w.leaveLevel(depth)
		w.levels[depth] = nil
	}()
	a := f(w)
	w.checkCancel() // for as long as what f has forked is fenced off
	w.leaveLevel(depth)
	if !pushed || w.popped(&c.Task) {
		if !pushed || w.published != published {
			w.levels[depth] = nil // something that is still queued somewhere may be in its scope
		}
		settled = true
		return a, g(w)
	}
	w.levels[depth] = nil // others have it
	w.await(&c.Task)
	settled = true
	c.failure.rethrow()
	return a, c.result
}

// popped takes a child back from the deque. It answers false if it was stolen. What is on
// top then was begun in a Scope around the Join: it goes back, and since who has looked
// meanwhile has not seen it, that is told anew.
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

// closure is the second half of a Join.
type closure[B any] struct {
	Task
	g      func(*Worker) B
	result B
}

func (c *closure[B]) run(w *Worker) { c.result = c.g(w) }

// newClosure returns a child of what runs. A worker keeps one for each depth of nesting,
// and uses it again if it was not stolen: in the long run nothing is allocated, and little
// is written that the garbage collector has to hear of.
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
