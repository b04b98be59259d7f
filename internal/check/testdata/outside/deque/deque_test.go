package deque

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

func stealing(d func(int) *Bounded) func(*sched.S) {
	return func(s *sched.S) {
		q := d(2)
		taken := make([]int, 3)
		s.Go(func() {
			q.Push(1)
			q.Push(2)
			for range 2 {
				if v, ok := q.Pop(); ok {
					taken[v-1] += 1
				}
			}
		})
		var stolen [2]int
		for i := range stolen {
			s.Go(func() {
				if v, r := q.Steal(); r == Got {
					stolen[i] = v
				}
			})
		}
		s.Wait()
		for _, v := range stolen {
			if v > 0 {
				taken[v-1]++
			}
		}
		for v, ok := q.Pop(); ok; v, ok = q.Pop() {
			taken[v-1]++
		}
		for i, n := range taken[:2] {
			if n != 1 {
				s.Errorf("item %d was taken %d times", i+1, n)
			}
		}
	}
}

func TestBounded(t *testing.T) { sched.Explore(t, stealing(New)) }

func TestCareless(t *testing.T) { sched.Explore(t, stealing(NewCareless)) }
