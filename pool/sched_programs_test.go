package pool

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// none is a deque without room: a pushed task runs at once.
type none struct{}

func (none) Push(*Task) bool                 { return false }
func (none) Pop() (*Task, bool)              { return nil, false }
func (none) Steal() (*Task, wsq.StealResult) { return nil, wsq.Empty }

func noDeque() wsq.Deque[*Task]  { return none{} }
func chaseLev() wsq.Deque[*Task] { return wsq.NewChaseLev[*Task](4) }
func splits() wsq.Deque[*Task]   { return wsq.NewSplit[*Task](4) }

// newSmall returns a pool whose workers look once before they sleep.
func newSmall(workers, queue int, deque func() wsq.Deque[*Task]) *Pool {
	return newSweeping(0, 0, workers, queue, deque)
}

// newSweeping returns a pool whose workers look so many more times before they sleep. A worker
// that spins longer looks into longLooks deques.
func newSweeping(sweeps, longLooks, workers, queue int, deque func() wsq.Deque[*Task]) *Pool {
	o := Options{Workers: workers, Queue: queue, Deque: deque}
	return poolOf(newState(o.withDefaults(), sweeps, longLooks))
}

// drain closes a pool.
func drain(s *sched.S, p *Pool) {
	p.close()
	if err := p.gone.wait(context.Background(), &p.parkers, nil); err != nil {
		s.Errorf("Close: %v", err)
	}
}

// newParts returns a pool whose workers are run by threads of the test.
func newParts(workers, queue int, deque func() wsq.Deque[*Task]) (*state, []*Worker) {
	s := &state{options: Options{Workers: workers, Queue: queue, Deque: deque}.withDefaults()}
	s.init()
	s.injector.init(queue)
	var all []*Worker
	var listed []*searcher
	for n := range workers {
		w := newWorker(s, uint32(n))
		w.poll = 0 // no thief has asked for a frame yet
		all = append(all, w)
		listed = append(listed, &w.searcher)
	}
	s.workers.list.Store(&workerList{all: listed, victims: listed, active: len(all)})
	return s, all
}

// passOn ends the search of an idle worker, and always passes it on.
func passOn(p *state) {
	if !noneToWake(p.sleepers.endSearch(idle)) {
		p.sleepers.wake(nil, computes)
	}
}

func leaf(n int) func(*Worker) int { return func(*Worker) int { return n } }

// joins makes a worker join tasks that another worker may have stolen, and help meanwhile.
func joins(nestedFirst bool) func(*sched.S) {
	return func(s *sched.S) {
		_, workers := newParts(2, 1, chaseLev)
		f, g := leaf(3), func(w *Worker) int {
			a, b := Join(w, leaf(1), leaf(2))
			return a + b
		}
		if nestedFirst {
			f, g = g, f
		}
		root := newCall(func(w *Worker) (int, error) {
			a, b := Join(w, f, g)
			return a + b, nil
		})
		root.root = &root.Task
		s.Go(func() { workers[0].run(&root.Task) })
		s.Go(func() {
			for range 2 {
				if t := workers[1].look(nil); t != nil {
					workers[1].run(t)
				}
			}
		})
		s.Wait()
		if root.result != 6 {
			s.Errorf("%d, want 6", root.result)
		}
	}
}

// chain forks n frames and joins them.
var chain = Define(func(c *Ctx[int, int], n int) int {
	if n == 0 {
		return 1
	}
	var h [3]int
	for i := range n {
		h[i] = c.Fork(0)
	}
	sum := 0
	for i := n - 1; i >= 0; i-- {
		sum += c.Join(h[i])
	}
	return sum
})

func promotes(n int) func(*sched.S) {
	return func(s *sched.S) {
		_, workers := newParts(3, 1, noDeque)
		root := &job[int, int]{def: chain, arg: n}
		root.body, root.root = root, &root.Task
		s.Go(func() { workers[0].run(&root.Task) })
		for _, w := range workers[1:] {
			s.Go(func() {
				atomic.OrUint32(&workers[0].poll, request)
				if t := w.steal(&workers[0].searcher, nil); t != nil {
					w.run(t)
				}
			})
		}
		s.Wait()
		if root.result != n {
			s.Errorf("%d, want %d", root.result, n)
		}
	}
}

