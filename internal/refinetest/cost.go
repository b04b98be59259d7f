package refinetest

import (
	"testing"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// Costs prints, for each group of programs, how much longer a followed search takes. Of each program, five
// searches with and five without a follower are run in turns, with up to 2,000 executions each. The shortest
// time of each counts. Without the scheduler, or with -short, Costs skips the test.
func Costs(t *testing.T, groups ...[]Program) {
	t.Helper()
	if !sched.Instrumented() {
		t.Skip("only stealproof check runs this")
	}
	if testing.Short() {
		t.Skip("this is a measurement that takes a minute")
	}
	for _, programs := range groups {
		cost(t, programs)
	}
}

func cost(t *testing.T, programs []Program) {
	t.Helper()
	var used [2]time.Duration
	for _, p := range programs {
		f := p.Shadow(t, "")
		var least [2]time.Duration
		var executions [2]int
		for range 5 {
			for i, o := range []sched.Options{{}, {Observer: f}} {
				program := p.Run(nil)
				if i == 1 {
					program = p.Run(f)
				}
				o.Executions = 2_000
				r := sched.Search(program, o)
				if r.Failure != nil {
					t.Fatalf("%s: %v", p.Name, r)
				}
				if executions[i] = r.Executions; least[i] == 0 || r.Took < least[i] {
					least[i] = r.Took
				}
			}
		}
		if executions[0] != executions[1] {
			t.Errorf("%s: %d executions without a follower, but %d with one", p.Name, executions[0], executions[1])
		}
		t.Logf("%s, %d executions: %.2f times the time without: %v, %v", p.Name, executions[0], float64(least[1])/float64(least[0]), least[1], least[0])
		for i := range used {
			used[i] += least[i]
		}
	}
	t.Logf("%s: %.2f times the time without: %v, %v", programs[0].Protocol().Module, float64(used[1])/float64(used[0]), used[1], used[0])
}
