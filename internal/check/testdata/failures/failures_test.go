package failures

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

func TestAssertion(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var c Counter
		for range 2 {
			s.Go(c.Add)
		}
		s.Wait()
		if c.n.Load() != 2 {
			s.Errorf("two were added, and the counter is %d", c.n.Load())
		}
	})
}

func TestRace(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var b Box
		s.GoNamed("producer", func() { b.Put("x") })
		s.GoNamed("consumer", func() { b.Get() })
		s.Wait()
	})
}

func TestSameLine(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		n := 0
		for range 3 {
			s.Go(func() { n++ })
		}
		s.Wait()
	})
}

func TestDeadlock(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var a, b Account
		s.Go(func() { Transfer(&a, &b, 1) })
		s.Go(func() { Transfer(&b, &a, 2) })
		s.Wait()
	})
}

func TestLostWakeup(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		w := NewWorker()
		s.GoNamed("worker", w.Work)
		s.GoNamed("client", w.Submit)
		s.Wait()
	})
}

func TestLeak(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		q := NewQueue()
		for range 2 {
			s.GoNamed("consumer", func() { _, _ = q.Get() })
		}
		q.Close()
	})
}

func TestLivelock(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var p Polite
		for me := range 2 {
			s.Go(func() {
				p.Enter(me, runtime.Gosched)
				p.Leave(me)
			})
		}
		s.Wait()
	})
}

func TestPanic(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var r Ring
		s.GoNamed("producer", func() {
			r.Put(&Node{value: 1}, 0)
			r.Put(&Node{value: 2}, 0) // the ring is full
			r.Put(&Node{value: 3}, 1)
		})
		s.GoNamed("consumer", func() {
			r.Take()
			r.Take()
		})
		s.Wait()
	})
}

func TestNotLinearizable(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var c Stack
		nodes := []*Node{{value: 1}, {value: 2}}
		take := func() (int, model.Status) {
			if n := c.top.Load(); n != nil {
				c.top.Store(n.next)
				return n.value, model.Done
			}
			return 0, model.Empty
		}
		s.GoNamed("owner", func() {
			for _, n := range nodes {
				s.Operation(0, model.Push, n.value, func() (int, model.Status) {
					c.Push(n)
					return n.value, model.Done
				})
			}
			s.Operation(0, model.Pop, 0, take)
		})
		s.GoNamed("thief", func() { s.Operation(1, model.Steal, 0, take) })
		s.Wait()
	}, sched.Options{Judge: linearizability.NewJudge(), NoRaces: true})
}

func TestABA(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var st Stack
		a, b := &Node{value: 1}, &Node{value: 2}
		st.Push(b)
		st.Push(a)
		var taken [2]atomic.Int32
		s.Go(func() {
			if n := st.Pop(); n != nil {
				taken[n.value-1].Add(1)
			}
		})
		s.Go(func() {
			n := st.Pop()
			if m := st.Pop(); m != nil {
				taken[m.value-1].Add(1)
			}
			if n != nil {
				st.Push(n)
			}
		})
		s.Wait()
		for n := st.Pop(); n != nil; n = st.Pop() {
			taken[n.value-1].Add(1)
		}
		for i := range taken {
			if n := taken[i].Load(); n > 1 {
				s.Errorf("node %d was taken %d times", i+1, n)
			}
		}
	}, sched.Options{NoRaces: true})
}

func TestSecondOwner(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		d := wsq.NewChecked[int](wsq.NewChaseLev[int](2))
		s.GoNamed("owner", func() { d.Push(1) })
		s.GoNamed("intruder", func() { d.Push(2) })
		s.Wait()
	})
}

func TestNotRepeatable(t *testing.T) {
	runs := 0 // the search does not put it back

	sched.Explore(t, func(s *sched.S) {
		runs++
		var a, b atomic.Int64
		for range 2 {
			s.Go(func() {
				a.Add(1)
				if runs%2 == 0 {
					b.Add(1)
				}
				a.Add(1)
			})
		}
		s.Wait()
	})
}

func TestStepLimit(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var a, b atomic.Int32
		s.Go(func() {
			for b.Load() == 0 {
				a.Add(-1)
			}
		})
		s.Go(func() { a.Store(1) })
		s.Wait()
	}, sched.Options{Steps: 50, NoSpinning: true})
}

func TestMisuse(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var a Account
		s.Go(func() {
			if !a.mu.TryLock() {
				a.balance = -1
			}
			a.mu.Unlock()
		})
		s.Go(func() {
			a.mu.Lock()
			a.mu.Unlock()
		})
		s.Wait()
	}, sched.Options{NoRaces: true})
}

func TestPool(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var c Cache
		s.Go(func() {
			c.Set("a", 1)
			b := c.Buffer()
			*b = append(*b, 1)
			c.Recycle(b)
		})
		s.Go(func() {
			c.Get("a")
			if b := c.Buffer(); len(*b) > 0 {
				s.Errorf("the buffer is not clean")
			}
		})
		s.Wait()
	})
}

func TestWaitGroup(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var failed atomic.Bool
		var all sync.WaitGroup
		for range 2 {
			all.Add(1)
			go func() {
				if failed.Swap(true) {
					return // another thread has failed already
				}
				all.Done()
			}()
		}
		all.Wait()
	})
}

func TestReaders(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var mu sync.RWMutex
		var done sync.WaitGroup
		done.Add(2)
		go func() {
			defer done.Done()
			mu.RLock()
			mu.RLock() // a writer may be waiting by then
			mu.RUnlock()
			mu.RUnlock()
		}()
		go func() {
			defer done.Done()
			if !mu.TryLock() {
				mu.Lock()
			}
			mu.Unlock()
		}()
		done.Wait()
	})
}
