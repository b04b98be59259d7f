package pool_test

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/pool"
)

// For all lengths and grains, each index is done once.
func TestFor_EachOnce(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(0, 5000).Draw(t, "n")
			grain := rapid.IntRange(0, 600).Draw(t, "grain")
			did := make([]atomic.Int32, n)
			require.NoError(t, pool.For(bg, x, n, func(lo, hi int) {
				if lo >= hi || grain > 0 && hi-lo > grain {
					t.Errorf("%d to %d", lo, hi)
				}
				for i := lo; i < hi; i++ {
					did[i].Add(1)
				}
			}, pool.Grain(grain)))
			for i := range did {
				require.EqualValues(t, 1, did[i].Load(), i)
			}
		})
	})
}

func TestFor_EmptyAndOne(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		for n := range 3 {
			var calls atomic.Int32
			require.NoError(t, pool.ForEach(bg, x, n, func(i int) { calls.Add(1) }))
			require.EqualValues(t, n, calls.Load())
		}
	})
}

func TestGrain_LastOneCounts(t *testing.T) {
	calls := 0
	p := newPool(t, 1)
	body := func(lo, hi int) { calls++ }
	require.NoError(t, pool.For(bg, p, math.MaxInt, body, pool.Grain(1), pool.Grain(math.MaxInt)))
	require.Equal(t, 1, calls)
}

// Loops nest on the worker that each range gets.
func TestForWorker_Nested(t *testing.T) {
	const rows, columns = 40, 60
	places(t, func(t *testing.T, x pool.Executor) {
		var cells [rows][columns]atomic.Int32
		require.NoError(t, pool.ForWorker(bg, x, rows, func(w *pool.Worker, lo, hi int) {
			for row := lo; row < hi; row++ {
				err := pool.ForWorker(bg, w, columns, func(w *pool.Worker, lo, hi int) {
					sum, err := pool.Reduce(bg, w, make([]int, hi-lo), 0, func(r, _ int) int { return r + 1 }, add)
					if err != nil || sum != hi-lo {
						t.Error(sum, err)
					}
					for column := lo; column < hi; column++ {
						cells[row][column].Add(1)
					}
				}, pool.Grain(7))
				if err != nil {
					t.Error(err)
				}
			}
		}, pool.Grain(1)))
		for row := range cells {
			for column := range cells[row] {
				require.EqualValues(t, 1, cells[row][column].Load())
			}
		}
	})
}

// Slow indices are divided wherever they are, so each of two workers does its share. The loop
// only sleeps: the load of the machine does not matter.
func TestFor_Skewed(t *testing.T) {
	const n, dear = 2000, 100
	for _, first := range []int{0, n / 3, n - dear} {
		for _, grain := range []int{0, 1} {
			if grain == 0 && first > 0 {
				continue // all may be in one range: that is the use of Grain(1)
			}
			t.Run(fmt.Sprint(first, "/", grain), func(t *testing.T) {
				p := newPool(t, 2)
				var mu sync.Mutex
				did := map[*pool.Worker]int{}
				require.NoError(t, pool.ForWorker(bg, p, n, func(w *pool.Worker, lo, hi int) {
					for i := lo; i < hi; i++ {
						if i >= first && i < first+dear {
							time.Sleep(time.Millisecond)
							mu.Lock()
							did[w]++
							mu.Unlock()
						}
					}
				}, pool.Grain(grain)))
				require.Len(t, did, 2)
				for _, k := range did {
					require.Greater(t, k, dear/5)
				}
			})
		}
	}
}

// ForEach calls its body for each index once, in ranges of any length.
func TestForEach_RangesOfAnyLength(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for n := range 40 {
		count := make([]int, n)
		require.NoError(t, pool.ForEach(background, p, n, func(i int) { count[i]++ }, pool.Grain(100)))
		for i, c := range count {
			require.Equal(t, 1, c, "index %d of %d", i, n)
		}
	}
}