// waits makes two callers from outside wait for a task while it ends.
func waits(s *sched.S) {
	var t Task
	var parkers sync.Pool
	t.status.Store(nobody)
	for range 2 {
		s.Go(func() {
			if err := t.wait(context.Background(), &parkers, nil); err != nil {
				s.Errorf("%v", err)
			}
		})
	}
	s.Go(func() { t.finish() })
	s.Wait()
}

// waitsUntil makes a caller wait for a task. The caller may give up; then it waits again, to the
// end of the task, with the parker that it left.
func waitsUntil(s *sched.S) {
	var t Task
	var parkers sync.Pool
	var left staleWaiters
	t.status.Store(nobody)
	ctx, cancel := context.WithCancel(context.Background())
	open, stop := context.WithCancel(context.Background())
	defer stop()
	s.Go(cancel)
	s.Go(func() {
		for _, ctx := range []context.Context{ctx, open} {
			if err := t.wait(ctx, &parkers, &left); err != nil && ctx == open {
				s.Errorf("%v", err)
			}
		}
	})
	s.Go(func() { t.finish() })
	s.Wait()
	if !t.isComplete() {
		s.Errorf("the task is not complete")
	}
}

// injects makes two submitters wait for one place, while the pool is closed.
func injects(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	accepted, ran := [2]bool{}, [2]int{}
	for i := range 2 {
		s.Go(func() {
			accepted[i] = p.submit(context.Background(), entry{f: func(*Worker) { ran[i]++ }}, computes) == nil
		})
	}
	s.Go(p.close)
	s.Go(func() {
		w := workers[0]
		for !p.drained() {
			if t := w.look(nil); t != nil {
				w.runLoose()
				w.done++
			} else if !p.drained() {
				w.parker.Park()
			}
		}
	})
	s.Wait()
	for i := range ran {
		if accepted[i] != (ran[i] == 1) || ran[i] > 1 {
			s.Errorf("accepted %v, run %v", accepted, ran)
		}
	}
}

// takesEach makes two workers search. Each ends with the entry that it finds. So each must be
// woken for one of two submissions.
func takesEach(s *sched.S) {
	p, workers := newParts(2, 2, noDeque)
	for _, w := range workers {
		s.Go(func() { w.search(nil) })
	}
	for range 2 {
		if err := p.submit(context.Background(), entry{f: func(*Worker) {}}, computes); err != nil {
			s.Errorf("%v", err)
		}
	}
	s.Wait()
}

// futures makes a task wait for a future that it has submitted on the same worker.
func futures(s *sched.S) {
	p := newSmall(1, 1, noDeque)
	r, err := Run(context.Background(), p, func(w *Worker) (int, error) {
		f, err := Submit(context.Background(), w, func(*Worker) (int, error) { return 1, nil })
		if err != nil {
			return 0, err
		}
		return f.Join(w)
	})
	if r != 1 || err != nil {
		s.Errorf("%v, %v", r, err)
	}
	drain(s, p)
}

// isolates makes a task wait while it holds a lock that another task of its tree takes.
func isolates(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	held := false
	lock := func() {
		if held {
			s.Errorf("an outside task was run inside Isolate")
		}
		held = true
	}
	root := newCall(func(w *Worker) (int, error) {
		outside := func(*Worker) int { lock(); held = false; return 1 }
		a, b := Join(w, func(w *Worker) int {
			sum := 0
			w.Isolate(func() {
				lock()
				a, b := Join(w, leaf(1), leaf(2))
				sum, held = a+b, false
			})
			return sum
		}, outside)
		return a + b, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		w := workers[1]
		for range 2 {
			// This thread runs no outside task, which would take the lock at the same time.
			if t, r := workers[0].deque.Steal(); r == wsq.Stolen {
				if t.inside == nil {
					workers[0].pool.injector.putBack(t)
				} else {
					w.run(t)
				}
			}
		}
	})
	s.Wait()
	if root.result != 4 {
		s.Errorf("%d, want 4", root.result)
	}
}

