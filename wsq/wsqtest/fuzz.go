package wsqtest

import (
	"testing"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
	"github.com/stealproof/stealproof/wsq"
)

// fuzzed bounds the scenarios that Fuzz runs. Larger ones take longer to judge than to run.
var fuzzed = model.Shape{MaxPrepare: 5, MaxOwner: 4, MaxThieves: 2, MaxSteals: 2, MaxBatch: 2}

// Fuzz fuzzes scenarios on a deque, together with their schedules, and judges every
// history. A violation fails the test. The deque's code must have been rewritten for the
// scheduler; see [schedfuzz.Run].
func Fuzz[T any](f *testing.F, newDeque func(capacity int) wsq.Deque[T], o Options[T]) {
	f.Helper()
	target, err := Target(f.Name(), newDeque, o)
	if err != nil {
		f.Fatal(err)
	}
	schedfuzz.Run(f, FuzzTarget(target))
}

// FuzzTarget returns a function that decodes bytes into a scenario on a deque, as a program
// with its judge. See [model.Shape.Decode].
func FuzzTarget(target linearizability.Target) schedfuzz.Target {
	on := target.New(1)
	held := map[int]sched.Options{} // by capacity
	return func(program []byte) schedfuzz.Input {
		c := fuzzed.Decode(program, on)
		o, known := held[c.Capacity]
		if !known {
			o = sched.Options{Judge: linearizability.NewJudge(), Spec: target.Spec(c.Capacity)}
			held[c.Capacity] = o
		}
		return schedfuzz.Input{Program: Program(target, c.Capacity, c.Scenario), Options: o}
	}
}
