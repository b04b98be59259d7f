package fuzz

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Each hunt must first catch its negative control, a deque with the bug that it
// is after; else its silence about the others would mean nothing.

func TestHunt_ABA(t *testing.T) { hunt(t, ABA, "abp-no-stamp") }

func TestHunt_DoublePop(t *testing.T) {
	hunt(t, DoublePop, "pop-last-without-cas", "pop-reads-top-first")
}

func TestHunt_LostItem(t *testing.T) { hunt(t, LostItem, "publish-before-write", "grow-before-copy") }

const controlBudget = 90 * time.Second

func hunt(t *testing.T, h Hunt, controls ...string) {
	for _, name := range controls {
		t.Run("control/"+name, func(t *testing.T) {
			start := time.Now()
			catch, err := h.Run(t.Context(), control(t, name), generated(h), controlBudget)
			require.NoError(t, err)
			require.NotNil(t, catch.Failure, "the control survived %d rounds and %d items: this hunt catches nothing", catch.Rounds, catch.Items)
			t.Logf("caught after %d rounds and %d items, %v: %v", catch.Rounds, catch.Items, time.Since(start).Round(time.Millisecond), catch.Failure)
		})
	}
	limit := 700 * time.Millisecond
	if testing.Short() {
		limit /= 4
	}
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			catch, err := h.Run(t.Context(), Target(m), generated(h), limit)
			require.NoError(t, err)
			require.Nil(t, catch.Failure, "%s", explain(catch.Failure))
			require.Positive(t, catch.Rounds)
			t.Logf("%d rounds and %d items", catch.Rounds, catch.Items)
		})
	}
}

// generated draws the programs with rapid.
func generated(h Hunt) func(int, model.Subject) model.Scenario {
	return func(n int, on model.Subject) model.Scenario {
		return Scenarios(h.Shape, on).Example(n)
	}
}

func control(t *testing.T, name string) linearizability.Target {
	for _, m := range mutant.All() {
		if m.Name == name {
			return target(name, m.New, func(id int) *int { return &id }, func(v *int) int {
				if v == nil {
					return 0
				}
				return *v
			})
		}
	}
	require.FailNow(t, "no such mutant", name)
	return linearizability.Target{}
}

func explain(f *linearizability.Failure) string {
	if f == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n%s\n", f, f.Detail)
	if f.Small != nil {
		_ = f.Small.WriteTable(&b)
	}
	fmt.Fprintf(&b, "replay: go run ./cmd/stealproof stress -capacity %d -scenario %q\n", f.Capacity, f.Scenario)
	return b.String()
}

func FuzzHuntABA(f *testing.F)       { fuzzHunt(f, ABA) }
func FuzzHuntDoublePop(f *testing.F) { fuzzHunt(f, DoublePop) }
func FuzzHuntLostItem(f *testing.F)  { fuzzHunt(f, LostItem) }

// fuzzHunt runs the program that the bytes stand for, a few times on each deque.
func fuzzHunt(f *testing.F, h Hunt) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range wsqtest.Family() {
			target := Target(m)
			capacity, sc := Decode(data, h.Shape, target.New(1))
			_, failure, err := linearizability.Stress(t.Context(), target, linearizability.Options{
				Scenario: &sc, Rounds: 8, Capacity: capacity,
			})
			require.NoError(t, err)
			require.Nil(t, failure, "%s", explain(failure))
		}
	})
}
