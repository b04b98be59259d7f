package linearizability_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// list is a slice under a mutex. Tests can add faults to it.
type list struct {
	mu    sync.Mutex
	items []int
	fault func(l *list, k model.Kind) // called with mu held, before each operation
}

func (l *list) subject() model.Subject {
	locked := func(k model.Kind, f func()) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.fault != nil {
			l.fault(l, k)
		}
		f()
	}
	return model.Subject{
		Push: func(v int) bool {
			locked(model.Push, func() { l.items = append(l.items, v) })
			return true
		},
		Pop: func() (v int, ok bool) {
			locked(model.Pop, func() {
				if n := len(l.items); n > 0 {
					v, ok, l.items = l.items[n-1], true, l.items[:n-1]
				}
			})
			return v, ok
		},
		Steal: func() (v int, s model.Status) {
			s = model.Empty
			locked(model.Steal, func() {
				if len(l.items) > 0 {
					v, s, l.items = l.items[0], model.Done, l.items[1:]
				}
			})
			return v, s
		},
	}
}

func listTarget(fault func(l *list, k model.Kind)) linearizability.Target {
	return linearizability.Target{
		Name: "list",
		New:  func(int) model.Subject { return (&list{fault: fault}).subject() },
		Spec: func(int) model.Spec { return model.Spec{NeverRetries: true} },
	}
}

func TestStress_SoundDequeHolds(t *testing.T) {
	var reports int
	yields := func(*list, model.Kind) { runtime.Gosched() } // so operations overlap, however busy the machine is
	coverage, failure, err := linearizability.Stress(t.Context(), listTarget(yields), linearizability.Options{
		Seed: 1, Rounds: 20_000, Progress: func(linearizability.Coverage) { reports++ },
	})
	require.NoError(t, err)
	require.Nil(t, failure)
	require.Equal(t, 20_000, coverage.Rounds)
	require.Positive(t, coverage.Distinct)
	require.Positive(t, coverage.Overlaps, "vacuous")
	require.Positive(t, coverage.Steals, "vacuous")
}

func TestStress_FindsFaults(t *testing.T) {
	for name, c := range map[string]struct {
		fault func(l *list, k model.Kind)
		rule  string
	}{
		"loses the newest item": {func(l *list, k model.Kind) {
			if n := len(l.items); n == 3 && k == model.Push {
				l.items = l.items[:2]
			}
		}, linearizability.RuleLinearizable},
		"repeats an item": {func(l *list, k model.Kind) {
			if n := len(l.items); n == 2 && k == model.Steal {
				l.items = append(l.items[:1:1], l.items...)
			}
		}, linearizability.RuleLinearizable},
		"panics": {func(l *list, k model.Kind) {
			if k == model.Steal && len(l.items) == 2 {
				panic("boom")
			}
		}, linearizability.RulePanic},
	} {
		t.Run(name, func(t *testing.T) {
			_, failure, err := linearizability.Stress(t.Context(), listTarget(c.fault), linearizability.Options{Seed: 1})
			require.NoError(t, err)
			require.NotNil(t, failure)
			require.Equal(t, c.rule, failure.Rule)
			require.NotEmpty(t, failure.Scenario.String())
			if c.rule == linearizability.RulePanic {
				require.Contains(t, failure.Detail, "boom")
				return
			}
			require.Equal(t, linearizability.Violation, linearizability.Check(failure.Small, time.Minute))
			require.LessOrEqual(t, len(failure.Small.Ops), len(failure.History.Ops))
			var table strings.Builder
			require.NoError(t, failure.Small.WriteTable(&table))
			t.Logf("%v\n%s", failure, &table)
		})
	}
}

func TestStress_FixedScenario(t *testing.T) {
	sc, err := model.ParseScenario("push*3 ; pop | steal | steal")
	require.NoError(t, err)
	coverage, failure, err := linearizability.Stress(t.Context(), listTarget(nil), linearizability.Options{Scenario: &sc, Rounds: 500})
	require.NoError(t, err)
	require.Nil(t, failure)
	require.Equal(t, 500, coverage.Rounds)
	require.Equal(t, 500*(3+3+1), coverage.Ops, "three pushes, three takes and the last Pop's empty in each")

	sc, err = model.ParseScenario("push poptop | steal")
	require.NoError(t, err)
	_, _, err = linearizability.Stress(t.Context(), listTarget(nil), linearizability.Options{Scenario: &sc})
	require.ErrorContains(t, err, "no poptop")
}

