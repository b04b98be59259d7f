package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// A failure whose repetition breaks another rule is no failure of the program: it depends on
// something that the search does not control.
func TestRepetition_BreaksAnotherRule(t *testing.T) {
	failing := func(first bool) engine.Result {
		failed := false
		return search(func(s *sched.S) {
			var n atomic.Int64
			s.Go(func() { n.Add(1) })
			s.Wait()
			if failed && !first {
				panic("it fails in another way")
			}
			failed = true
			s.Errorf("it fails")
		}, engine.Options{})
	}
	r := failing(false)
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleRepeatable, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, `the execution broke the rule "assertion", and its repetition with the same schedule broke the rule "does not panic"`)

	r = failing(true)
	require.Equal(t, report.Failed, r.Ending)
	require.Equal(t, report.RuleAssertion, r.Failure.Rule)
}
