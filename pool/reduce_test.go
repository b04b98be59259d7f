package pool_test

import (
	"slices"
	"testing"

	"github.com/stealproof/stealproof/pool"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Concatenation is associative and not commutative, so it shows the order.
func TestReduce_AsPlainLoop(t *testing.T) {
	collect := func(r []int, v int) []int { return append(r, v) }
	concat := func(a, b []int) []int { return append(a, b...) }
	places(t, func(t *testing.T, x pool.Executor) {
		rapid.Check(t, func(t *rapid.T) {
			in := rapid.SliceOfN(rapid.Int(), 0, 2000).Draw(t, "in")
			grain := rapid.IntRange(0, 100).Draw(t, "grain")
			got, err := pool.Reduce(bg, x, in, nil, collect, concat, pool.Grain(grain))
			require.NoError(t, err)
			require.True(t, slices.Equal(in, got))
		})
	})
}

// With a grain, a sum of floats does not depend on which workers are idle.
func TestReduce_SameFloats(t *testing.T) {
	in := make([]float64, 20_000)
	for i := range in {
		in[i] = 1 / float64(i+1)
	}
	plus := func(a, b float64) float64 { return a + b }
	want, err := pool.Reduce(bg, newPool(t, 1), in, 0, plus, plus, pool.Grain(100))
	require.NoError(t, err)
	places(t, func(t *testing.T, x pool.Executor) {
		for range 20 {
			got, err := pool.Reduce(bg, x, in, 0, plus, plus, pool.Grain(100))
			require.NoError(t, err)
			require.Equal(t, want, got) // bit by bit
		}
	})
}

// Results may be nil interfaces.
func TestReduce_Interfaces(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		first := func(a, b error) error {
			if a != nil {
				return a
			}
			return b
		}
		got, err := pool.Reduce(bg, x, make([]error, 3000), nil, first, first, pool.Grain(10))
		require.NoError(t, err)
		require.NoError(t, got)
	})
}
