//go:build unix

package fuzz_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// What it costs to follow: processor time of the same searches with and without,
// in turns.
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
			for range 5 {
				for i, o := range []sched.Options{{}, {Observer: f}} {
					start := processorTime(t)
					require.Equal(t, sched.Exhausted, sched.Search(program, o).Ending)
					used[i] += processorTime(t) - start
				}
			}
		}
		t.Logf("%s: %.2f times the time without: %v, %v", d.name, float64(used[1])/float64(used[0]), used[1], used[0])
	}
}

func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
