package linearizability_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// slice returns a deque under a mutex in the form that this package runs: functions on
// ints. wsqtest.Target does this for any wsq.Deque.
func slice() model.Subject {
	var mu sync.Mutex
	var items []int
	return model.Subject{
		Push: func(v int) bool {
			mu.Lock()
			defer mu.Unlock()
			items = append(items, v)
			return true
		},
		Pop: func() (int, bool) {
			mu.Lock()
			defer mu.Unlock()
			n := len(items)
			if n == 0 {
				return 0, false
			}
			v := items[n-1]
			items = items[:n-1]
			return v, true
		},
		Steal: func() (int, model.Status) {
			mu.Lock()
			defer mu.Unlock()
			if len(items) == 0 {
				return 0, model.Empty
			}
			v := items[0]
			items = items[1:]
			return v, model.Done
		},
	}
}

var sliceTarget = linearizability.Target{
	Name: "slice",
	New:  func(int) model.Subject { return slice() },
	Spec: func(int) model.Spec { return model.Spec{NeverRetries: true} },
}

// A Target makes deques, and the specifications by which they are judged.
func ExampleTarget() {
	_, failure, err := linearizability.Stress(context.Background(), sliceTarget, linearizability.Options{Rounds: 100})
	fmt.Println(failure, err)
	// Output: <nil> <nil>
}

// Options choose how long a run takes, and which scenarios it runs.
func ExampleOptions() {
	coverage, failure, err := linearizability.Stress(context.Background(), sliceTarget, linearizability.Options{
		Seed:   1,
		Rounds: 200,
		Shape:  model.Shape{MaxOwner: 6, MaxThieves: 2, MaxSteals: 3},
	})
	fmt.Println(coverage.Rounds, failure, err)
	// Output: 200 <nil> <nil>
}

// Missing names the situations that a run never met. Such a run shows too little.
func ExampleCoverage() {
	quiet := linearizability.Coverage{Rounds: 10, Overlaps: 3, Retries: 1, LastItem: 1, Grown: 1}
	fmt.Println(quiet.Missing(model.Spec{}))
	// Output: [a steal while the owner was active]
}

// A Failure names the broken rule. Save writes its history for a closer look.
func ExampleFailure() {
	repeats := sliceTarget
	repeats.New = func(int) model.Subject {
		s := slice()
		s.Steal = func() (int, model.Status) { return 1, model.Done } // wrong
		return s
	}
	scenario, _ := model.ParseScenario("push | steal | steal")
	_, failure, _ := linearizability.Stress(context.Background(), repeats, linearizability.Options{Scenario: &scenario})
	fmt.Println(failure.Rule, linearizability.Check(failure.Small, time.Minute))
	// Output: linearizable not linearizable
}

// AccountOptions choose how many items go through the deque, and how many thieves steal.
func ExampleAccountOptions() {
	ledger, failure, err := linearizability.Account(context.Background(), sliceTarget, linearizability.AccountOptions{
		Items:   10_000,
		Thieves: 3,
	})
	fmt.Println(ledger.Items, failure, err)
	// Output: 10000 <nil> <nil>
}

// In a Ledger, each item was taken either by the owner or by a thief.
func ExampleLedger() {
	ledger, _, _ := linearizability.Account(context.Background(), sliceTarget, linearizability.AccountOptions{Items: 10_000})
	fmt.Println(ledger.Items == ledger.Popped+ledger.Stolen)
	// Output: true
}

// A Verdict judges one history: here, an item that was taken twice.
func ExampleVerdict() {
	h := &model.History{Ops: []model.Operation{
		{Client: 0, Kind: model.Push, Value: 1, Call: 1, Return: 2},
		{Client: 1, Kind: model.Steal, Value: 1, Call: 3, Return: 5},
		{Client: 2, Kind: model.Steal, Value: 1, Call: 4, Return: 6},
	}}
	if v := linearizability.Check(h, time.Second); v != linearizability.Linearizable {
		fmt.Println(v)
	}
	// Output: not linearizable
}

// A Clock gives the times of a history. BestClock suits this machine.
func ExampleClock() {
	clock := linearizability.BestClock()
	before := clock.Now()
	fmt.Println(clock.Now() >= before)
	// Output: true
}
