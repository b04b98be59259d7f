package examples

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// Explore runs the program under all schedules. Assertions take S in place of a testing.TB.
func TestExampleExplore(t *testing.T) {
	r := sched.Explore(t, func(s *sched.S) {
		var n atomic.Int64
		for range 2 {
			s.Go(func() { n.Add(1) })
		}
		s.Wait()
		require.Equal(s, int64(2), n.Load())
	})
	if sched.Instrumented() && !sched.Replaying() { // otherwise nothing was searched
		require.Equal(t, sched.Exhausted, r.Ending)
	}
}

// If a program is too large for the bound, the search proves nothing about the rest of its
// schedules.
func TestExampleOptions(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	r := sched.Search(pushers, sched.Options{Executions: 100, Steps: 1_000})
	require.Equal(t, sched.BoundHit, r.Ending)
	require.Equal(t, 100, r.Executions+r.Abandoned)
	t.Log(r)
}

// pushers push numbers onto a stack under a lock.
func pushers(s *sched.S) {
	var mu sync.Mutex
	var stack []int
	for i := range 4 {
		s.Go(func() {
			for range 4 {
				mu.Lock()
				stack = append(stack, i)
				mu.Unlock()
			}
		})
	}
	s.Wait()
	require.Len(s, stack, 16)
}

// A strategy chooses the schedules. DPOR is the default. The others find some bugs sooner. A
// search proves something only if its strategy ends by itself.
func TestExampleStrategy(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for name, strategy := range map[string]sched.Strategy{
		"all":                        sched.DPOR(),
		"at most one preemption":     sched.Bounded(1),
		"random":                     sched.Random(1),
		"random, by priorities":      sched.PCT(1, 2),
		"all, by their preemptions":  sched.Bounded(-1),
		"another seed, another draw": sched.Random(2),
	} {
		t.Run(name, func(t *testing.T) {
			r := sched.Search(losesUpdate, sched.Options{Strategy: strategy, Executions: 10_000})
			require.Equal(t, sched.Failed, r.Ending)
		})
	}
}
