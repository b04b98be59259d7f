package engine_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// adders has more schedules than any search will try.
func adders(s *sched.S) {
	var n [4]atomic.Int32
	for range 4 {
		s.Go(func() {
			for k := range 20 {
				n[k%4].Add(1)
			}
		})
	}
	s.Wait()
}

// endingWhen is a search that ends early.
type endingWhen struct {
	*strategy.DPOR
	over func() bool
}

func (s endingWhen) Next() bool { return !s.over() && s.DPOR.Next() }

func TestProgress(t *testing.T) {
	var told []engine.Result
	by := endingWhen{strategy.NewDPOR(), func() bool { return len(told) == 2 }}
	r := search(adders, engine.Options{Strategy: by, Progress: func(so engine.Result, doing string) {
		require.Empty(t, doing)
		told = append(told, so)
	}})
	require.Equal(t, report.BoundHit, r.Ending)
	require.Len(t, told, 2)
	last := engine.Result{}
	for _, so := range told {
		require.Equal(t, report.Running, so.Ending)
		require.Greater(t, so.Executions, last.Executions)
		require.GreaterOrEqual(t, so.Took-last.Took, time.Second)
		require.Positive(t, so.Deepest)
		last = so
	}
	require.LessOrEqual(t, last.Executions, r.Executions)
}

// The failure is reported before the search for a smaller schedule begins.
func TestProgress_Found(t *testing.T) {
	var told []string
	r := search(func(s *sched.S) {
		var n atomic.Int32
		s.Go(func() { n.Store(1) })
		s.Go(func() { n.Load() })
		s.Wait()
		s.Errorf("always")
	}, engine.Options{Progress: func(so engine.Result, doing string) {
		require.Equal(t, report.Running, so.Ending)
		told = append(told, so.Failure.Rule+": "+doing)
	}})
	require.NotNil(t, r.Failure)
	require.Equal(t, []string{"assertion: looking for a smaller schedule"}, told)
}
