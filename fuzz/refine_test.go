package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// follower returns what holds a deque against its machine in a scenario.
func (d refined) follower(t *testing.T, c model.Case, naive string) *refine.Follower {
	pushes := 0
	for _, actions := range [][]model.Action{c.Scenario.Prepare, c.Scenario.Owner} {
		for _, a := range actions {
			if a.Kind == model.Push {
				pushes++
			}
		}
	}
	m, err := machineFor(d.name, d.config(c.Capacity, max(1, pushes), max(1, len(c.Scenario.Thieves))), naive)
	require.NoError(t, err)
	f, err := refine.New(d.binding(), m)
	require.NoError(t, err)
	return f
}

func (d refined) program(t *testing.T, c model.Case) func(*sched.S) {
	target, err := wsqtest.Target(d.name, d.new, wsqtest.Options[*wsqtest.Item]{})
	require.NoError(t, err)
	return wsqtest.Program(target, c.Capacity, c.Scenario)
}

// Each step of each run of the shipped deques is one that the machine of its
// specification takes: the same access of the same variable, with the same values.
func TestSched_Refines(t *testing.T) {
	for _, d := range refinements() {
		for _, c := range larger {
			t.Run(d.name+"/"+c.Scenario.String(), func(t *testing.T) {
				f := d.follower(t, c, "").WithoutGhosts()
				r := sched.Explore(t, d.program(t, c), sched.Options{Observer: f})
				require.Equal(t, sched.Exhausted, r.Ending)
				require.NoError(t, f.Check())
				t.Logf("%d steps of %d executions, %d torn regions", f.Steps, f.Executions, f.Torn)
			})
		}
	}
}
