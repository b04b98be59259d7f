package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

func TestFailure_SmallestSchedule(t *testing.T) {
	r := search(func(s *sched.S) {
		var c atomic.Int64
		for range 3 {
			s.Go(func() { c.Store(c.Load() + 1) })
		}
		s.Wait()
		if c.Load() < 2 {
			s.Errorf("the sum is %d", c.Load())
		}
	}, engine.Options{})
	require.Equal(t, report.Failed, r.Ending)
	require.Equal(t, report.RuleAssertion, r.Failure.Rule)
	require.Equal(t, 1, r.Failure.Preemptions)
	var b strings.Builder
	require.NoError(t, r.Failure.WriteTable(&b))
	t.Logf("%v\n%s%v", r.Failure, b.String(), r.Failure.Token())
	token := r.Failure.Token()
	token.Origin, token.Test, token.Search = "a/package", "TestOfIt/sub", 3
	again, err := report.ParseToken(token.String())
	require.NoError(t, err)
	require.Equal(t, token, again)
}

// Among schedules with equally few preemptions, the smallest has the fewest steps. Two threads
// take two locks in opposite orders: they block each other in the first round, not in a later one.
func TestFailure_FewestSteps(t *testing.T) {
	r := search(func(s *sched.S) {
		var locks [2]sync.Mutex
		both := func(a, b *sync.Mutex) {
			a.Lock()
			defer a.Unlock()
			b.Lock()
			defer b.Unlock()
		}
		for i := range 2 {
			s.Go(func() {
				for range 3 {
					both(&locks[i], &locks[1-i])
				}
			})
		}
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.RuleDeadlock, r.Failure.Rule)
	require.Equal(t, 1, r.Failure.Preemptions)
	require.Len(t, r.Failure.Trace, 5, "two steps, and three blocked threads")
}
