package pool

import (
	"context"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// none is a deque without room: what is pushed runs at once.
type none struct{}

func (none) Push(*Task) bool                  { return false }
func (none) Pop() (*Task, bool)               { return nil, false }
func (none) Steal() (*Task, wsq.StealResult) { return nil, wsq.Empty }

func newSmall(workers, queue int) *Pool {
	o := Options{Workers: workers, Queue: queue, Deque: func() wsq.Deque[*Task] { return none{} }}
	return &Pool{state: newState(o.withDefaults(), 0)}
}

func TestSched_Park(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(2, 2)
		ran := [2]int{}
		for i := range 2 {
			if err := p.Go(func(*Worker) { ran[i]++ }); err != nil {
				s.Errorf("%v", err)
			}
		}
		if err := p.Close(context.Background()); err != nil {
			s.Errorf("%v", err)
		}
		if ran != [2]int{1, 1} {
			s.Errorf("%v", ran)
		}
	})
}
func TestSched_Park1(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := newSmall(1, 2)
		ran := [2]int{}
		for i := range 1 {
			if err := p.Go(func(*Worker) { ran[i]++ }); err != nil {
				s.Errorf("%v", err)
			}
		}
		if err := p.Close(context.Background()); err != nil {
			s.Errorf("%v", err)
		}
		if ran != [2]int{1, 0} {
			s.Errorf("%v", ran)
		}
	})
}
