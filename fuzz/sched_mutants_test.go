package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// The scheduler finds the fault of each wrong deque, whether it is a mutant or was printed like that. It finds nothing in the
// sound ones. It needs neither luck nor a special scenario.
func TestSched_Mutants(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	for _, m := range mutant.All() {
		t.Run(m.Name, func(t *testing.T) {
			o := wsqtest.Options[*int]{}
			if _, declares := m.New(4).(wsq.Declarer); !declares {
				o.Contract = &wsq.Contract{Empty: m.Empty, NeverRetries: m.NeverRetries}
			}
			target, err := wsqtest.Target(m.Name, m.New, o)
			require.NoError(t, err)
			executions := 0
			for i, c := range model.Systematic(target.New(2)) {
				r := sched.Search(wsqtest.Program(target, c.Capacity, c.Scenario), sched.Options{
					Judge: linearizability.NewJudge(), Spec: target.Spec(c.Capacity),
				})
				executions += r.Executions
				if r.Failure != nil {
					t.Logf("%d searches, %d executions, %s; %s", i+1, executions, c.Scenario, r.Failure)
					require.False(t, m.Sound, "a false alarm")
					return
				}
				require.Equal(t, sched.Exhausted, r.Ending)
			}
			require.True(t, m.Sound, "the fault survived %d executions: %s", executions, m.Mechanism)
			t.Logf("nothing found in %d executions", executions)
		})
	}
}
