package pool

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// In these programs, a task is cancelled while it runs. It is told, and ends at its next fork.

// goesOn forks in a cancelled task. The fork must not return.
func goesOn(s *sched.S, w *Worker) int {
	c := rings.In(w)
	c.Join(c.Fork(park.New()))
	s.Errorf("a cancelled task goes on after it was told")
	return 0
}

// untilTold waits until the worker has been told, and then forks as goesOn does.
func untilTold(s *sched.S, w *Worker) int {
	for atomic.LoadUint32(&w.poll)&cancel == 0 {
		runtime.Gosched()
	}
	return goesOn(s, w)
}

// steals takes a task from a worker as soon as there is one.
func steals(from *Worker) *Task {
	for {
		if t, r := from.deque.Steal(); r == wsq.Stolen {
			return t
		}
		runtime.Gosched()
	}
}

// takes is steals for closures and frames.
func takes(w, from *Worker) *Task {
	for {
		if t := w.steal(&from.searcher, nil); t != nil {
			return t
		}
		runtime.Gosched()
	}
}

// contextEnds cancels a root by its context.
func contextEnds(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	ctx, cancel := context.WithCancel(context.Background())
	root := newCall(func(w *Worker) (int, error) { return untilTold(s, w), nil })
	root.root = &root.Task
	root.stop = p.watch(ctx, &root.Task)
	s.Go(cancel)
	s.Go(func() { workers[0].run(&root.Task) })
	s.Wait()
}

// contextEndsARun cancels a Run by its context, in a whole pool.
func contextEndsARun(s *sched.S) {
	p := newSmall(1, 1, noDeque)
	ctx, cancel := context.WithCancel(context.Background())
	s.Go(cancel)
	_, err := Run(ctx, p, func(w *Worker) (int, error) { return untilTold(s, w), nil })
	if err != context.Canceled {
		s.Errorf("%v", err)
	}
	drain(s, p)
}

// contextEndsAFuture cancels a root that waits for a future. The future goes on.
func contextEndsAFuture(s *sched.S) {
	p, workers := newParts(2, 1, noDeque)
	p.options.Spares = 0
	begun, over := park.New(), park.New()
	f := newCall(func(*Worker) (int, error) { begun.Unpark(); over.Park(); return 1, nil })
	f.root = &f.Task
	ctx, cancel := context.WithCancel(context.Background())
	root := newCall(func(w *Worker) (int, error) {
		begun.Park()
		return (&Future[int]{pool: p, call: f}).Join(w)
	})
	root.root = &root.Task
	root.stop = p.watch(ctx, &root.Task)
	s.Go(cancel)
	s.Go(func() {
		workers[0].run(&root.Task)
		over.Unpark()
	})
	s.Go(func() { workers[1].run(&f.Task) })
	s.Wait()
}

// isDropped drops a task for which another goroutine waits. That one then reads the reason.
func isDropped(s *sched.S) {
	t := &Task{body: &scoped{}}
	t.root = t
	f := &failure{err: &CancelError{ErrClosed}}
	s.Go(func() { t.discard(f) })
	s.Go(func() {
		var parkers sync.Pool
		if err := t.wait(context.Background(), &parkers, nil); err != nil || t.failure != f {
			s.Errorf("%v, and the reason is %v", err, t.failure)
		}
	})
	s.Wait()
}

// othersFail makes a task fail while another worker runs the task that it has forked.
func othersFail(fork func(w *Worker, begun *park.Parker, g func(*Worker))) func(*sched.S) {
	return func(s *sched.S) {
		_, workers := newParts(2, 1, chaseLev)
		begun := park.New()
		root := newCall(func(w *Worker) (int, error) {
			defer func() { _ = recover() }()
			fork(w, begun, func(w *Worker) { begun.Unpark(); untilTold(s, w) })
			return 0, nil
		})
		root.root = &root.Task
		s.Go(func() { workers[0].run(&root.Task) })
		s.Go(func() { workers[1].run(steals(workers[0])) })
		s.Wait()
	}
}

func otherHalf(w *Worker, begun *park.Parker, g func(*Worker)) {
	Join(w, func(*Worker) int { begun.Park(); panic("x") }, func(w *Worker) int { g(w); return 0 })
}

func ofItsScope(w *Worker, begun *park.Parker, g func(*Worker)) {
	w.Scope(func(sc *Scope) {
		sc.Go(w, g)
		begun.Park()
		panic("x")
	})
}

// besideAFrame makes the other part beside a half fail, while a third worker runs a frame of the
// half.
func besideAFrame(half func(w *Worker, f, fails func(w *Worker))) func(*sched.S) {
	return func(s *sched.S) {
		_, workers := newParts(3, 1, chaseLev)
		forked, published, stolen, begun, told := park.New(), park.New(), park.New(), park.New(), park.New()
		root := newCall(func(w *Worker) (int, error) {
			defer func() { _ = recover() }()
			half(w, func(w *Worker) {
				forked.Unpark()
				stolen.Park()
				fork.In(w).Fork(func(w *Worker) {
					defer told.Unpark()
					begun.Unpark()
					untilTold(s, w)
				})
				published.Unpark()
				told.Park()
				panic("x")
			}, func(*Worker) { stolen.Unpark(); begun.Park(); panic("x") })
			return 0, nil
		})
		root.root = &root.Task
		atomic.StoreUint32(&workers[0].poll, request)
		s.Go(func() { workers[0].run(&root.Task) })
		s.Go(func() {
			forked.Park()
			workers[1].run(steals(workers[0]))
		})
		s.Go(func() {
			published.Park()
			workers[2].run(workers[0].slot.Swap(nil))
		})
		s.Wait()
	}
}

