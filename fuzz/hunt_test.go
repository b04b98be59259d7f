package fuzz_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/hunt"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Each hunt must first catch its negative control: a deque that has the fault. Otherwise its silence about other deques
// would mean nothing.

func TestHunt_ABA(t *testing.T) { hunts(t, hunt.ABA, "abp-no-stamp") }

func TestHunt_DoublePop(t *testing.T) {
	hunts(t, hunt.DoublePop, "pop-last-without-cas", "pop-reads-top-first")
}

func TestHunt_LostItem(t *testing.T) {
	hunts(t, hunt.LostItem, "publish-before-write", "grow-before-copy")
}

// controlBudget is much longer than any control has taken. How long one takes is chance.
const controlBudget = 4 * time.Minute

// hunts runs h on its controls, of which the first is caught soonest, and then on each deque.
func hunts(t *testing.T, h hunt.Hunt, controls ...string) {
	for _, name := range controls[:long.Bound(1, len(controls))] {
		t.Run("control/"+name, func(t *testing.T) {
			start := time.Now()
			catch, err := h.Run(t.Context(), control(t, name), generated(h), controlBudget)
			require.NoError(t, err)
			require.NotNil(t, catch.Failure, "the control survived %d rounds and %d items: this hunt catches nothing", catch.Rounds, catch.Items)
			t.Logf("caught after %d rounds and %d items, %v: %v", catch.Rounds, catch.Items, time.Since(start).Round(time.Millisecond), catch.Failure)
		})
	}
	limit := time.Duration(long.Bound(100, 350)) * time.Millisecond
	if testing.Short() {
		limit /= 2
	}
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			catch, err := h.Run(t.Context(), hunt.Target(m), generated(h), limit)
			require.NoError(t, err)
			require.Nil(t, catch.Failure, "%s", explain(m.Name, catch.Failure))
			require.Positive(t, catch.Rounds)
			t.Logf("%d rounds and %d items", catch.Rounds, catch.Items)
		})
	}
}

// generated returns a function that draws the programs with rapid.
func generated(h hunt.Hunt) func(int, model.Subject) model.Scenario {
	return func(n int, on model.Subject) model.Scenario {
		return hunt.Scenarios(h.Shape, on).Example(n)
	}
}

func control(t *testing.T, name string) linearizability.Target {
	for _, m := range mutant.All() {
		if m.Name == name {
			target, err := wsqtest.Target(name, m.New, wsqtest.Options[*int]{})
			require.NoError(t, err)
			return target
		}
	}
	require.FailNow(t, "no such mutant", name)
	return linearizability.Target{}
}

func explain(deque string, f *linearizability.Failure) string {
	if f == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n%s\n", f, f.Detail)
	if f.Small != nil {
		_ = f.Small.WriteTable(&b)
	}
	fmt.Fprintf(&b, "replay: go run ./cmd/stealproof stress -deque %s -capacity %d -scenario %q\n", deque, f.Capacity, f.Scenario)
	return b.String()
}

func FuzzHuntABA(f *testing.F)       { fuzzHunt(f, hunt.ABA) }
func FuzzHuntDoublePop(f *testing.F) { fuzzHunt(f, hunt.DoublePop) }
func FuzzHuntLostItem(f *testing.F)  { fuzzHunt(f, hunt.LostItem) }

// fuzzHunt decodes the bytes to a program, and runs it on each deque a few times.
func fuzzHunt(f *testing.F, h hunt.Hunt) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range wsqtest.Family() {
			failure, err := h.Bytes(t.Context(), hunt.Target(m), data)
			require.NoError(t, err)
			require.Nil(t, failure, "%s", explain(m.Name, failure))
		}
	})
}

// With enough bytes, the fuzz targets must catch the controls too.
func TestFuzzHunt_Controls(t *testing.T) {
	for name, h := range map[string]hunt.Hunt{"abp-no-stamp": hunt.ABA, "pop-last-without-cas": hunt.DoublePop, "publish-before-write": hunt.LostItem} {
		t.Run(h.Name+"/"+name, func(t *testing.T) {
			if h.Name != hunt.ABA.Name {
				long.Skip(t, "real cores need some seconds to show this fault, and a minute beside other programs")
			}
			rng := rand.New(rand.NewPCG(1, 1))
			target := control(t, name)
			start := time.Now()
			for n := 1; time.Since(start) < controlBudget; n++ {
				data := make([]byte, 4+rng.IntN(40))
				for i := range data {
					data[i] = byte(rng.Uint32())
				}
				failure, err := h.Bytes(t.Context(), target, data)
				require.NoError(t, err)
				if failure != nil {
					t.Logf("caught by input %d, %v: %v", n, time.Since(start).Round(time.Millisecond), failure)
					return
				}
			}
			require.Fail(t, "the control survived: this target catches nothing")
		})
	}
}
