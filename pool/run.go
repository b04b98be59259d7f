package pool

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Executor is where tasks can be given to: a [*Pool], from outside, or the [*Worker]
// that runs the task that the call is made in. Who is in a task must use its worker:
// to wait for the pool from inside takes a worker away from it.
type Executor interface {
	executor() (*state, *Worker)
}

func executor(ctx context.Context, x Executor) (*state, *Worker) {
	if ctx == nil {
		panic("pool: a nil context")
	}
	if x == nil {
		panic("pool: neither a Pool nor a Worker")
	}
	return x.executor()
}

func (p *Pool) executor() (*state, *Worker) {
	p.check()
	return p.state, nil
}

func (p *Pool) check() {
	if p == nil || p.state == nil {
		panic("pool: a Pool that was not made by New")
	}
}

func (w *Worker) executor() (*state, *Worker) {
	w.check()
	return w.pool, w
}

// check panics if the handle is plainly not the caller's to use.
func (w *Worker) check() {
	if w == nil || w.pool == nil {
		panic("pool: a Worker that was not given to a task")
	}
	if w.task == nil {
		panic("pool: a Worker is used after its task has returned")
	}
}

// Run computes f as a task, and returns what f returns. From outside it waits for a
// place in the queue, and then for the task. On a worker f runs at once, on the
// caller's goroutine.
//
// If the context ends before f begins, Run returns its error at once. If it ends
// later, all tasks that f has forked and that have not begun are dropped, f ends with
// a [CancelError] when it next forks or joins, and Run returns the context's error.
// If f panics, Run panics with a [PanicError]. If the pool is closed, Run returns
// ErrClosed.
//
// A call from outside costs two allocations, and about a microsecond.
func Run[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error)) (R, error) {
	c := newCall(f)
	if err := perform(ctx, x, &c.Task); err != nil {
		var none R
		return none, err
	}
	return c.result, c.err
}

// call is a function that runs as the root of a tree.
type call[R any] struct {
	Task
	f      func(*Worker) (R, error)
	result R
	err    error
	stop   func() bool // ends the watch of the context
}

func newCall[R any](f func(w *Worker) (R, error)) *call[R] {
	if f == nil {
		panic("pool: a nil function")
	}
	c := &call[R]{f: f, stop: func() bool { return true }}
	c.body = c
	return c
}

func (c *call[R]) dropped() { c.stop() }

func (c *call[R]) run(w *Worker) {
	defer c.stop()
	c.result, c.err = c.f(w)
}

// perform runs a root, and waits until it is complete. It returns why the tree was
// cancelled.
func perform(ctx context.Context, x Executor, t *Task) error {
	s, w := executor(ctx, x)
	if err := ctx.Err(); err != nil {
		return err
	}
	if w != nil {
		return w.perform(ctx, t)
	}
	p := parkerOf(&s.parkers)
	defer s.parkers.Put(p)
	t.root, t.first.parker = t, p
	t.waiters.Store(&t.first) //tla:Join.Register
	if ctx.Done() != nil {
		defer s.watch(ctx, t)()
	}
	if err := s.submit(ctx, entry{task: t}); err != nil {
		return err
	}
	for !t.isComplete() {
		p.Park() //tla:Join.AwaitPark
	}
	return t.outcome()
}

// parkerOf returns a parker, which may have a permit left, of who was on the way to wake
// somebody that did not wait for it. Each pool keeps its own: what was made in a bubble of
// synctest must not be used outside.
func parkerOf(parkers *sync.Pool) *park.Parker {
	if p, ok := parkers.Get().(*park.Parker); ok {
		return p
	}
	return park.New()
}

// perform is perform on a worker: t is a child of the running task.
func (w *Worker) perform(ctx context.Context, t *Task) error {
	t.child(w.scope(), w.inside)
	stop := w.pool.watch(ctx, t)
	defer stop()
	w.run(t)
	w.await(t)
	err := t.outcome()
	if err != nil {
		w.pool.cause(w.scope()).rethrow() // it was not the context of this call
	}
	return err
}

