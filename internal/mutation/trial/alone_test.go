package trial_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/internal/hunt"
	"github.com/stealproof/stealproof/internal/mutation/trial"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// TestRules checks each deque by the suite's rules for one goroutine, with fixed programs. They include the rule about items
// that stay reachable.
func TestRules(t *testing.T) {
	each(t, func(t *testing.T, m wsqtest.Member, _ linearizability.Target) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := wsqtest.Check(ctx, m.Name, m.New, wsqtest.Options[*wsqtest.Item]{Rounds: 1, Items: 1},
			func(r wsqtest.Rule) {
				if r.Name == "exactly-once" {
					cancel() // this rule and all later ones use many goroutines
				}
			},
			func(o wsqtest.Outcome) {
				if o.Rule.Name != "sequential" && o.Found != nil && ctx.Err() == nil {
					t.Errorf("rule broken: %s: %s", o.Rule.Name, o.Found.Broken)
				}
			})
		require.NoError(t, err)
	})
}

var long = model.Shape{MaxPrepare: 40, MaxOwner: 60, MaxThieves: 2, MaxSteals: 20}

// TestRandom runs random programs in one goroutine, and compares each answer with the specification.
func TestRandom(t *testing.T) {
	each(t, func(t *testing.T, _ wsqtest.Member, of linearizability.Target) {
		executions := 0
		defer func() { trial.Say(executions) }()
		rapid.Check(t, func(t *rapid.T) {
			if !t.Failed() {
				executions++
			}
			capacity := rapid.IntRange(1, 8).Draw(t, "capacity")
			subject := of.New(capacity)
			sc := hunt.Scenarios(long, subject).Draw(t, "scenario")
			require.NoError(t, hunt.Alone(subject, of.Spec(capacity), sc))
		})
	})
}

// FuzzOperations does the same with programs that it decodes from the fuzzer's bytes.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range wsqtest.Family() {
			if *ofFuzzed == "" || m.Name == *ofFuzzed {
				of := target(t, m)
				c := long.Decode(data, of.New(1))
				require.NoError(t, hunt.Alone(of.New(c.Capacity), of.Spec(c.Capacity), c.Scenario), m.Name)
			}
		}
	})
}
