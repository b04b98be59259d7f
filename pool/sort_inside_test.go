package pool

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// These tests look inside Sort. Each has failed with its line broken.

// The pivot is the median of three medians of three.
func TestPivot_IsAMedian(t *testing.T) {
	median := func(s []int) int { return slices.Sorted(slices.Values(s))[1] }
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		s := r.Perm(100)
		nine := []int{s[10], s[20], s[30], s[40], s[50], s[60], s[70], s[80], s[90]}
		want := median([]int{median(nine[:3]), median(nine[3:6]), median(nine[6:])})
		require.Equal(t, want, s[pivot(len(s), func(i, j int) bool { return s[i] < s[j] })])
	}
}

// A division puts the pivot in its final place: smaller elements come before it, and no smaller one after it. The
// element before the second part is that pivot, so no other task writes it.
func TestSplit_PutsThePivotInItsPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, values := range []int{1, 2, 5, 1000} {
		for range 20 {
			s := make([]int, 100)
			for i := range s {
				s[i] = r.IntN(values)
			}
			p := s[pivot(len(s), func(i, j int) bool { return s[i] < s[j] })]
			twin := slices.Clone(s)
			lo, hi := split(s, nil)
			lo2, hi2 := splitFunc(twin, nil, cmp.Compare[int])
			require.Equal(t, []int{lo, lo + 1}, []int{lo2, hi2})
			require.Equal(t, lo+1, hi)
			require.Equal(t, s, twin)
			require.Equal(t, p, s[lo])
			for i, v := range s {
				require.Equal(t, i < lo, v < p, "%d at %d", v, i)
			}
		}
	}
}

// Many equal elements are put aside together. If they were not, Sort would compare each of them in some 17 divisions.
func TestSort_ManyEqualElements(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	s := make([]int, 1<<16)
	for i := range s {
		s[i] = 1
		if i%1000 == 999 {
			s[i] = i / 1000 % 2 * 2
		}
	}
	compared := 0
	compare := func(a, b int) int { compared++; return a - b }
	require.NoError(t, SortFunc(context.Background(), p, s, compare))
	require.True(t, slices.IsSorted(s))
	require.Less(t, compared, 8*len(s))
}

// divisionsOf sorts n elements with a given division, on one worker. It returns how often it divides, and the lengths of the
// parts that are left to the sort for one worker, in their order.
func divisionsOf(t *testing.T, n int, split func(n int) (lo, hi int)) (divided int, left []int) {
	p := opened(t, Options{Workers: 1})
	q := &quicksort[int]{
		s:        make([]int, n),
		sorted:   func([]int) bool { return false },
		reversed: func([]int) bool { return false },
		sort:     func(s []int) { left = append(left, len(s)) },
		split: func(s []int, _ *int) (int, int) {
			divided++
			return split(len(s))
		},
	}
	require.NoError(t, q.run(context.Background(), p, []LoopOption{Grain(smallest)}))
	return divided, left
}

// Each bad pivot counts, also one that is the smallest element. After a few of them the part is left to the sort for one
// worker.
func TestSort_GivesUpAfterBadPivots(t *testing.T) {
	const n = 4096
	divided, left := divisionsOf(t, n, func(int) (int, int) { return 0, 1 })
	require.LessOrEqual(t, divided, bits.Len(n)+1)
	require.Greater(t, slices.Max(left), n/2)
}

// The worker goes on with the larger part, and forks the smaller one.
func TestSort_ForksTheSmallerPart(t *testing.T) {
	_, left := divisionsOf(t, smallest+1, func(int) (int, int) { return 4, 5 })
	require.Equal(t, []int{12, 4}, left)
	_, left = divisionsOf(t, smallest+1, func(int) (int, int) { return 12, 13 })
	require.Equal(t, []int{12, 4}, left)
}

// A strictly descending slice is reversed, and no other one.
func TestSort_Reverses(t *testing.T) {
	for _, c := range []struct {
		s    []int
		want bool
	}{{[]int{3, 2, 1}, true}, {[]int{1, 3, 2}, false}, {[]int{3, 1, 2}, false}} {
		require.Equal(t, c.want, reversed(c.s))
		require.Equal(t, c.want, reversedFunc(c.s, cmp.Compare[int]))
	}
}

// Parts of up to the grain are left to the sort for one worker, and no larger ones.
func TestSort_Grain(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	for _, c := range []struct {
		n      int
		opts   []LoopOption
		splits bool
	}{{sortGrain, nil, false}, {sortGrain + 1, nil, true}, {100, []LoopOption{Grain(100)}, false}, {101, []LoopOption{Grain(100)}, true}, {smallest, []LoopOption{Grain(1)}, false}} {
		splits := false
		q := &quicksort[int]{
			s:        make([]int, c.n),
			sorted:   func([]int) bool { return false },
			reversed: func([]int) bool { return false },
			sort:     func([]int) {},
			split:    func(s []int, _ *int) (int, int) { splits = true; return len(s) / 2, len(s)/2 + 1 },
		}
		require.NoError(t, q.run(context.Background(), p, c.opts))
		require.Equal(t, c.splits, splits, "%d elements", c.n)
	}
}

// splitFunc divides like split, and every element stays.
func TestSplit_PutsEqualsAside(t *testing.T) {
	s := make([]int, 100)
	for i := range s {
		s[i] = 3 + i*7%5/4 // most are 3, the others 4
	}
	three := 3
	twin := slices.Clone(s)
	lo, hi := split(s, &three)
	lo2, hi2 := splitFunc(twin, &three, cmp.Compare[int])
	require.Equal(t, []int{lo, hi}, []int{lo2, hi2})
	require.Equal(t, []int{0, 80}, []int{lo, hi})
	for i, v := range s {
		require.Equal(t, i >= hi, v == 4)
		require.Equal(t, v, twin[i])
	}
}
