package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/racecorpus"
	"github.com/stealproof/stealproof/model/sched"
)

// The scheduler finds the race of each racy snippet, and reports none in the others. Package racecorpus tests the answers of Go's
// race detector.
func TestSched_Races(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("this binary has not been rewritten for the scheduler")
	}
	executions := 0
	for _, snippet := range racecorpus.All() {
		t.Run(snippet.Name, func(t *testing.T) {
			program := func(*sched.S) { snippet.Body() }
			if !snippet.Racy {
				r := sched.Explore(t, program)
				require.Equal(t, sched.Exhausted, r.Ending)
				executions += r.Executions
				return
			}
			r := sched.Search(program, sched.Options{})
			require.NotNil(t, r.Failure, "nothing found in %d executions", r.Executions)
			require.Equal(t, sched.RuleRace, r.Failure.Rule, "%v", r.Failure)
			executions += r.Executions
		})
	}
	t.Logf("%d snippets, %d executions", len(racecorpus.All()), executions)
}
