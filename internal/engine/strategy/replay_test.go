package strategy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// Executions that were recorded before there were kinds that commute have a Write or a Wait in their place.
func TestReplay_OfOlderKinds(t *testing.T) {
	for recorded, kinds := range map[strategy.Kind]map[strategy.Kind]bool{
		strategy.Write: {strategy.Add: true, strategy.Write: true, strategy.Read: false, strategy.Wait: false, strategy.Enter: false},
		strategy.Wait: {
			strategy.Wait: true, strategy.Resume: true, strategy.Enter: true, strategy.Push: true, strategy.Pull: true,
			strategy.Closed: true, strategy.Lock: false, strategy.Write: false, strategy.Add: false,
		},
		strategy.Closed: {strategy.Closed: true, strategy.Read: false},
	} {
		for kind, same := range kinds {
			r := strategy.NewReplay([]strategy.Decision{{Thread: 0, Op: strategy.Op{Kind: recorded, Object: 3}}})
			require.True(t, r.Next())
			s := &strategy.State{Threads: 1, Live: 1, Enabled: 1, Pending: []strategy.Op{{Kind: kind, Object: 3}}}
			require.Equal(t, 0, r.Pick(s))
			r.Did(s, 0, s.Pending[0])
			require.Equal(t, same, r.Fault() == nil, "%v as %v: %v", kind, recorded, r.Fault())
			require.Less(t, kind.Recorded(), strategy.Kind(16), "a recorded schedule has four bits for it")
		}
	}
}