// passes makes a worker fail in a scope and block. Another worker has stolen the scope's task and
// may not run it. It leaves the task to others, but there are none.
func passes(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	ran := false
	root := newCall(func(w *Worker) (int, error) {
		defer func() { _ = recover() }()
		w.Scope(func(sc *Scope) {
			sc.Go(w, func(*Worker) { ran = true })
			panic("x")
		})
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
	if ran {
		s.Errorf("a task of a scope that has failed was run")
	}
}

// cancels makes the context end at any time.
func cancels(s *sched.S) {
	p := newSmall(1, 2, noDeque)
	ctx, cancel := context.WithCancel(context.Background())
	s.Go(cancel)
	r, err := chain.Run(ctx, p, 1)
	if err == nil && r != 1 || err != nil && !errors.Is(err, context.Canceled) {
		s.Errorf("%v, %v", r, err)
	}
	drain(s, p)
}

func posts(s *sched.S) {
	p := newSmall(2, 2, noDeque)
	ran := [2]int{}
	for i := range ran {
		if err := p.Go(func(*Worker) { ran[i]++ }); err != nil {
			s.Errorf("%v", err)
		}
	}
	drain(s, p)
	if ran != [2]int{1, 1} {
		s.Errorf("%v", ran)
	}
}

func tree(w *Worker, depth int) int {
	if depth == 0 {
		return 1
	}
	next := func(w *Worker) int { return tree(w, depth-1) }
	a, b := Join(w, next, next)
	return a + b
}

func closures(sweeps, longLooks int, deque func() wsq.Deque[*Task], depth int) func(*sched.S) {
	return func(s *sched.S) {
		p := newSweeping(sweeps, longLooks, 2, 1, deque)
		r, err := Run(context.Background(), p, func(w *Worker) (int, error) { return tree(w, depth), nil })
		if r != 1<<depth || err != nil {
			s.Errorf("%v, %v", r, err)
		}
		drain(s, p)
	}
}

var twice = Define(func(c *Ctx[int, int], n int) int {
	if n == 0 {
		return 1
	}
	h := c.Fork(n - 1)
	a := c.body(c, n-1)
	return a + c.Join(h)
})

func typed(depth int) func(*sched.S) {
	return func(s *sched.S) {
		p := newSmall(2, 1, noDeque)
		r, err := twice.Run(context.Background(), p, depth)
		if r != 1<<depth || err != nil {
			s.Errorf("%v, %v", r, err)
		}
		drain(s, p)
	}
}

func scopes(s *sched.S) {
	p := newSmall(2, 1, chaseLev)
	var sum atomic.Int32
	_, err := Run(context.Background(), p, func(w *Worker) (int, error) {
		w.Scope(func(sc *Scope) {
			for range 2 {
				sc.Go(w, func(*Worker) { sum.Add(1) })
			}
		})
		return 0, nil
	})
	if sum.Load() != 2 || err != nil {
		s.Errorf("%v, %v", sum.Load(), err)
	}
	drain(s, p)
}

func panics(s *sched.S) {
	p := newSmall(2, 1, chaseLev)
	func() {
		defer func() {
			if e, is := recover().(*PanicError); !is || e.Value != "x" {
				s.Errorf("%v", e)
			}
		}()
		_, _ = Run(context.Background(), p, func(w *Worker) (int, error) {
			a, b := Join(w, leaf(1), func(*Worker) int { panic("x") })
			return a + b, nil
		})
	}()
	drain(s, p)
}

func abandons(s *sched.S) {
	p := newSmall(1, 1, noDeque)
	s.Go(p.abandon)
	r, err := chain.Run(context.Background(), p, 1)
	if err == nil && r != 1 || err != nil && err != ErrClosed {
		s.Errorf("%v, %v", r, err)
	}
	drain(s, p)
}

func fills(s *sched.S) {
	p := newSmall(1, 1, noDeque)
	for range 3 {
		if err := p.Go(func(*Worker) {}); err != nil {
			s.Errorf("%v", err)
		}
	}
	drain(s, p)
}

func resizes(s *sched.S) {
	p := newSmall(1, 1, chaseLev)
	p.Resize(2)
	var resized sync.WaitGroup
	resized.Go(func() { p.Resize(1) })
	r, err := Run(context.Background(), p, func(w *Worker) (int, error) { return tree(w, 1), nil })
	if r != 2 || err != nil {
		s.Errorf("%v, %v", r, err)
	}
	resized.Wait()
	drain(s, p)
}

// resizesLate starts a worker while the pool is closed.
func resizesLate(s *sched.S) {
	p := newSmall(1, 1, noDeque)
	s.Go(func() { p.Resize(2) })
	drain(s, p)
	s.Wait()
	if n := p.alive.Load(); n != 0 {
		s.Errorf("%d workers have not left", n)
	}
}
