package pool

import (
	"testing"

	"github.com/stealproof/stealproof/model/refine/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// What it costs to follow.
func TestSched_RefineCosts(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	if testing.Short() {
		t.Skip("a measurement, which takes a minute")
	}
	for _, programs := range refinements {
		refinetest.Cost(t, programs)
	}
}
