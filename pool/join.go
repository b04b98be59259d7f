package pool

import "sync/atomic"

// Join computes f and g, at the same time if somebody is idle, and returns their
// results when both have ended. f runs at once; g is kept for others until f has
// ended. While others compute g, the worker runs other tasks.
//
// If f panics, g is dropped, or ends when it next forks or waits, and Join panics with
// f's own panic. If g panics, what f has forked ends like that, and Join panics with a
// [PanicError]. If the tree is cancelled, it panics with a [CancelError].
//
// It costs about ten times the typed [Ctx.Join], and allocates what g captures.
func Join[A, B any](w *Worker, f func(w *Worker) A, g func(w *Worker) B) (A, B) {
	if f == nil || g == nil {
		panic("pool: a nil function")
	}
	w.check()
	if atomic.LoadUint32(&w.poll)&cancel != 0 { //tla:- cancellation
		w.stopIfCancelled()
	}
	c := newClosure(w, g)
	if !w.deque.Push(&c.Task) { //tla:Join.Fork
		c.reuse(w)
		return f(w), g(w)
	}
	w.pool.lot.notify(c.root)
	scope, settled := w.scope, false
	w.scope = &c.Task // if g fails, what f forks is not wanted either
	defer func() {
		w.scope = scope
		if !settled && !w.popped(&c.Task) {
			w.withdraw(&c.Task)
		}
	}()
	a := f(w)
	w.scope = scope
	if w.popped(&c.Task) {
		settled = true
		c.reuse(w)
		return a, g(w)
	}
	w.await(&c.Task)
	settled = true
	c.failure.rethrow()
	return a, c.result
}

// popped takes a child back from the deque. It answers false if it was stolen.
func (w *Worker) popped(t *Task) bool {
	u, ok := w.deque.Pop() //tla:Join.HelpOwn
	if ok && u != t {
		w.deque.Push(u)
		return false
	}
	return ok
}

// closure is the second function of a Join.
type closure[B any] struct {
	Task
	g      func(*Worker) B
	result B
	next   *closure[B] // in Worker.free
}

func (c *closure[B]) run(w *Worker) { c.result = c.g(w) }

// newClosure returns a child of the running task.
func newClosure[B any](w *Worker, g func(*Worker) B) *closure[B] {
	c, ok := w.free.(*closure[B])
	if ok && c != nil {
		w.free = c.next
	} else {
		c = &closure[B]{}
		c.body = c
	}
	c.g = g
	c.child(w.scope, w.inside)
	return c
}

// reuse keeps a closure that nobody else has seen.
func (c *closure[B]) reuse(w *Worker) {
	c.g, c.scope, c.root, c.inside = nil, nil, nil, nil
	next, ok := w.free.(*closure[B])
	if !ok {
		next = nil
	}
	c.next = next
	w.free = c
}