func TestStress_Interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	_, failure, err := linearizability.Stress(ctx, listTarget(nil), linearizability.Options{
		For: time.Hour,
		Progress: func(c linearizability.Coverage) {
			seen = c.Rounds
			cancel()
		},
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, failure)
	require.Positive(t, seen)
}

func TestCoverage_Missing(t *testing.T) {
	all := linearizability.Coverage{Overlaps: 1, Steals: 1, Retries: 1, LastItem: 1, Grown: 1, Refused: 1}
	require.Empty(t, all.Missing(model.Spec{}))
	require.Empty(t, all.Missing(model.Spec{Capacity: 1}))
	none := linearizability.Coverage{Rounds: 1000}
	require.Len(t, none.Missing(model.Spec{}), 5)
	require.NotContains(t, none.Missing(model.Spec{NeverRetries: true}), "a Retry")
}

func TestAccount_SoundDequeHolds(t *testing.T) {
	ledger, failure, err := linearizability.Account(t.Context(), listTarget(nil), linearizability.AccountOptions{Items: 300_000, Thieves: 3, Seed: 1})
	require.NoError(t, err)
	require.Nil(t, failure)
	require.Equal(t, 300_000, ledger.Items)
	require.Equal(t, ledger.Items, ledger.Popped+ledger.Stolen)
	require.Positive(t, ledger.Stolen, "vacuous")
	require.Equal(t, 3, ledger.Epochs)
}

func TestAccount_FindsFaults(t *testing.T) {
	count := 0
	every := func(n int, f func(l *list, k model.Kind)) func(l *list, k model.Kind) {
		return func(l *list, k model.Kind) {
			if count++; count%n == 0 && len(l.items) > 1 {
				f(l, k)
			}
		}
	}
	for name, c := range map[string]struct {
		fault func(l *list, k model.Kind)
		rules []string
	}{
		"loses an item":   {every(999, func(l *list, _ model.Kind) { l.items = l.items[1:] }), []string{linearizability.RuleLost}},
		"repeats an item": {every(999, func(l *list, _ model.Kind) { l.items = append(l.items[:1:1], l.items...) }), []string{linearizability.RuleOnce, linearizability.RuleOrder, linearizability.RuleYoungest}},
		"invents an item": {every(999, func(l *list, _ model.Kind) { l.items[0] = 1 << 30 }), []string{linearizability.RuleInvented}},
		"swaps items":     {every(9, func(l *list, _ model.Kind) { l.items[0], l.items[1] = l.items[1], l.items[0] }), []string{linearizability.RuleOrder, linearizability.RuleEmpty, linearizability.RuleYoungest, linearizability.RuleOldest}},
		"panics":          {every(999, func(*list, model.Kind) { panic("boom") }), []string{linearizability.RulePanic}},
	} {
		t.Run(name, func(t *testing.T) {
			_, failure, err := linearizability.Account(t.Context(), listTarget(c.fault), linearizability.AccountOptions{Items: 500_000, Seed: 1})
			require.NoError(t, err)
			require.NotNil(t, failure)
			require.Contains(t, c.rules, failure.Rule, failure.Detail)
			require.NotEmpty(t, failure.Detail)
		})
	}
}

func TestAccount_LyingEmpty(t *testing.T) {
	// Every 50th Pop reports empty, even if there are items.
	lying := listTarget(nil)
	lying.New = func(int) model.Subject {
		s := (&list{}).subject()
		pop, n := s.Pop, 0
		s.Pop = func() (int, bool) {
			if n++; n%50 == 0 {
				return 0, false
			}
			return pop()
		}
		return s
	}
	_, failure, err := linearizability.Account(t.Context(), lying, linearizability.AccountOptions{Seed: 1})
	require.NoError(t, err)
	require.NotNil(t, failure)
	require.Equal(t, linearizability.RuleEmpty, failure.Rule)
}

func TestPreempt_StressRunsAfterStop(t *testing.T) {
	stop := linearizability.Preempt(2)
	stop()
	_, failure, err := linearizability.Stress(t.Context(), listTarget(nil), linearizability.Options{Rounds: 100})
	require.NoError(t, err)
	require.Nil(t, failure)
}
