package trial_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stealproof/stealproof/internal/mutation/trial"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// fuzzedExecutions is how many executions the fuzzer of schedules has.
const fuzzedExecutions = 100_000

// TestFuzzed fuzzes operations together with their schedules, from nothing and with a fixed
// seed, guided by the orders of accesses that have not been met. Histories and races are
// judged.
func TestFuzzed(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("only in a binary that has been rewritten for the scheduler")
	}
	each(t, func(t *testing.T, _ wsqtest.Member, of linearizability.Target) {
		l := schedfuzz.Loop{Target: wsqtest.FuzzTarget(of), Seed: 1, Executions: fuzzedExecutions, For: 100 * *trial.Budget}
		found := l.Run()
		r := sched.Result{
			Ending: sched.BoundHit, Bound: fmt.Sprintf("%d orders of accesses. %s", found.Features, found.Bound), History: true,
			Executions: found.Executions, Steps: found.Steps, Deepest: found.Deepest, Took: found.Took, Failure: found.Failure,
		}
		if r.Failure != nil {
			r.Ending = sched.Failed
		}
		report := r.Report(sched.Token{Origin: os.Getenv(sched.EnvOrigin), Test: t.Name(), Search: 1})
		report.Save()
		if r.Failure != nil {
			t.Fatal(report.Text)
		}
	})
}
