package suite

import (
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

func TestAll(t *testing.T) {
	wsqtest.ExploreAll(t, New[int], wsqtest.Options[*int]{
		Make: func(id int) *int { return &id },
		ID:   func(v *int) int { return *v },
	}, nil)
}

func TestAlone(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		s.Go(func() {})
		s.Wait()
		var ended atomic.Bool
		Never(&ended)
	})
}
