package pool_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/pool"
)

// grains make parts divide often, down to pivots out of few elements.
var grains = []int{0, 1, 16, 100}

func TestSort_AsSlices(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		rapid.Check(t, func(t *rapid.T) {
			// There are few values, so that many are equal, or all integers.
			limit := rapid.SampledFrom([]int{0, 1, 10, math.MaxInt}).Draw(t, "limit")
			s := rapid.SliceOfN(rapid.IntRange(-limit, limit), 0, 1000).Draw(t, "s")
			grain := rapid.SampledFrom(grains).Draw(t, "grain")
			want, down := slices.Sorted(slices.Values(s)), slices.Clone(s)
			require.NoError(t, pool.Sort(bg, x, s, pool.Grain(grain)))
			require.True(t, slices.Equal(want, s))
			require.NoError(t, pool.SortFunc(bg, x, down, func(a, b int) int { return cmp.Compare(b, a) }, pool.Grain(grain)))
			slices.Reverse(down)
			require.True(t, slices.Equal(want, down))
		})
	})
}

// patterns contain inputs on which quicksorts are known to be slow.
var patterns = map[string]func(i, n int) int{
	"sorted":     func(i, n int) int { return i },
	"reversed":   func(i, n int) int { return n - i },
	"equal":      func(i, n int) int { return 7 },
	"two values": func(i, n int) int { return i * 7919 % 2 },
	"few values": func(i, n int) int { return i * 7919 % 13 },
	"organ pipe": func(i, n int) int { return min(i, n-i) },
	"sawtooth":   func(i, n int) int { return i % (n/10 + 1) },
	"rotated":    func(i, n int) int { return (i + n/3) % n },
	"last wrong": func(i, n int) int { return (i + 1) % n },
	"random":     func(i, n int) int { return int(rand.New(rand.NewPCG(uint64(i), 1)).Uint32()) },
}

func TestSort_Patterns(t *testing.T) {
	const n = 20_000
	for name, f := range patterns {
		t.Run(name, func(t *testing.T) {
			places(t, func(t *testing.T, x pool.Executor) {
				s := make([]int, n)
				for i := range s {
					s[i] = f(i, n)
				}
				want := slices.Sorted(slices.Values(s))
				byFunc := slices.Clone(s)
				require.NoError(t, pool.Sort(bg, x, s))
				require.True(t, slices.Equal(want, s))
				require.NoError(t, pool.SortFunc(bg, x, byFunc, cmp.Compare[int], pool.Grain(16)))
				require.True(t, slices.Equal(want, byFunc), "SortFunc")
			})
		})
	}
}

// A sorted slice, in either order, takes one comparison for each element.
func TestSort_Linear(t *testing.T) {
	const n = 20_000
	for _, order := range []int{1, -1} {
		s := make([]int, n)
		for i := range s {
			s[i] = order * i
		}
		compares := 0
		require.NoError(t, pool.SortFunc(bg, newPool(t, 1), s, func(a, b int) int { compares++; return cmp.Compare(a, b) }))
		require.True(t, slices.IsSorted(s))
		require.LessOrEqual(t, compares, n+10)
	}
}

func TestSort_NaN(t *testing.T) {
	s := make([]float64, 10_000)
	for i := range s {
		s[i] = float64(i * 7919 % 10_000)
		if i%3 == 0 {
			s[i] = math.NaN()
		}
	}
	require.NoError(t, pool.Sort(bg, newPool(t, 2), s, pool.Grain(16)))
	require.True(t, slices.IsSorted(s))
}

// The adversary answers comparisons so that each pivot is bad (McIlroy, A Killer Adversary for
// Quicksort). Even then, the sort is not quadratic.
func TestSortFunc_Adversary(t *testing.T) {
	const n = 20_000
	for workers := 1; workers <= 2; workers++ {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			p := newPool(t, workers)
			// The adversary cannot answer two comparisons at the same time. So one worker
			// finds the bad input, and the test then sorts that input with more workers.
			input := killer(n, func(s []int, compare func(a, b int) int) {
				require.NoError(t, pool.SortFunc(bg, newPool(t, 1), s, compare))
			})
			var count atomic.Int64
			require.NoError(t, pool.SortFunc(bg, p, input, func(a, b int) int {
				count.Add(1)
				return cmp.Compare(a, b)
			}))
			require.True(t, slices.IsSorted(input))
			require.Less(t, count.Load(), int64(n*15*5)) // log2(n) is 15
		})
	}
}

// killer returns the input of n elements on which a sort is slowest.
func killer(n int, sort func([]int, func(a, b int) int)) []int {
	gas := n
	value, items := make([]int, n), make([]int, n)
	for i := range value {
		value[i], items[i] = gas, i
	}
	solid, candidate := 0, 0
	sort(items, func(a, b int) int {
		if value[a] == gas && value[b] == gas {
			if a == candidate {
				value[a] = solid
			} else {
				value[b] = solid
			}
			solid++
		}
		if value[a] == gas {
			candidate = a
		} else if value[b] == gas {
			candidate = b
		}
		return cmp.Compare(value[a], value[b])
	})
	return value
}

// All elements are kept, even if the comparison contradicts itself.
func TestSortFunc_Contradictions(t *testing.T) {
	const n = 5000
	places(t, func(t *testing.T, x pool.Executor) {
		for name, compare := range map[string]func(a, b int) int{
			"always less":    func(a, b int) int { return -1 },
			"always more":    func(a, b int) int { return 1 },
			"always equal":   func(a, b int) int { return 0 },
			"random":         func(a, b int) int { return rand.IntN(3) - 1 },
			"not transitive": func(a, b int) int { return (a-b+n)%3 - 1 },
		} {
			s := rand.New(rand.NewPCG(1, 2)).Perm(n)
			require.NoError(t, pool.SortFunc(bg, x, s, compare, pool.Grain(16)), name)
			all(t, s)
		}
	})
}

// All elements are kept if the comparison panics.
func TestSortFunc_PanicKeepsAll(t *testing.T) {
	places(t, func(t *testing.T, x pool.Executor) {
		s := rand.New(rand.NewPCG(1, 2)).Perm(5000)
		var calls atomic.Int32
		e := panicOf(func() {
			_ = pool.SortFunc(bg, x, s, func(a, b int) int {
				if calls.Add(1) == 30_000 {
					panic("oops")
				}
				return cmp.Compare(a, b)
			}, pool.Grain(16))
		})
		require.NotNil(t, e)
		require.Equal(t, "oops", e.Value)
		all(t, s)
	})
}

// all fails the test unless s has all numbers below its length.
func all(t *testing.T, s []int) {
	t.Helper()
	slices.Sort(s)
	for i, v := range s {
		require.Equal(t, i, v)
	}
}

// Functions that are nil are refused at once, by all sorts.
func TestSort_NilFunction(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for _, n := range []int{0, 1, 2, 100_000} {
		panicsOfPool(t, func() { _ = pool.SortFunc(background, p, make([]int, n), nil) })
	}
}
