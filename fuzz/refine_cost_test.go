package fuzz_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// TestSched_RefineCosts measures the cost of following: the shortest of nine searches with it, and of nine without, in
// turns.
func TestSched_RefineCosts(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by TestSched")
	}
	if testing.Short() {
		t.Skip("a measurement, which takes minutes")
	}
	for _, d := range refinements() {
		var used [2]time.Duration
		scenarios := larger
		if d.thief.Kind == model.Batch {
			scenarios = batches
		}
		for _, c := range scenarios {
			f, err := d.follower(c, "")
			require.NoError(t, err)
			program, err := d.program(c)
			require.NoError(t, err)
			var least [2]time.Duration
			for range 9 {
				for i, o := range []sched.Options{{}, {Observer: f}} {
					r := sched.Search(program, o)
					require.Equal(t, sched.Exhausted, r.Ending)
					if least[i] == 0 || r.Took < least[i] {
						least[i] = r.Took
					}
				}
			}
			for i := range used {
				used[i] += least[i]
			}
		}
		t.Logf("%s: %.2f times the time without: %v, %v", d.name, float64(used[1])/float64(used[0]), used[1], used[0])
	}
}
