package pool

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// newParts returns a pool whose workers are run by the test's own threads.
func newParts(workers, queue int, deque func() wsq.Deque[*Task]) (*state, []*Worker) {
	s := &state{options: Options{Workers: workers, Queue: queue, Deque: deque}.withDefaults()}
	s.injector.init(queue)
	var all []*Worker
	for n := range workers {
		all = append(all, newWorker(s, uint32(n)))
	}
	s.staff.workers.Store(&all)
	return s, all
}

// Workers announce, look again, and park, as search does, with a count of tasks for
// all that there is to look at.
func TestSched_PartPark(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		const tasks, early = 2, 1
		p, workers := newParts(2, 1, noDeque)
		var ready, ran atomic.Int32
		var closed atomic.Bool
		take := func() bool {
			n := ready.Load()
			return n > 0 && ready.CompareAndSwap(n, n-1)
		}
		ready.Add(early)
		for _, w := range workers {
			s.Go(func() {
				for {
					p.lot.enter(idle)
					for !take() {
						p.lot.announce(w, idle)
						goes := closed.Load()
						found := ready.Load() > 0
						if !found && !goes {
							w.parker.Park()
						}
						if goes = goes && !found; p.lot.retract(w, idle, goes) && goes {
							return
						}
					}
					p.lot.leave(idle)
					ran.Add(1)
				}
			})
		}
		for range tasks - early {
			ready.Add(1)
			p.lot.notify(onlyIdle)
		}
		closed.Store(true)
		for _, w := range workers {
			w.parker.Unpark()
		}
		s.Wait()
		if ran.Load() != tasks {
			s.Errorf("%d", ran.Load())
		}
	})
}

// A worker joins what another one may have taken, and helps meanwhile.
func TestSched_PartJoin(t *testing.T) {
	for _, name := range []string{"right", "left"} {
		t.Run(name, func(t *testing.T) {
			sched.Explore(t, func(s *sched.S) {
				_, workers := newParts(2, 1, chaseLev)
				leaf := func(n int) func(*Worker) int { return func(*Worker) int { return n } }
				inner := func(w *Worker) int {
					a, b := Join(w, leaf(1), leaf(2))
					return a + b
				}
				f, g := leaf(3), inner
				if name == "left" {
					f, g = inner, leaf(3)
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
					s.Errorf("%d", root.result)
				}
			})
		})
	}
}

// chain forks n frames and joins them.
var chain = Define(func(c *Ctx[int, int], n int) int {
	if n <= 0 {
		return 1
	}
	var h [4]int
	for i := range n {
		h[i] = c.Fork(0)
	}
	sum := 0
	for i := n - 1; i >= 0; i-- {
		sum += c.Join(h[i])
	}
	return sum
})

func TestSched_PartPromotion(t *testing.T) {
	for n := 1; n <= 3; n++ {
		t.Run(string(rune('0'+n)), func(t *testing.T) {
			sched.Explore(t, func(s *sched.S) {
				_, workers := newParts(3, 1, noDeque)
				root := &job[int, int]{def: chain, arg: n}
				root.body, root.root = root, &root.Task
				s.Go(func() { workers[0].run(&root.Task) })
				for _, w := range workers[1:] {
					s.Go(func() {
						atomic.OrUint32(&workers[0].poll, request)
						if t := w.steal(workers[0], nil); t != nil {
							w.run(t)
						}
					})
				}
				s.Wait()
				if root.result != n {
					s.Errorf("%d", root.result)
				}
			})
		})
	}
}

func TestSched_PartInjector(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p, workers := newParts(1, 1, noDeque)
		accepted, ran := [2]bool{}, [2]int{}
		for i := range 2 {
			s.Go(func() {
				accepted[i] = p.submit(context.Background(), entry{f: func(*Worker) { ran[i]++ }}) == nil
			})
		}
		s.Go(p.close)
		s.Go(func() {
			for !p.drained() {
				if t := workers[0].look(nil); t != nil {
					workers[0].run(t)
					workers[0].done++
				} else if !p.drained() {
					workers[0].parker.Park()
				}
			}
		})
		s.Wait()
		for i := range ran {
			if accepted[i] != (ran[i] == 1) || ran[i] > 1 {
				s.Errorf("%v %v", accepted, ran)
			}
		}
	})
}

var _ = park.New
