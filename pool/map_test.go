package pool_test

import (
	"strconv"
	"testing"

	"github.com/stealproof/stealproof/pool"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMap_AsPlainLoop(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		rapid.Check(t, func(t *rapid.T) {
			in := rapid.SliceOfN(rapid.Int(), 0, 2000).Draw(t, "in")
			grain := rapid.IntRange(0, 100).Draw(t, "grain")
			want := make([]string, len(in))
			for i, v := range in {
				want[i] = strconv.Itoa(v)
			}
			got, err := pool.Map(bg, x, in, strconv.Itoa, pool.Grain(grain))
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	})
}

func TestMapInto_Itself(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		s := make([]int, 10_000)
		for i := range s {
			s[i] = i
		}
		require.NoError(t, pool.MapInto(bg, x, s, s, func(i int) int { return -i }))
		for i, v := range s {
			require.Equal(t, -i, v)
		}
	})
}
