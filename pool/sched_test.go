package pool

import (
	"context"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

func TestSched_Whole(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		p := New(Options{Workers: 1, Queue: 2})
		r, err := Run(context.Background(), p, func(w *Worker) (int, error) {
			a, b := Join(w, func(w *Worker) int { return 1 }, func(w *Worker) int { return 2 })
			return a + b, nil
		})
		if r != 3 || err != nil {
			s.Errorf("%v, %v", r, err)
		}
		if err := p.Close(context.Background()); err != nil {
			s.Errorf("%v", err)
		}
	})
}