// outcome returns how a complete root has ended: why its tree was cancelled. It
// panics if that has panicked.
func (t *Task) outcome() error {
	if t.failure == nil {
		return nil
	}
	if c, ok := t.failure.err.(*CancelError); ok {
		return c.Cause
	}
	panic(t.failure.err)
}

// watch cancels a tree when the context ends.
func (s *state) watch(ctx context.Context, t *Task) (stop func() bool) {
	if ctx.Done() == nil {
		return func() bool { return true }
	}
	return context.AfterFunc(ctx, func() {
		f := &failure{&CancelError{ctx.Err()}}
		t.abort.CompareAndSwap(nil, f) //tla:Join.AwaitCancel
		t.discard(f)
		s.interrupt()
	})
}

// submit queues a submission, and waits for room.
func (s *state) submit(ctx context.Context, e entry) error {
	err := s.injector.put(e, nil) //tla:Injector.Put
	if err == ErrFull {
		err = s.submitSlowly(ctx, e)
	}
	if err == nil {
		s.lot.notify(nil) //tla:Injector.Notify
	}
	return err
}

func (s *state) submitSlowly(ctx context.Context, e entry) error {
	p := park.New()
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, p.Unpark)
		defer stop()
	}
	for {
		if err := ctx.Err(); err != nil {
			if next := s.injector.giveUp(p); next != nil { //tla:Injector.GiveUp
				next.Unpark() //tla:Injector.PassRoom
			}
			return err
		}
		if err := s.injector.put(e, p); err != ErrFull { //tla:Injector.Put
			return err
		}
		p.Park() //tla:Injector.AwaitRoom
	}
}

// trySubmit is submit that does not wait.
func (s *state) trySubmit(e entry) error {
	err := s.injector.put(e, nil) //tla:Injector.Put
	if err == nil {
		s.lot.notify(nil) //tla:Injector.Notify
	}
	return err
}

// adopt queues what a worker submits. It never waits.
func (s *state) adopt(t *Task) {
	s.injector.putBack(t) //tla:- Put, of a worker
	s.lot.notify(nil)     //tla:Injector.Notify
}

// Submit begins f as a task of its own, and returns its future. It waits for a place
// in the queue of the pool; on a worker it never waits. The context is that of the
// task: what [Run] says of it holds for the future.
func Submit[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error)) (*Future[R], error) {
	return submitCall(ctx, x, f, func(s *state, e entry) error { return s.submit(ctx, e) })
}

// TrySubmit is Submit that does not wait: if there is no place in the queue, it
// returns ErrFull.
func TrySubmit[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error)) (*Future[R], error) {
	return submitCall(ctx, x, f, (*state).trySubmit)
}

func submitCall[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error), submit func(*state, entry) error) (*Future[R], error) {
	c := newCall(f)
	s, w := executor(ctx, x)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.root = &c.Task
	c.stop = s.watch(ctx, &c.Task)
	if w != nil {
		s.adopt(&c.Task)
	} else if err := submit(s, entry{task: &c.Task}); err != nil {
		c.stop()
		return nil, err
	}
	return &Future[R]{s, c}, nil
}

// Future is the result of a task that was submitted, as soon as it is there. Any
// number of goroutines may ask for it, any number of times.
type Future[R any] struct {
	pool *state
	call *call[R]
}

// Get waits for the result. It is for outside of the pool: in a task use
// [Future.Join]. If the context ends before, Get returns its error, and the task goes
// on. Otherwise it returns, or panics, as [Run].
func (f *Future[R]) Get(ctx context.Context) (R, error) {
	f.check()
	if err := f.call.wait(ctx, &f.pool.parkers); err != nil {
		var none R
		return none, err
	}
	return f.outcome()
}

