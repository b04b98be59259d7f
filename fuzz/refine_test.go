package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// Each step of each run of the shipped deques is one that the machine of its
// specification takes: the same access of the same variable, with the same values.
func TestSched_Refines(t *testing.T) {
	for _, d := range refinements() {
		t.Run(d.name, func(t *testing.T) {
			steps, executions, torn := 0, 0, 0
			taken := map[string]int{}
			for _, c := range d.cases() {
				f, err := d.follower(c, "")
				require.NoError(t, err)
				program, err := d.program(c)
				require.NoError(t, err)
				r := sched.Explore(t, program, sched.Options{Observer: f.WithoutGhosts()})
				require.Equal(t, sched.Exhausted, r.Ending, c.Scenario)
				require.NoError(t, f.Check(), c.Scenario)
				steps, executions, torn = steps+f.Steps, executions+f.Executions, torn+f.Torn
				for action, n := range f.Taken {
					taken[action] += n
				}
			}
			t.Logf("%s: %d steps of %d executions in %d scenarios, %d torn regions", d.name, steps, executions, len(d.cases()), torn)
			m, err := d.machine(d.walks[0], "")
			require.NoError(t, err)
			for _, l := range m.Labels() {
				if taken[l.Name] == 0 {
					t.Logf("never taken: %s", l.Name)
				}
			}
		})
	}
}
