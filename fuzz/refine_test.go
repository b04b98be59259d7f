package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// notFollowed are the actions that no scenario here comes to, by deque, with the
// reason.
var notFollowed = map[string]map[string]string{
	"Split": {"MeetReadDone": "it takes more than 16 stolen items, and a machine has room for 8"},
}

// Each step of each run of the shipped deques is one that the machine of its
// specification takes: the same access of the same variable, with the same values.
// What the specification only keeps for its properties plays no part in that.
func TestSched_Refines(t *testing.T) {
	for _, d := range refinements() {
		t.Run(d.name, func(t *testing.T) {
			steps, executions := 0, 0
			taken := map[string]int{}
			for _, c := range d.cases() {
				f, err := d.follower(c, "")
				require.NoError(t, err)
				program, err := d.program(c)
				require.NoError(t, err)
				r := sched.Explore(t, program, sched.Options{Observer: f.WithoutGhosts()})
				if sched.Replaying() {
					continue
				}
				require.Equal(t, sched.Exhausted, r.Ending, c.Scenario)
				require.NoError(t, f.Check(), c.Scenario)
				require.Zero(t, f.Torn, "%v: a region is not one step", c.Scenario)
				steps, executions = steps+f.Steps, executions+f.Executions
				for action, n := range f.Taken {
					taken[action] += n
				}
			}
			if sched.Replaying() {
				return
			}
			t.Logf("%s: %d steps of %d executions in %d scenarios", d.name, steps, executions, len(d.cases()))
			m, err := d.machine(d.walks[0], "")
			require.NoError(t, err)
			for _, l := range m.Labels() {
				_, excused := notFollowed[d.name][l.Name]
				require.Equal(t, !excused, taken[l.Name] > 0, "%s was followed %d times", l.Name, taken[l.Name])
			}
		})
	}
}
