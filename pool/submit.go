package pool

import (
	"context"
	"runtime"
)

// submit queues a submission, and waits for room. by says whether the caller blocks afterwards.
func (s *state) submit(ctx context.Context, e entry, by waker) error {
	err := s.injector.put(e, nil) //tla:Injector.Put
	if err == ErrFull {
		err = s.submitLater(ctx, e)
	}
	if err == nil && !s.handsOver(e, by) {
		s.sleepers.notify(nil, by) //tla:Injector.Notify
		s.injector.late.arm()
	}
	return err
}

// submitLater is submit when the queue is full.
func (s *state) submitLater(ctx context.Context, e entry) (err error) {
	if s.currentWorker() != nil { // the workers that would make room may wait for this task
		if e.task == nil {
			return ErrFull
		}
		s.injector.putBack(e.task) //tla:- Put, of a worker
		return nil
	}
	s.waitOutside(func() { err = s.submitSlowly(ctx, e) })
	return err
}

// submitSlowly waits until there is room.
func (s *state) submitSlowly(ctx context.Context, e entry) error {
	n := s.injector.newSubmitter()
	defer s.injector.submitters.Put(n)
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, n.parker.Unpark)
		defer stop()
	}
	for {
		if err := s.injector.put(e, n); err != ErrFull { //tla:Injector.Put
			return err
		}
		n.parker.Park() //tla:Injector.AwaitRoom
		if err := ctx.Err(); err != nil {
			if next := s.injector.giveUp(n); next != nil { //tla:Injector.GiveUp
				next.Unpark() //tla:Injector.PassRoom
			}
			return err
		}
	}
}

// trySubmit is submit without waiting.
func (s *state) trySubmit(e entry, by waker) error {
	err := s.injector.put(e, nil) //tla:Injector.Put
	if err == nil && !s.handsOver(e, by) {
		s.sleepers.notify(nil, by) //tla:Injector.Notify
		s.injector.late.arm()
	}
	return err
}

// adopt queues the submission of a worker. It never waits.
func (s *state) adopt(t *Task) {
	s.injector.putBack(t)            //tla:- Put, of a worker
	s.sleepers.notify(nil, computes) //tla:Injector.Notify
	s.injector.late.arm()
}

// Submit starts f as a task of its own, and returns its future. It waits for a place in the
// pool's queue. In a task of the pool it never waits (see [Executor]). The context is that of
// the task, and cancels it as in [Run]. Submit costs as much as Run without the wait, and one
// allocation more.
//
// Submit returns ErrClosed if the pool is closed. On a worker it does not, since Close waits for
// the submissions of running tasks. A panic of the task is reported only by Get and Join of the
// future. A task that is cancelled before it starts keeps its place in the queue until a worker
// reaches it.
func Submit[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error)) (*Future[R], error) {
	return submitCall(ctx, x, f, func(s *state, e entry) error { return s.submit(ctx, e, blocks) })
}

// TrySubmit is [Submit] without waiting. It returns ErrFull if the queue has no place.
func TrySubmit[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error)) (*Future[R], error) {
	return submitCall(ctx, x, f, func(s *state, e entry) error { return s.trySubmit(e, blocks) })
}

func submitCall[R any](ctx context.Context, x Executor, f func(w *Worker) (R, error), submit func(*state, entry) error) (*Future[R], error) {
	c := newCall(f)
	s, w := executor(ctx, x)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(x) // the garbage collector must not close the pool meanwhile
	c.root, c.ctx = &c.Task, ctx
	c.label(ctx)
	c.stop = s.watch(ctx, &c.Task)
	if w != nil {
		s.adopt(&c.Task)
	} else if err := submit(s, entry{task: &c.Task}); err != nil {
		c.stop()
		return nil, because(ctx, err)
	}
	return &Future[R]{pool: s, call: c}, nil
}
