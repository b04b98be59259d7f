package pool

import (
	"context"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
)

// In these programs, a task needs a second worker. If no idle worker takes its child, all wait
// for ever.

// needsAll has as many tasks as workers. Each task keeps its worker for ever.
func needsAll(n int32) func(*sched.S) {
	return func(s *sched.S) {
		p, workers := newParts(int(n), 1, noDeque)
		var ready atomic.Int32
		take := func() bool {
			n := ready.Load()
			return n > 0 && ready.CompareAndSwap(n, n-1)
		}
		for _, w := range workers {
			s.Go(func() {
				p.sleepers.beginSearch(idle)
				for !take() {
					p.sleepers.announce(&w.sleeper, idle, 0)
					if ready.Load() == 0 {
						w.parker.Park()
					}
					p.sleepers.retract(&w.sleeper, idle, false)
				}
				passOn(p)
			})
		}
		for range n {
			ready.Add(1)
			p.sleepers.notify(nil, blocks)
		}
		s.Wait()
	}
}

// needs runs a root that needs other workers, on a pool of so many workers.
func needs(workers int, root func(w *Worker) (int, error)) func(*sched.S) {
	return func(s *sched.S) {
		p := newSmall(workers, 1, chaseLev)
		if _, err := Run(context.Background(), p, root); err != nil {
			s.Errorf("%v", err)
		}
		drain(s, p)
	}
}

// meets joins two functions, so many times. The first function waits until the second has begun.
func meets(times int) func(w *Worker) (int, error) {
	return func(w *Worker) (int, error) {
		for n := range times {
			begun := park.New()
			a, b := Join(w,
				func(*Worker) int { begun.Park(); return n },
				func(*Worker) int { begun.Unpark(); return n })
			if a != n || b != n {
				panic("the result of another Join")
			}
		}
		return 0, nil
	}
}

// meetsHelper needs the waiting worker for a task of the stolen half.
func meetsHelper(w *Worker) (int, error) {
	outer, inner := park.New(), park.New()
	Join(w,
		func(*Worker) int { outer.Park(); return 0 },
		func(w *Worker) int {
			outer.Unpark()
			a, b := Join(w, func(*Worker) int { inner.Park(); return 0 }, func(*Worker) int { inner.Unpark(); return 0 })
			return a + b
		})
	return 0, nil
}

// meetsPutBack makes a Join find another task above its second function: a task of the Scope
// around the Join, begun by the first function. The program then needs that task.
func meetsPutBack(w *Worker) (int, error) {
	w.Scope(func(s *Scope) {
		begun := park.New()
		Join(w,
			func(w *Worker) int { s.Go(w, func(*Worker) { begun.Unpark() }); return 0 },
			func(*Worker) int { return 0 })
		begun.Park()
	})
	return 0, nil
}

// rings is a definition whose body wakes the waiting task.
var rings = Define(func(_ *Ctx[*park.Parker, int], begun *park.Parker) int {
	begun.Unpark()
	return 1
})

// meetsTyped is meets with frames.
func meetsTyped(times int) func(w *Worker) (int, error) {
	return func(w *Worker) (int, error) {
		c := rings.In(w)
		for range times {
			begun := park.New()
			h := c.Fork(begun)
			begun.Park()
			c.Join(h)
		}
		return 0, nil
	}
}

// meetsAfter is meetsTyped after another frame. The task takes that frame back if no worker has
// it.
func meetsAfter(w *Worker) (int, error) {
	c := rings.In(w)
	c.Join(c.Fork(park.New()))
	return meetsTyped(1)(w)
}

// meetsThief makes an owner need a frame. Before that, it runs another frame itself if the thief
// has not run it yet, or has only taken it.
func meetsThief(s *sched.S) {
	_, workers := newParts(2, 1, noDeque)
	owner, thief := workers[0], workers[1]
	owner.poll = request // as in a pool: the first frame is published
	root := &needing{first: park.New(), needed: park.New(), forked: park.New()}
	root.body, root.root = root, &root.Task
	s.Go(func() { owner.run(&root.Task) })
	s.Go(func() {
		ran := false
		take := func() {
			if t := thief.steal(&owner.searcher, nil); t != nil {
				thief.run(t)
				ran = t.body.(*job[*park.Parker, int]).arg == root.needed
			}
		}
		take()
		root.forked.Park()
		if !ran {
			take()
		}
		if !ran {
			s.Errorf("the only frame is hidden")
		}
	})
	s.Wait()
	if root.failure != nil {
		s.Errorf("%v", root.failure)
	}
}

// needing is a task that forks and joins a frame. Then it forks a second frame, which it needs.
type needing struct {
	Task
	first, needed, forked *park.Parker
}

