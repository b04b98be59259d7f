package pool

import (
	"context"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// In these programs, a worker has a task that it may not run, and leaves it to others.

// leaves makes another worker steal a scope's task and leave it. The worker that waits in the
// scope must run the task.
func leaves(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	ran := false
	root := newCall(func(w *Worker) (int, error) {
		w.Scope(func(sc *Scope) { sc.Go(w, func(*Worker) { ran = true }) })
		return 0, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		if t, r := workers[0].deque.Steal(); r == wsq.Stolen {
			workers[1].pass(t)
		}
	})
	s.Wait()
	if !ran {
		s.Errorf("the scope has ended, and its task was not run")
	}
}

// leavesBeside is leaves beside a worker of another tree. That worker waits, too, for a task that
// is run when the first tree is done. It must not be woken in the place of the first one.
func leavesBeside(s *sched.S) {
	_, workers := newParts(3, 1, chaseLev)
	ran, done := [2]bool{}, park.New()
	for i := range ran {
		root := newCall(func(w *Worker) (int, error) {
			w.Scope(func(sc *Scope) { sc.Go(w, func(*Worker) { ran[i] = true }) })
			return 0, nil
		})
		root.root = &root.Task
		s.Go(func() {
			workers[i].run(&root.Task)
			if i == 0 {
				done.Unpark()
			}
		})
	}
	s.Go(func() {
		u, r := workers[1].deque.Steal()
		if t, r := workers[0].deque.Steal(); r == wsq.Stolen {
			workers[2].pass(t)
		}
		if r == wsq.Stolen {
			done.Park()
			workers[2].run(u)
		}
	})
	s.Wait()
	if ran != [2]bool{true, true} {
		s.Errorf("a scope has ended, and its task was not run: %v", ran)
	}
}

// nests puts tasks of a tree above a task of another tree, in the deque of the only worker. The
// worker waits for the lower task.
func nests(s *sched.S) {
	p := newSmall(1, 1, chaseLev)
	inner, outer := 0, 0
	_, err := Run(context.Background(), p, func(w *Worker) (int, error) {
		var err error
		w.Scope(func(out *Scope) {
			err = another(w, func(w *Worker) {
				w.Scope(func(in *Scope) {
					in.Go(w, func(*Worker) { inner++ })
					for range 3 { // more than the looks of a worker before it sleeps
						out.Go(w, func(*Worker) { outer++ })
					}
				})
			})
		})
		return 0, err
	})
	if inner != 1 || outer != 3 || err != nil {
		s.Errorf("%d, %d, %v", inner, outer, err)
	}
	drain(s, p)
}

// another runs f as a tree of its own.
func another(w *Worker, f func(w *Worker)) error {
	t, err := Submit(context.Background(), w, func(w *Worker) (int, error) { f(w); return 0, nil })
	if err == nil {
		_, err = t.Join(w)
	}
	return err
}

// forgets makes a worker block beside a submission that is cancelled. The submission is then
// done, and the pool can be closed.
func forgets(s *sched.S) {
	p := newSmall(1, 1, chaseLev)
	_, err := Run(context.Background(), p, func(w *Worker) (int, error) {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Submit(ctx, w, leafCall)
		cancel()
		if err != nil {
			return 0, err
		}
		defer func() { _ = recover() }()
		w.Scope(func(*Scope) { panic("x") })
		return 0, nil
	})
	if err != nil {
		s.Errorf("%v", err)
	}
	drain(s, p)
}

func leafCall(*Worker) (int, error) { return 1, nil }

// keepsOthers makes an inner scope panic, and block beside a task of the outer scope. That task
// must run.
func keepsOthers(s *sched.S) {
	_, workers := newParts(1, 1, chaseLev)
	ran := false
	root := newCall(func(w *Worker) (int, error) {
		w.Scope(func(out *Scope) {
			out.Go(w, func(*Worker) { ran = true })
			defer func() { _ = recover() }()
			w.Scope(func(*Scope) { panic("x") })
		})
		return 0, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Wait()
	if !ran {
		s.Errorf("a task of the outer scope was dropped")
	}
}

// recovers makes a task recover from the panic of a stolen half, and fork again.
func recovers(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	root := newCall(func(w *Worker) (int, error) {
		func() {
			defer func() { _ = recover() }()
			Join(w, leaf(1), func(*Worker) int { panic("x") })
		}()
		a, b := Join(w, leaf(1), leaf(2))
		return a + b, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		if t := workers[1].look(nil); t != nil {
			workers[1].run(t)
		}
	})
	s.Wait()
	if root.result != 3 {
		s.Errorf("%d, want 3, %v", root.result, root.failure)
	}
}

// givesUp makes two submitters wait for a place. One of them may give up when it gets the place.
func givesUp(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	ctx, cancel := context.WithCancel(context.Background())
	nothing := entry{f: func(*Worker) {}}
	if err := p.submit(ctx, nothing, computes); err != nil {
		s.Errorf("%v", err)
	}
	for _, ctx := range []context.Context{ctx, context.Background()} {
		s.Go(func() {
			err := p.submit(ctx, nothing, computes)
			if err != nil && err != ctx.Err() {
				s.Errorf("%v", err)
			}
			workers[0].parker.Unpark()
		})
	}
	s.Go(cancel)
	s.Go(func() {
		w := workers[0]
		w.submission(nil)
		w.parker.Park()
		w.submission(nil)
	})
	s.Wait()
}

// stealsSeveral makes a worker steal all but one of a scope's tasks. Its own deque has less room
// than that.
func stealsSeveral(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	workers[1].deque = &cramped{workers[1].deque, 0}
	var ran [4]atomic.Int32
	root := newCall(func(w *Worker) (int, error) {
		w.Scope(func(sc *Scope) {
			for i := range ran {
				sc.Go(w, func(*Worker) { ran[i].Add(1) })
			}
		})
		return 0, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		w := workers[1]
		for t := w.steal(&workers[0].searcher, nil); t != nil; t, _ = w.deque.Pop() {
			w.run(t)
		}
	})
	s.Wait()
	for i := range ran {
		if n := ran[i].Load(); n != 1 {
			s.Errorf("task %d was run %d times", i, n)
		}
	}
}

// cramped is a deque for one task.
type cramped struct {
	wsq.Deque[*Task]
	n int // tasks that its owner knows of
}

func (d *cramped) Push(t *Task) bool {
	if d.n > 0 {
		return false
	}
	d.n++
	return d.Deque.Push(t)
}

func (d *cramped) Pop() (*Task, bool) {
	d.n = 0
	return d.Deque.Pop()
}
