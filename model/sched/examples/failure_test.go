package examples

import (
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// losesUpdate adds twice, and may end with 1.
func losesUpdate(s *sched.S) {
	var n atomic.Int64
	for range 2 {
		s.Go(func() { n.Store(n.Load() + 1) })
	}
	s.Wait()
	if got := n.Load(); got != 2 {
		s.Errorf("the sum is %d", got)
	}
}

// A failure has the smallest schedule found that breaks the rule, step by step.
func TestExampleSearch(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	var r sched.Result = sched.Search(losesUpdate, sched.Options{})
	var f *sched.Failure = r.Failure
	require.Equal(t, sched.RuleAssertion, f.Rule)
	require.Equal(t, "the sum is 1", f.Detail)
	require.Equal(t, 1, f.Preemptions)

	var writers []int
	for _, step := range f.Trace {
		if wrote(step) {
			writers = append(writers, step.Thread)
		}
	}
	require.Len(t, writers, 2)
	require.NotEqual(t, writers[0], writers[1])
	require.NoError(t, f.WriteTable(os.Stdout))
}

// wrote reports whether a step has stored the wrong sum.
func wrote(step sched.Step) bool { return step.Kind == "write" && step.Wrote == "1" }

// recorder is a TB that records error messages and does not fail.
type recorder struct {
	*testing.T
	errors []string
}

func (r *recorder) Errorf(format string, _ ...any) { r.errors = append(r.errors, format) }

// Explore accepts any type that has a few methods of a *testing.T.
func TestExampleTB(t *testing.T) {
	if sched.Replaying() {
		t.Skip("nothing was searched")
	}
	r := &recorder{T: t}
	var tb sched.TB = r
	sched.Explore(tb, func(s *sched.S) {
		var ready atomic.Bool
		s.Go(func() { ready.Store(true) })
		s.Wait()
		require.True(s, ready.Load())
	})
	require.Empty(t, r.errors)
}