func (t *needing) run(w *Worker) {
	c := rings.In(w)
	c.Join(c.Fork(t.first))
	h := c.Fork(t.needed)
	t.forked.Unpark()
	t.needed.Park()
	c.Join(h)
}

// meetsSpare makes the only worker block until a spare has begun its frame.
func meetsSpare(w *Worker) (int, error) {
	c, begun := rings.In(w), park.New()
	h := c.Fork(begun)
	w.Blocking(begun.Park)
	return c.Join(h), nil
}

// meetsSubmission makes a task wait for its own submission.
func meetsSubmission(w *Worker) (int, error) {
	begun := park.New()
	t, err := Submit(context.Background(), w, func(*Worker) (int, error) { begun.Unpark(); return 1, nil })
	if err != nil {
		return 0, err
	}
	begun.Park()
	return t.Join(w)
}

// tries makes a caller submit with TryGo, and wait until a worker runs the function.
func tries(s *sched.S) {
	p := newSmall(1, 1, noDeque)
	begun := park.New()
	if err := p.TryGo(func(*Worker) { begun.Unpark() }); err != nil {
		s.Errorf("%v", err)
	}
	begun.Park()
	drain(s, p)
}

// meetsBlocking makes the only worker wait for a task that a spare runs. That task blocks until
// its own submission has run.
func meetsBlocking(s *sched.S) {
	p := newSmall(1, 1, chaseLev)
	begun, ran := park.New(), park.New()
	_, err := Run(context.Background(), p, func(w *Worker) (int, error) {
		a, b := Join(w,
			func(w *Worker) int {
				w.Blocking(begun.Park)
				return 1
			},
			func(w *Worker) int {
				begun.Unpark()
				if err := p.Go(func(*Worker) { ran.Unpark() }); err != nil {
					panic(err)
				}
				w.Blocking(ran.Park)
				return 2
			})
		return a + b, nil
	})
	if err != nil {
		s.Errorf("%v", err)
	}
	drain(s, p)
}

// meetsFutures makes the only worker wait for a future. A spare comes for that wait, or has come
// before, if the task blocks. Before the future, the queue has a task that waits for the first
// one; the spare runs it, and blocks without a spare of its own. The future waits for another
// future in turn.
func meetsFutures(blocks bool) func(*sched.S) {
	return func(s *sched.S) {
		p := newSmall(1, 4, noDeque)
		p.options.Spares = 1
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		submit := func(f func(w *Worker) (int, error)) *Future[int] {
			future, err := Submit(context.Background(), p, f)
			if err != nil {
				s.Errorf("%v", err)
			}
			return future
		}
		set := park.New()
		var first *Future[int]
		first = submit(func(w *Worker) (r int, err error) {
			set.Park()
			submit(func(*Worker) (int, error) { return first.Get(ctx) })
			last := submit(func(w *Worker) (int, error) {
				return submit(func(*Worker) (int, error) { return 1, nil }).Get(ctx)
			})
			if blocks {
				w.Blocking(func() { r, err = last.Get(ctx) })
				return r, err
			}
			return last.Get(ctx)
		})
		set.Unpark()
		if got, err := first.Get(context.Background()); got != 1 || err != nil {
			s.Errorf("%d, %v", got, err)
		}
		drain(s, p)
	}
}

// meetsStarted makes a worker find a task that keeps it. Meanwhile a new worker is started, and
// forks a task that a third worker must run.
func meetsStarted(s *sched.S) {
	p, workers := newParts(2, 1, chaseLev)
	p.alive.Store(1)
	finder, sleeper := workers[0], workers[1]
	p.sleepers.beginSearch(idle)
	p.sleepers.beginSearch(idle)
	p.sleepers.announce(&sleeper.sleeper, idle, 1)
	s.Go(func() {
		root := &Task{}
		root.root = root
		finder.found(idle, root)
	})
	s.Go(func() {
		sleeper.park()
		sleeper.found(idle, nil)
		sleeper.loop()
	})
	s.Go(func() {
		p.registry.resize(p, 1)
		err := poolOf(p).Go(func(w *Worker) {
			if _, err := meets(1)(w); err != nil {
				panic(err)
			}
			p.close()
		})
		if err != nil {
			s.Errorf("%v", err)
		}
	})
	s.Wait()
}

// runsInside makes the only worker wait for its own pool, like a caller from outside.
func runsInside(s *sched.S) {
	p := newSmall(1, 1, noDeque)
	inner := func(*Worker) (int, error) { return 1, nil }
	got, err := Run(context.Background(), p, func(*Worker) (int, error) { return Run(context.Background(), p, inner) })
	if got != 1 || err != nil {
		s.Errorf("%d, %v", got, err)
	}
	drain(s, p)
}
