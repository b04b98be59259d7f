package engine_test

//lint:file-ignore SA2001 the orders of the critical sections are what is tested

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// condPool has workers that wait for jobs under a condition variable.
func condPool(workers, jobs int, signalsLater bool) func(s *sched.S) {
	return func(s *sched.S) {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		queue, closed := 0, false
		change := func(f, wake func()) {
			mu.Lock()
			f()
			if signalsLater {
				mu.Unlock()
				wake()
			} else {
				wake()
				mu.Unlock()
			}
		}
		for range workers {
			s.Go(func() {
				for {
					mu.Lock()
					for queue == 0 && !closed {
						c.Wait()
					}
					if queue == 0 {
						mu.Unlock()
						return
					}
					queue--
					mu.Unlock()
				}
			})
		}
		for range jobs {
			change(func() { queue++ }, c.Signal)
		}
		change(func() { closed = true }, c.Broadcast)
		s.Wait()
	}
}

// A thread that a signal has woken goes on beside all others.
func TestCond_WakeUpsCommute(t *testing.T) {
	for _, c := range []struct {
		workers, jobs int
		later         bool
		want          int
		long          bool
	}{
		{2, 2, false, 1_176, false},
		{2, 2, true, 3_544, false},
		{3, 2, true, 344_808, true},
	} {
		if c.long && !long.Asked() {
			continue
		}
		r := search(condPool(c.workers, c.jobs, c.later), engine.Options{NoRaces: true})
		require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
		require.Equal(t, c.want, r.Executions+r.Abandoned, "%+v", c)
	}
}

// Readers commute. Each thread that takes the lock as a writer comes before or after them.
func TestRWMutex_ReadersCommute(t *testing.T) {
	run := func(readers, writers int) engine.Result {
		return search(func(s *sched.S) {
			var rw sync.RWMutex
			for range readers {
				s.Go(func() {
					rw.RLock()
					rw.RUnlock()
				})
			}
			for range writers {
				s.Go(func() {
					rw.Lock()
					rw.Unlock()
				})
			}
			s.Wait()
		}, engine.Options{})
	}
	for _, c := range []struct{ readers, writers, want int }{{4, 0, 1}, {2, 1, 9}} {
		r := run(c.readers, c.writers)
		require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
		require.Equal(t, c.want, r.Executions, "%+v", c)
	}
}

// A thread that gives back what another reader has taken may come before that reader.
func TestRWMutex_ThiefOfAReader(t *testing.T) {
	failed := 0
	r := engine.SearchPast(on(func(s *sched.S) {
		var rw sync.RWMutex
		s.Go(rw.RLock)
		s.Go(rw.RUnlock)
		s.Wait()
	}), engine.Options{Strategy: strategy.NewDPOR()}, func(f *engine.Failure) {
		require.Equal(t, sync.RuleMisuse, f.Rule)
		failed++
	})
	require.Equal(t, 1, failed)
	require.Equal(t, 2, r.Executions)
}
