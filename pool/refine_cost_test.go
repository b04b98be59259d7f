package pool

import (
	"testing"
	"time"

	"github.com/stealproof/stealproof/model/refine/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// What it costs to follow: the shortest of some searches with and without, in turns.
func TestSched_RefineCosts(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	if testing.Short() {
		t.Skip("a measurement, which takes minutes")
	}
	for _, programs := range refinements {
		var used [2]time.Duration
		for _, p := range programs {
			if p.Schedules != refinetest.All {
				continue
			}
			f := p.Shadow(t, "")
			var least [2]time.Duration
			for range 5 {
				for i, o := range []sched.Options{{}, {Observer: f}} {
					program := p.Run(nil)
					if i == 1 {
						program = p.Run(f)
					}
					r := sched.Search(program, o)
					if r.Ending != sched.Exhausted {
						t.Fatalf("%s: %v", p.Name, r)
					}
					if least[i] == 0 || r.Took < least[i] {
						least[i] = r.Took
					}
				}
			}
			for i := range used {
				used[i] += least[i]
			}
		}
		t.Logf("%s: %.2f times the time without: %v, %v", programs[0].Protocol().Module, float64(used[1])/float64(used[0]), used[1], used[0])
	}
}
