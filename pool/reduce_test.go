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

// A fold of parts is the plain loop, whichever parts there are. No part is empty, and none reaches
// beyond its end.
func TestReduceParts_AsPlainLoop(t *testing.T) {
	collect := func(r, part []int) []int {
		if len(part) == 0 || cap(part) != len(part) {
			panic("a part that is empty, or that reaches into the next one")
		}
		return append(r, part...)
	}
	concat := func(a, b []int) []int { return append(a, b...) }
	places(t, func(t *testing.T, x pool.Executor) {
		rapid.Check(t, func(t *rapid.T) {
			in := rapid.SliceOfN(rapid.Int(), 0, 2000).Draw(t, "in")
			grain := rapid.IntRange(0, 100).Draw(t, "grain")
			got, err := pool.ReduceParts(bg, x, in, nil, collect, concat, pool.Grain(grain))
			require.NoError(t, err)
			require.True(t, slices.Equal(in, got))
		})
	})
}

// A fold that panics ends the call, and missing functions are told at once.
func TestReduceParts_Panics(t *testing.T) {
	p := newPool(t, 2)
	plus := func(a, b int) int { return a + b }
	func() {
		defer func() {
			failed, is := recover().(*pool.PanicError)
			require.True(t, is)
			require.Equal(t, "boom", failed.Value)
		}()
		_, _ = pool.ReduceParts(bg, p, make([]int, 5000), 0, func(int, []int) int { panic("boom") }, plus)
	}()
	require.PanicsWithValue(t, "pool: a nil function", func() { _, _ = pool.ReduceParts(bg, p, []int{1}, 0, nil, plus) })
	require.PanicsWithValue(t, "pool: a nil function", func() {
		_, _ = pool.ReduceParts(bg, p, []int{1}, 0, func(a int, _ []int) int { return a }, nil)
	})
}
