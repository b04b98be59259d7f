package wsq_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// These examples of package wsqtest search schedules, so "stealproof check ./wsq" runs
// them, and fuzz.TestSchedDeques does. They are here because check never rewrites
// package wsqtest.

func newItems(capacity int) wsq.Deque[*wsqtest.Item] { return wsq.NewLocked[*wsqtest.Item](capacity) }

// Explore runs one scenario under all schedules: an owner's Push and Pop beside a thief.
func TestSched_ExampleExplore(t *testing.T) {
	scenario, err := model.ParseScenario("push ; push pop | steal")
	require.NoError(t, err)
	r := wsqtest.Explore(t, newItems, 2, scenario, wsqtest.Options[*wsqtest.Item]{})
	if sched.Instrumented() && !sched.Replaying() {
		require.Equal(t, sched.Exhausted, r.Ending)
	}
}

// ExploreAll runs small scenarios of all kinds under all schedules.
func TestSched_ExampleExploreAll(t *testing.T) {
	wsqtest.ExploreAll(t, newItems, wsqtest.Options[*wsqtest.Item]{}, nil)
}

// Fuzz chooses scenarios and schedules at random: "stealproof fuzz -run FuzzExample ./wsq".
func FuzzExample(f *testing.F) {
	wsqtest.Fuzz(f, newItems, wsqtest.Options[*wsqtest.Item]{})
}