// leavesAFrame makes a frame of a half stay in the queue while its owner runs it. Another worker
// looks there whether the frame is cancelled. Meanwhile the half that was the frame's scope is
// used again.
func leavesAFrame(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	published, passed := park.New(), park.New()
	root := newCall(func(w *Worker) (int, error) {
		w.Scope(func(*Scope) {
			Join(w, func(w *Worker) int {
				c := rings.In(w)
				h := c.Fork(park.New())
				published.Unpark()
				passed.Park()
				return c.Join(h)
			}, leaf(1))
		})
		w.Scope(func(*Scope) { Join(w, leaf(1), leaf(2)) })
		return 0, nil
	})
	root.root = &root.Task
	atomic.StoreUint32(&workers[0].poll, request)
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		published.Park()
		workers[1].pass(workers[0].slot.Swap(nil))
		passed.Unpark()
		workers[1].discardAll()
	})
	s.Wait()
}

func ofAJoin(w *Worker, f, fails func(w *Worker)) {
	Join(w, func(w *Worker) int { f(w); return 0 }, func(w *Worker) int { fails(w); return 0 })
}

func ofAScope(w *Worker, f, fails func(w *Worker)) {
	w.Scope(func(sc *Scope) { sc.Go(w, fails); f(w) })
}

// scopePanics makes a task of a scope panic, on its own worker or on another.
func scopePanics(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	root := newCall(func(w *Worker) (int, error) {
		defer func() {
			if e, is := recover().(*PanicError); !is || e.Value != "x" {
				s.Errorf("Scope panics with %v", e)
			}
		}()
		w.Scope(func(sc *Scope) { sc.Go(w, func(*Worker) { panic("x") }) })
		return 0, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		if t, r := workers[0].deque.Steal(); r == wsq.Stolen {
			workers[1].run(t)
		}
	})
	s.Wait()
}

// toldBesides cancels a root while other workers ask it for frames.
func toldBesides(ask func(p *state, w *Worker)) func(*sched.S) {
	return func(s *sched.S) {
		p, workers := newParts(2, 1, noDeque)
		var told atomic.Bool
		root := newCall(func(w *Worker) (int, error) {
			c := rings.In(w)
			c.Join(c.Fork(park.New()))
			if told.Load() {
				goesOn(s, w)
			}
			return 0, nil
		})
		root.root = &root.Task
		atomic.StoreUint32(&workers[0].poll, request)
		s.Go(func() { workers[0].run(&root.Task) })
		s.Go(func() { ask(p, workers[1]) })
		s.Go(func() {
			root.abort.Store(&failure{err: &CancelError{context.Canceled}})
			p.interrupt()
			told.Store(true)
		})
		s.Wait()
	}
}

// keepsRequests interrupts a worker while another worker asks it for a frame. The worker has no
// frame yet. When it has one, it waits for the other worker.
func keepsRequests(s *sched.S) {
	p, workers := newParts(2, 1, noDeque)
	asked, told := park.New(), park.New()
	root := newCall(func(w *Worker) (int, error) {
		asked.Park()
		told.Park()
		return meetsTyped(1)(w)
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		workers[1].requestAll()
		asked.Unpark()
		workers[1].run(takes(workers[1], workers[0]))
	})
	s.Go(func() {
		p.interrupt()
		told.Unpark()
	})
	s.Wait()
}

func asksAndSteals(p *state, w *Worker) {
	w.requestAll()
	if t := w.steal(p.workers.all()[0], nil); t != nil {
		w.run(t)
	}
}

func isStarted(p *state, _ *Worker) {
	p.registry.resize(p, 1)
	p.close()
}

// fork is a definition whose body calls its argument.
var fork = Define(func(c *Ctx[func(*Worker), int], f func(*Worker)) int { f(c.w); return 0 })

// beginsNothing makes a task fail that has forked two frames. One frame runs until it is told. A
// thief takes the other one, and begins after that.
func beginsNothing(run func(w *Worker, root func(*Worker))) func(*sched.S) {
	return func(s *sched.S) {
		p, workers := newParts(3, 1, noDeque)
		p.options.Panicked = func(*PanicError) {}
		first, next, second, told := park.New(), park.New(), park.New(), park.New()
		root := func(w *Worker) {
			c := fork.In(w)
			c.Fork(func(*Worker) { s.Errorf("a task begins after its parent has failed and the others were told") })
			first.Park()
			c.Fork(func(w *Worker) {
				second.Unpark()
				for atomic.LoadUint32(&w.poll)&cancel == 0 {
					runtime.Gosched()
				}
				told.Unpark()
			})
			second.Park()
			panic("x")
		}
		atomic.StoreUint32(&workers[0].poll, request)
		s.Go(func() { run(workers[0], root) })
		s.Go(func() {
			t := takes(workers[1], workers[0])
			first.Unpark()
			next.Unpark()
			told.Park()
			workers[1].run(t)
		})
		s.Go(func() {
			next.Park()
			workers[2].run(takes(workers[2], workers[0]))
		})
		s.Wait()
	}
}

func asTask(w *Worker, f func(*Worker)) {
	t := newCall(func(w *Worker) (int, error) { f(w); return 0, nil })
	t.root = &t.Task
	w.run(&t.Task)
}

func asLoose(w *Worker, f func(*Worker)) {
	w.goFunc.with(w.number, f)
	w.runLoose()
}
