package pool

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// An idle thief takes several tasks of a scope at once. Each counts as stolen.
func TestSteal_TakesSeveral(t *testing.T) {
	p := opened(t, Options{Workers: 2})
	var busy, pushed, first atomic.Bool
	require.NoError(t, p.Go(func(*Worker) {
		busy.Store(true)
		assert.True(t, holds(pushed.Load))
	}))
	require.True(t, holds(busy.Load))
	const tasks = 8
	var ran atomic.Int32
	runsTask(t, p, func(w *Worker) {
		w.Scope(func(s *Scope) {
			for range tasks {
				s.Go(w, func(thief *Worker) {
					ran.Add(1)
					if first.CompareAndSwap(false, true) {
						assert.Positive(t, thief.deque.(*wsq.ChaseLev[*Task]).Len(), "it has taken one only")
						assert.Equal(t, [15]*Task{}, thief.batch)
					}
				})
			}
			pushed.Store(true)
			assert.True(t, holds(func() bool { return ran.Load() == tasks }), "no thief comes")
		})
	})
	require.True(t, holds(func() bool { return p.Sleeping() == 2 })) // the counts are up to date
	require.EqualValues(t, tasks, p.Stats().Stolen)
}
