package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// The same two accesses in the other order are another feature.
func TestPairs_TellTheOrder(t *testing.T) {
	met := func(threads ...int) []uint16 {
		p := &pairs{}
		p.reset()
		for _, thread := range threads {
			p.step(thread, strategy.Op{Kind: strategy.Write, Object: 0}, uint32(1000+thread))
		}
		return p.found
	}
	require.Len(t, met(1, 2), 1)
	require.Len(t, met(2, 1), 1)
	require.NotEqual(t, met(1, 2), met(2, 1))
}
