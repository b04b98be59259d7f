package pool

import (
	"context"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// none is a deque without room: what is pushed runs at once.
type none struct{}

func (none) Push(*Task) bool                 { return false }
func (none) Pop() (*Task, bool)              { return nil, false }
func (none) Steal() (*Task, wsq.StealResult) { return nil, wsq.Empty }

func noDeque() wsq.Deque[*Task]    { return none{} }
func chaseLev() wsq.Deque[*Task]   { return wsq.NewChaseLev[*Task](4) }
func splitDeque() wsq.Deque[*Task] { return wsq.NewSplit[*Task](4) }

func newSmall(workers, queue int, deque func() wsq.Deque[*Task]) *Pool {
	o := Options{Workers: workers, Queue: queue, Deque: deque}
	return &Pool{state: newState(o.withDefaults(), 0)}
}

func closeSmall(s *sched.S, p *Pool) {
	p.close()
	if err := p.gone.wait(context.Background()); err != nil {
		s.Errorf("%v", err)
	}
}

func TestSched_Park(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(2, 2, noDeque)
		ran := [2]int{}
		for i := range 2 {
			if err := p.Go(func(*Worker) { ran[i]++ }); err != nil {
				s.Errorf("%v", err)
			}
		}
		closeSmall(s, p)
		if ran != [2]int{1, 1} {
			s.Errorf("%v", ran)
		}
	})
}

func TestSched_Join(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(2, 2, chaseLev)
		r, err := Run(context.Background(), p, func(w *Worker) (int, error) {
			a, b := Join(w, func(w *Worker) int { return 1 }, func(w *Worker) int { return 2 })
			return a + b, nil
		})
		if r != 3 || err != nil {
			s.Errorf("%v %v", r, err)
		}
		closeSmall(s, p)
	})
}

func TestSched_JoinSplit(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(2, 2, splitDeque)
		r, err := Run(context.Background(), p, func(w *Worker) (int, error) {
			a, b := Join(w, func(w *Worker) int {
				a, b := Join(w, func(w *Worker) int { return 1 }, func(w *Worker) int { return 2 })
				return a + b
			}, func(w *Worker) int { return 2 })
			return a + b, nil
		})
		if r != 5 || err != nil {
			s.Errorf("%v %v", r, err)
		}
		closeSmall(s, p)
	})
}

var twice = Define(func(c *Ctx[int, int], n int) int {
	if n == 0 {
		return 1
	}
	h := c.Fork(n - 1)
	a := c.body(c, n-1)
	return a + c.Join(h)
})

func TestSched_Typed(t *testing.T) {
	for n := range 3 {
		t.Run(string(rune('0'+n)), func(t *testing.T) {
			sched.Explore(t, func(s *sched.S) {
				p := newSmall(2, 2, noDeque)
				r, err := twice.Run(context.Background(), p, n)
				if r != 1<<n || err != nil {
					s.Errorf("%v %v", r, err)
				}
				closeSmall(s, p)
			})
		})
	}
}

func TestSched_Cancel(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(1, 2, noDeque)
		ctx, cancel := context.WithCancel(context.Background())
		s.Go(cancel)
		r, err := twice.Run(ctx, p, 1)
		if err == nil && r != 2 || err != nil && err != context.Canceled {
			s.Errorf("%v %v", r, err)
		}
		closeSmall(s, p)
	})
}

func TestSched_Panic(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(2, 2, chaseLev)
		func() {
			defer func() {
				if recover() == nil {
					s.Errorf("no panic")
				}
			}()
			_, _ = Run(context.Background(), p, func(w *Worker) (int, error) {
				a, b := Join(w, func(w *Worker) int { return 1 }, func(w *Worker) int { panic("x") })
				return a + b, nil
			})
		}()
		closeSmall(s, p)
	})
}

func TestSched_Now(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(1, 1, noDeque)
		s.Go(func() { p.abandon() })
		r, err := twice.Run(context.Background(), p, 0)
		if err == nil && r != 1 || err != nil && err != ErrClosed {
			s.Errorf("%v %v", r, err)
		}
		closeSmall(s, p)
	})
}

func TestSched_Blocking(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(1, 1, noDeque)
		r, err := Run(context.Background(), p, func(w *Worker) (int, error) {
			f, err := Submit(context.Background(), w, func(w *Worker) (int, error) { return 1, nil })
			if err != nil {
				return 0, err
			}
			return f.Join(w)
		})
		if r != 1 || err != nil {
			s.Errorf("%v %v", r, err)
		}
		closeSmall(s, p)
	})
}
