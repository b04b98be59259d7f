package maphash_test

import (
	"hash"
	std "hash/maphash"
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/maphash"
)

type key struct {
	name string
	n    [2]int8
	x    any
	f    float64
}

func TestComparable(t *testing.T) {
	seed := maphash.MakeSeed()
	require.Equal(t, seed, maphash.MakeSeed())
	require.Equal(t, maphash.Comparable(seed, 0.0), maphash.Comparable(seed, math.Copysign(0, -1)), "they are equal")
	require.Equal(t, maphash.Comparable(seed, complex(0, 1)), maphash.Comparable(seed, complex(math.Copysign(0, -1), 1)), "they are equal")
	n, m := new(int), new(int)
	require.Equal(t, maphash.Comparable(seed, n), maphash.Comparable(seed, m), "addresses do not count")
	all := map[uint64]key{}
	for _, k := range []key{{}, {name: "a"}, {n: [2]int8{1, 0}}, {n: [2]int8{0, 1}}, {x: 1}, {x: int8(1)}, {x: true}, {x: false}, {f: 1}, {f: 2}} {
		h := maphash.Comparable(seed, k)
		require.Equal(t, h, maphash.Comparable(seed, k))
		require.NotContains(t, all, h, "of %v", k)
		all[h] = k
	}
	require.Panics(t, func() { maphash.Comparable[any](seed, []int{}) })
	require.Panics(t, func() { maphash.String(maphash.Seed{}, "") })
}

// Buckets of small tables are all used.
func TestHash_Spreads(t *testing.T) {
	seed, used := maphash.MakeSeed(), map[uint64]int{}
	for i := range 800 {
		used[maphash.Comparable(seed, i)&7]++
		used[8+maphash.Comparable(seed, i)>>61]++
	}
	require.Len(t, used, 16)
	for b, n := range used {
		require.InDelta(t, 100, n, 40, "bucket %d", b)
	}
}

func TestHash_Parts(t *testing.T) {
	var h, other maphash.Hash
	_, _ = h.WriteString("abc")
	_ = h.WriteByte('d')
	require.Equal(t, maphash.String(h.Seed(), "abcd"), h.Sum64())
	c, err := h.Clone()
	require.NoError(t, err)
	require.Equal(t, h.Sum(nil), c.(hash.Hash).Sum(nil))
	h.Reset()
	require.Equal(t, other.Sum64(), h.Sum64())
	require.NotEqual(t, h.Sum(nil), c.(hash.Hash).Sum(nil))
	require.Equal(t, unsafe.Sizeof(std.Hash{}), unsafe.Sizeof(h))
	require.Equal(t, unsafe.Sizeof(std.Seed{}), unsafe.Sizeof(maphash.Seed{}))
	require.Equal(t, new(std.Hash).BlockSize(), h.BlockSize())
}

// A Hash is plain memory, and two threads must not use it at once.
func TestHash_Races(t *testing.T) {
	race := sched.Search(func(s *sched.S) {
		var h maphash.Hash
		s.Go(func() { _, _ = h.WriteString("a") })
		s.Go(func() { h.Sum64() })
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.RuleRace, race.Failure.Rule)
	none := sched.Search(func(s *sched.S) {
		var h maphash.Hash
		h.SetSeed(maphash.MakeSeed())
		s.Go(func() { h.Sum64() })
		s.Go(func() { h.Sum64() })
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.Exhausted, none.Ending)
}
