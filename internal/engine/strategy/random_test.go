package strategy_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// A seed means the same schedules as with the generator of package rand.
func TestRandom_DrawsLikePCG(t *testing.T) {
	for seed := range uint64(20) {
		s, want := strategy.NewRandom(seed), rand.New(rand.NewPCG(seed, 0x5c4ed))
		for n := 1; n < 200; n++ {
			require.Equal(t, want.IntN(n), s.Choose(nil, n), "seed %d, number %d", seed, n)
		}
	}
}
