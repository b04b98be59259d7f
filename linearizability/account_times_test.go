package linearizability_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// Wrong answers that lose no item are found although they are rare, each with a history that no
// deque allows.
func TestAccount_FindsRareWrongAnswers(t *testing.T) {
	rarely := func(f func(l *list) (int, bool)) func(s model.Subject, l *list) model.Subject {
		return func(s model.Subject, l *list) model.Subject {
			steal, n := s.Steal, 0
			s.Steal = func() (int, model.Status) {
				l.mu.Lock()
				if n++; n%5000 == 0 {
					if v, wrong := f(l); wrong {
						l.mu.Unlock()
						if v == 0 {
							return 0, model.Empty
						}
						return v, model.Done
					}
				}
				l.mu.Unlock()
				return steal()
			}
			return s
		}
	}
	for name, c := range map[string]struct {
		fault func(s model.Subject, l *list) model.Subject
		rules []string
	}{
		"a stale Empty": {rarely(func(l *list) (int, bool) { return 0, len(l.items) > 0 }), []string{linearizability.RuleThere}},
		"a thief gets the second oldest": {rarely(func(l *list) (v int, wrong bool) {
			if len(l.items) < 2 {
				return 0, false
			}
			v = l.items[1]
			l.items = slices.Delete(l.items, 1, 2)
			return v, true
		}), []string{linearizability.RuleOldest, linearizability.RuleOrder}},
		"the owner gets the second youngest": {func(s model.Subject, l *list) model.Subject {
			n := 0
			l.fault = func(l *list, k model.Kind) {
				if n++; k == model.Pop && n%997 == 0 && len(l.items) > 1 {
					i := len(l.items) - 1
					l.items[i], l.items[i-1] = l.items[i-1], l.items[i]
				}
			}
			return s
		}, []string{linearizability.RuleYoungest, linearizability.RuleOrder}},
	} {
		t.Run(name, func(t *testing.T) {
			target := listTarget(nil)
			target.New = func(int) model.Subject {
				l := &list{}
				return c.fault(l.subject(), l)
			}
			_, failure, err := linearizability.Account(t.Context(), target, linearizability.AccountOptions{Items: 2_000_000, Seed: 1})
			require.NoError(t, err)
			require.NotNil(t, failure)
			require.Contains(t, c.rules, failure.Rule, failure.Detail)
			if failure.Rule != linearizability.RuleOrder && failure.Small != nil {
				require.Equal(t, linearizability.Violation, linearizability.Check(failure.Small, time.Minute), failure.Detail)
			}
			if failure.Rule == linearizability.RuleThere {
				require.NotNil(t, failure.Small)
			}
		})
	}
}

// The answers of a sound deque are right, and they were judged. If thieves may be told Empty beside
// an item, they are not accused.
func TestAccount_JudgesTimes(t *testing.T) {
	ledger, failure, err := linearizability.Account(t.Context(), listTarget(nil), linearizability.AccountOptions{Items: 300_000, Thieves: 3, Seed: 2})
	require.NoError(t, err)
	require.Nil(t, failure)
	require.Greater(t, ledger.Timed, 100_000, "vacuous")

	hides := listTarget(nil)
	hides.Spec = func(int) model.Spec { return model.Spec{Hidden: model.AnyNumber} }
	hides.New = func(int) model.Subject {
		s := (&list{}).subject()
		steal, n := s.Steal, 0
		s.Steal = func() (int, model.Status) {
			if n++; n%3 == 0 {
				return 0, model.Empty
			}
			return steal()
		}
		return s
	}
	_, failure, err = linearizability.Account(t.Context(), hides, linearizability.AccountOptions{Items: 300_000, Thieves: 1, Seed: 2})
	require.NoError(t, err)
	require.Nil(t, failure)
}

// The first sign of a fault may be an item that nobody pushed, which makes no history. Then Account looks for one on new deques,
// also if the epoch had times, or if the next deques show no history either.
func TestAccount_LooksForAHistory(t *testing.T) {
	for name, without := range map[string]int32{"in an epoch with times": 1, "after some deques without": 3} {
		t.Run(name, func(t *testing.T) {
			var deques atomic.Int32
			target := listTarget(nil)
			target.New = func(int) model.Subject {
				stolen, invents := 0, deques.Add(1) <= without
				l := &list{}
				l.fault = func(l *list, k model.Kind) {
					switch {
					case k == model.Steal && len(l.items) > 0:
						stolen = l.items[0]
					case k != model.Pop || len(l.items) > 0:
					case invents:
						l.items = append(l.items, 1<<20)
					case stolen > 0: // the owner takes the last stolen item, too
						l.items, stolen = append(l.items, stolen), 0
					}
				}
				return l.subject()
			}
			_, failure, err := linearizability.Account(t.Context(), target, linearizability.AccountOptions{Items: 300_000, Seed: 1})
			require.NoError(t, err)
			require.NotNil(t, failure)
			require.Equal(t, linearizability.RuleInvented, failure.Rule, failure.Detail)
			require.NotNil(t, failure.Small, failure.Detail)
			require.Equal(t, linearizability.Violation, linearizability.Check(failure.Small, time.Minute), failure.Detail)
			require.Greater(t, deques.Load(), without)
		})
	}
}
