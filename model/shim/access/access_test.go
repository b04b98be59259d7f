package access_test

import (
	"math"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stretchr/testify/require"
)

func keysOf[K comparable, V any](m map[K]V) (keys []K) {
	for _, e := range access.Entries(0, m) {
		keys = append(keys, e.Key)
	}
	return keys
}

// A replay repeats the order of a map's keys.
func TestEntries_AreSortedUnderTheScheduler(t *testing.T) {
	type name string
	numbers, names := map[int8]bool{}, map[name]bool{}
	for i := range 100 {
		numbers[int8(i-50)] = true
		names[name(rune('a'+i))] = true
	}
	var gotNumbers []int8
	var gotNames []name
	sched.Search(func(*sched.S) { gotNumbers, gotNames = keysOf(numbers), keysOf(names) }, sched.Options{})
	require.IsIncreasing(t, gotNumbers)
	require.IsIncreasing(t, gotNames)
	require.Len(t, gotNumbers, len(numbers))
	require.ElementsMatch(t, gotNumbers, keysOf(numbers))
}

// repeats fails the test unless two executions see the same keys. The keys are made anew for each.
func repeats[K comparable](t *testing.T, name string, key func(i int) K, show func(K) int) {
	t.Helper()
	var seen [2][]int
	for i := range seen {
		sched.Search(func(*sched.S) {
			seen[i] = nil
			m := map[K]bool{}
			for j := range 40 {
				m[access.Key(key(j))] = true
			}
			for _, k := range keysOf(m) {
				seen[i] = append(seen[i], show(k))
			}
		}, sched.Options{})
	}
	require.Len(t, seen[0], 40, name)
	require.Equal(t, seen[0], seen[1], name)
}

func TestEntries_AllKindsOfKeysHaveAnOrder(t *testing.T) {
	type pair struct {
		a string
		n int
	}
	type same struct{ _ [2]int }
	number := map[*same]int{}
	repeats(t, "struct", func(i int) pair { return pair{"x", i} }, func(k pair) int { return k.n })
	repeats(t, "array", func(i int) [2]int { return [2]int{1, i} }, func(k [2]int) int { return k[1] })
	repeats(t, "complex", func(i int) complex128 { return complex(1, float64(i)) }, func(k complex128) int { return int(imag(k)) })
	repeats(t, "interface", func(i int) any {
		if i%2 == 0 {
			return i
		}
		return pair{"y", i}
	}, func(k any) int {
		if p, is := k.(pair); is {
			return p.n
		}
		return k.(int)
	})
	repeats(t, "pointers to equal values", func(i int) *same {
		p := new(same)
		number[p] = i
		return p
	}, func(k *same) int { return number[k] })
	repeats(t, "pointers in structs", func(i int) struct{ p any } {
		p := new(same)
		number[p] = i
		return struct{ p any }{p}
	}, func(k struct{ p any }) int { return number[k.p.(*same)] })
}

// Pointers that were put in before, by code that is not rewritten, are in the order of their values.
func TestEntries_UnknownPointersAreOrderedByTheirValues(t *testing.T) {
	m := map[*int]bool{}
	for i := range 40 {
		m[&[]int{i}[0]] = true
	}
	sched.Search(func(*sched.S) {
		var got []int
		for _, p := range keysOf(m) {
			got = append(got, *p)
		}
		require.IsIncreasing(t, got)
	}, sched.Options{})
}

// No index finds a NaN. Only clear removes it.
func TestEntries_OfNaN(t *testing.T) {
	m := map[float64]int{math.NaN(): 1, 2: 2}
	m[math.NaN()] = 3
	sum := 0
	for _, e := range access.Entries(0, m) {
		v, ok := access.Value(0, m, e)
		require.True(t, ok)
		sum += v
	}
	require.Equal(t, 6, sum)
	entries := access.Entries(0, m)
	delete(m, 2)
	left := 0
	for _, e := range entries {
		if _, ok := access.Value(0, m, e); ok {
			left++
		}
	}
	require.Equal(t, 2, left)
	access.ClearMap(0, m)
	for _, e := range entries {
		_, ok := access.Value(0, m, e)
		require.False(t, ok)
	}
}

// Without a scheduler, reporting an access allocates nothing.
func TestAccess_CostsNothingUnscheduled(t *testing.T) {
	x, s := 0, make([]int, 1, 8)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		*access.W(1, access.At(2, &x)) = access.Again(3, *access.R(4, &s[0])) + 8
		access.Item(7, s, 0)
		_ = access.Append(8, s)(2)
		_ = access.Key(&x)
	}))
	require.Equal(t, 8, x)
}

func TestGo_RunsItsArgument(t *testing.T) {
	done := make(chan string)
	access.Go(1, func() { done <- "a" })
	require.Equal(t, "a", <-done)
	access.Go(1, access.Late(2, func() { done <- "b" }))
	require.Equal(t, "b", <-done)
}
