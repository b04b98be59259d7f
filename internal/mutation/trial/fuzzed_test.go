package trial_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/mutation/trial"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// fuzzedExecutions is the number of executions of the fuzzer of schedules.
const fuzzedExecutions = 100_000

// TestFuzzed fuzzes operations together with their schedules, without a corpus and with a fixed seed. New orders of accesses
// guide it. It judges histories and looks for races.
func TestFuzzed(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("only in a binary that has been rewritten for the scheduler")
	}
	each(t, func(t *testing.T, _ wsqtest.Member, of linearizability.Target) {
		l := fuzzer.Loop{Target: fuzzTarget(of), Seed: 1, Executions: fuzzedExecutions, For: 100 * *trial.Budget}
		found := l.Run()
		r := engine.Result{
			Ending: report.BoundHit, Bound: fmt.Sprintf("%d orders of accesses. %s", found.Features, found.Bound), History: true,
			Executions: found.Executions, Steps: found.Steps, Deepest: found.Deepest, Took: found.Took, Failure: found.Failure,
		}
		if r.Failure != nil {
			r.Ending = report.Failed
		}
		told := r.Report(report.Token{Origin: os.Getenv(report.EnvOrigin), Test: t.Name(), Search: 1})
		told.Save()
		if r.Failure != nil {
			t.Fatal(told.Text)
		}
	})
}

// fuzzTarget returns a deque as a target of a fuzzing loop.
func fuzzTarget(of linearizability.Target) fuzzer.Target {
	target := wsqtest.FuzzTarget(of)
	return func(program []byte) engine.Input {
		i := target(program)
		return fuzzer.NewInput(i.Program, i.Options)
	}
}
