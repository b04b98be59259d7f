package sched_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

func TestFailure_SmallestSchedule(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		var c atomic.Int64
		for range 3 {
			s.Go(func() { c.Store(c.Load() + 1) })
		}
		s.Wait()
		if c.Load() < 2 {
			s.Errorf("the sum is %d", c.Load())
		}
	}, sched.Options{})
	require.Equal(t, sched.Failed, r.Ending)
	require.Equal(t, sched.RuleAssertion, r.Failure.Rule)
	require.Equal(t, 1, r.Failure.Preemptions)
	var b strings.Builder
	require.NoError(t, r.Failure.WriteTable(&b))
	t.Logf("%v\n%s%v", r.Failure, b.String(), r.Failure.Token())
	token := r.Failure.Token()
	token.Origin, token.Test, token.Search = "a/package", "TestOfIt/sub", 3
	again, err := sched.ParseToken(token.String())
	require.NoError(t, err)
	require.Equal(t, token, again)
}
