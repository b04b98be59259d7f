package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// What the comparison of the deques with their machines leaves out:
//
//   - The constants are the code's: a lag of 16 items, batches of 32. A machine has room for 8 items, so no scenario
//     pushes more. Package wsq follows the same code with small sizes, where upkeep happens at each step.
//   - The owner waits before it shrinks a ring. That wait is one number in the module, and depends on the ring's size in
//     the code. Scenarios that would shrink a ring of eight slots are left out; package wsq has them, without the wait.
//   - A machine has no more operations than its module, so no scenario mixes Scrub, PopTop and batches.
//   - Plain accesses are compared if they reach elements, or memory behind a pointer. Fields that only the owner uses are
//     not: their values show in the accesses that follow.
//   - The first access to a word binds its object. Whether that is the right object shows in the values that follow.
//   - A thief that ends its operation too early is noticed at the next step that the machine lacks, and reported there.
//   - Machines number their rings up to 8. An execution that makes more rings is followed only up to there.
//   - A machine that can do more than the code is found only by a walk of its edges, in the sizes that are walked.

// notFollowed names, by deque, the actions that no scenario here reaches, with the reason.
var notFollowed = map[string]map[string]string{
	"Split": {"MeetReadDone": "it takes more than 16 stolen items, and a machine has room for 8; package wsq follows it"},
}

// plainRegions are the regions without a synchronizing access, by deque: see [refinetest.Movers.Tested]. Package wsq
// tests the claims of ChaseLev and Split.
var plainRegions = map[string][]string{
	"ABP":          {},
	"Duffy":        {"PopTakeLocked", "PopTakeSlot", "PushGrow", "StealTakeSlot"},
	"THE":          {"PopTakeLocked", "PopTakeSlot", "PushGrow", "StealTakeSlot"},
	"THE-keeplast": {"PopTakeLocked", "PopTakeSlot", "PushGrow", "StealTakeSlot"},
}

// In every run of a shipped deque, the machine of its specification takes each step: the same access of the same
// variable, with the same values. Variables that exist only for properties are not compared.
func TestSched_Refines(t *testing.T) {
	for _, d := range refinements() {
		t.Run(d.name, func(t *testing.T) {
			steps, executions := 0, 0
			taken := map[string]int{}
			movers := refinetest.Movers{}
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
				movers.Add(f.Movers)
				for action, n := range f.Taken {
					taken[action] += n
				}
			}
			if sched.Replaying() {
				return
			}
			t.Logf("%s: %d steps of %d executions in %d scenarios", d.name, steps, executions, len(d.cases()))
			movers.Check(t, true)
			if plain, here := plainRegions[d.name]; here {
				movers.Tested(t, plain...)
			}
			m, err := d.machine(d.walks[0], "")
			require.NoError(t, err)
			for _, l := range m.Labels() {
				_, excused := notFollowed[d.name][l.Name]
				require.Equal(t, !excused, taken[l.Name] > 0, "%s was followed %d times", l.Name, taken[l.Name])
			}
		})
	}
}
