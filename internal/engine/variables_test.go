package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// Package variables have their initial values at the beginning of each execution, even after one
// that ends in a deadlock.
func TestVariables(t *testing.T) {
	var a, b sync.Mutex
	var n atomic.Int64
	name := "before"
	engine.RegisterVariables("example.org/p", "a b n name", &a, &b, &n, &name)
	lock := func(first, second *sync.Mutex) func() {
		return func() {
			name = "after"
			first.Lock()
			second.Lock()
			n.Add(1)
			second.Unlock()
			first.Unlock()
		}
	}
	r := search(func(s *sched.S) {
		require.Zero(t, n.Load())
		require.Equal(t, "before", name)
		s.Go(lock(&a, &b))
		s.Go(lock(&b, &a))
		s.Wait()
	}, engine.Options{NoRaces: true})
	require.Equal(t, report.RuleDeadlock, r.Failure.Rule)
	require.Equal(t, 1, r.Failure.Preemptions)
	r = search(func(s *sched.S) {
		s.Go(lock(&a, &b))
		s.Go(lock(&a, &b))
		s.Wait()
	}, engine.Options{NoRaces: true})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
}
