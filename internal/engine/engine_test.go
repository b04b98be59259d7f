package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

func TestSearch_LostUpdate(t *testing.T) {
	seen := map[int64]int{}
	r := search(func(s *sched.S) {
		var c atomic.Int64
		for range 2 {
			s.Go(func() { c.Store(c.Load() + 1) })
		}
		s.Wait()
		seen[c.Load()]++
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%+v", r)
	require.Len(t, seen, 2)
	t.Logf("%+v %v", r, seen)
}

func TestSearch_Cas(t *testing.T) {
	seen := map[int64]int{}
	r := search(func(s *sched.S) {
		var c atomic.Int64
		for range 3 {
			s.Go(func() {
				for {
					v := c.Load()
					if c.CompareAndSwap(v, v+1) {
						return
					}
				}
			})
		}
		s.Wait()
		seen[c.Load()]++
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%+v", r)
	require.Equal(t, r.Executions+1, seen[3], "the first execution is repeated")
	t.Logf("%+v %v", r, seen)
}
