package trial_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/hunt"
	"github.com/stealproof/stealproof/internal/mutation/trial"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// itemsPerRound is the number of items of a long run that count as one execution. They cost as much as a round.
const itemsPerRound = 100

// TestStress runs random scenarios on real cores, some beside preemption noise. In between it does long runs that count each item. It ends
// when a rule breaks or the time is over.
func TestStress(t *testing.T) {
	hunts := []hunt.Hunt{hunt.ABA, hunt.DoublePop, hunt.LostItem}
	each(t, func(t *testing.T, _ wsqtest.Member, of linearizability.Target) {
		trial.Rounds(t, func(n uint64) (int, error) {
			h := hunts[n%uint64(len(hunts))]
			capacity := h.Capacities[n/3%uint64(len(h.Capacities))]
			if n%4 == 3 {
				const items = 30_000
				ledger, failure, err := linearizability.Account(t.Context(), of, linearizability.AccountOptions{
					Seed: n, Items: items, Thieves: 3, Capacity: capacity,
				})
				require.NoError(t, err)
				if failure != nil { // the failing item is unknown, so all count
					return items / itemsPerRound, fmt.Errorf("%s\n%s", failure.Rule, failure.Detail)
				}
				return ledger.Items / itemsPerRound, nil
			}
			o := linearizability.Options{Seed: n, Shape: h.Shape, Capacity: capacity, Rounds: 256}
			stop := func() {}
			if n%4 == 2 {
				o.Rounds, stop = 64, linearizability.Preempt(1)
			}
			coverage, failure, err := linearizability.Stress(t.Context(), of, o)
			stop()
			require.NoError(t, err)
			if failure != nil {
				return coverage.Rounds, fmt.Errorf("%s\n%s", failure.Rule, shown(failure))
			}
			return coverage.Rounds, nil
		})
	})
}

func shown(f *linearizability.Failure) string {
	if f.Small != nil {
		var all string
		for _, o := range f.Small.Ops {
			all += o.String() + "\n"
		}
		return all
	}
	return f.Detail
}