// Join waits for the result in a task. If the future's task has not begun, the worker
// runs it. Otherwise a spare takes the worker's place meanwhile: a worker that ran
// some other task instead might take one that waits for what waits here.
func (f *Future[R]) Join(w *Worker) (R, error) {
	f.check()
	w.check()
	if w.pool != f.pool {
		w.Blocking(func() { _ = f.call.wait(context.Background(), &f.pool.parkers) })
		return f.outcome()
	}
	w.run(&f.call.Task)
	if !f.call.isComplete() {
		var cancelled *failure
		w.Blocking(func() {
			cancelled = w.sitUnless(&f.call.Task, func() *failure { return w.pool.cause(w.scope()) })
		})
		cancelled.rethrow()
	}
	return f.outcome()
}

// sit waits for a task, and runs nothing meanwhile. What the worker has is left to
// others.
func (w *Worker) sit(t *Task) { w.sitUnless(t, func() *failure { return nil }) }

// sitUnless is sit that gives up for a reason.
func (w *Worker) sitUnless(t *Task, reason func() *failure) *failure {
	w.offer()
	w.discardAll()
	if !t.register(w.parker) {
		return nil
	}
	for !t.isComplete() {
		if f := reason(); f != nil {
			return f
		}
		w.parker.Park() //tla:Join.Park
	}
	return nil
}

// discardAll drops what was put back and is cancelled: perhaps nobody else does.
func (w *Worker) discardAll() {
	for w.pool.injector.some.Load() { //tla:- cancellation
		t := w.pool.injector.reclaim(func(t *Task) bool { return w.pool.cause(t) != nil }) //tla:- cancellation
		if t == nil {
			return
		}
		t.discard(w.pool.cause(t))
	}
}

func (f *Future[R]) check() {
	if f == nil || f.call == nil {
		panic("pool: a Future that was not made by Submit")
	}
}

func (f *Future[R]) outcome() (R, error) {
	if err := f.call.outcome(); err != nil {
		var none R
		return none, err
	}
	return f.call.result, f.call.err
}

// Go runs f some time, and tells nobody when: what f panics with is told to
// Options.Panicked. It waits for a place in the queue, and allocates nothing.
func (p *Pool) Go(f func(w *Worker)) error {
	s, e := p.function(f)
	return s.submit(context.Background(), e)
}

// TryGo is Go that does not wait: if there is no place in the queue, it returns
// ErrFull.
func (p *Pool) TryGo(f func(w *Worker)) error {
	s, e := p.function(f)
	return s.trySubmit(e)
}

func (p *Pool) function(f func(w *Worker)) (*state, entry) {
	if f == nil {
		panic("pool: a nil function")
	}
	s, _ := p.executor()
	return s, entry{f: f}
}

// loose is the task of a function of Go. A worker has one, since such a task begins
// on an idle worker only; it is used again and again.
type loose struct {
	Task
	f func(*Worker)
}

// with makes it the task of f.
func (l *loose) with(w *Worker, f func(*Worker)) *Task {
	l.f = f
	if l.root == nil {
		l.root = &l.Task
		l.status.Store(w.number + 1) //tla:- nobody waits for it
	}
	return &l.Task
}

// runLoose runs the function of Go that the worker has taken.
func (w *Worker) runLoose() {
	l := &w.loose
	w.task, w.dirty = &l.Task, true
	w.fence(&l.Task, nil)
	returned := false
	defer func() {
		var f *failure
		if !returned {
			f = caught(recover())
			l.abort.Store(f) //tla:Join.Cancel
		}
		w.abandon()
		w.task, w.depth, l.f = nil, 0, nil
		if f != nil {
			l.abort.Store(nil) //tla:- the next one begins
			w.pool.panicked(f)
		}
	}()
	if w.pool.abandoned.Load() == nil { //tla:Join.ReadCancel
		w.counted.run.add()
		l.f(w)
	}
	returned = true
}

// panicked reports a panic that nobody waits for.
func (s *state) panicked(f *failure) {
	e, ok := f.err.(*PanicError)
	switch h := s.options.Panicked; {
	case !ok:
	case h != nil:
		h(e)
	case e.Value == ErrGoexit:
	default:
		crash(e)
	}
}

// crash ends the program: no task may recover this panic.
var crash = func(e *PanicError) { go panic(e) }

var _ atomic.Bool // so that instances in other packages are inlined, see wsq.Deque
