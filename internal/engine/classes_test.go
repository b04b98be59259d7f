package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// The reduction runs each class once, apart from abandoned executions. Random schedules have no
// other classes, and reach all in time.
func TestClasses_AreThoseOfTheReduction(t *testing.T) {
	program := func(s *sched.S) {
		var a, b atomic.Int64
		for range 3 {
			s.Go(func() {
				if a.CompareAndSwap(a.Load(), 1) {
					b.Add(1)
				}
				b.Load()
			})
		}
		s.Wait()
	}
	reduced := search(program, engine.Options{Saturation: 1 << 30})
	require.Equal(t, report.Exhausted, reduced.Ending)
	require.Equal(t, reduced.Executions, reduced.Classes)
	random := search(program, engine.Options{Strategy: strategy.NewRandom(1), Saturation: 20_000})
	require.Equal(t, report.BoundHit, random.Ending)
	require.LessOrEqual(t, random.Classes, reduced.Classes)
	require.Greater(t, 10*random.Classes, 9*reduced.Classes)
	all := search(program, engine.Options{Strategy: strategy.NewBounded(-1), Saturation: 1 << 30, Executions: 2_000_000})
	t.Logf("%d classes, random %d in %d executions, %d schedules in all (%s)", reduced.Classes, random.Classes, random.Executions, all.Executions, all.Ending)
	if all.Ending == report.Exhausted {
		require.Equal(t, reduced.Classes, all.Classes)
	}
}
