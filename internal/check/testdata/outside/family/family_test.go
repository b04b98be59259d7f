package family

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

func TestChaseLev(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		d := wsq.NewChaseLev[int](4)
		d.Push(1)
		taken := 0
		s.Go(func() {
			if _, r := d.Steal(); r == wsq.Stolen {
				taken++
			}
		})
		_, popped := d.Pop()
		s.Wait()
		if popped {
			taken++
		}
		if taken != 1 {
			s.Errorf("the item was taken %d times", taken)
		}
	})
}
