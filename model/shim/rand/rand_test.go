package rand_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/rand"
	v2 "github.com/stealproof/stealproof/model/shim/rand/v2"
)

// outcomes returns all results of a function, sorted.
func outcomes(t *testing.T, f func() string) []string {
	t.Helper()
	found := map[string]bool{}
	r := sched.Search(func(*sched.S) { found[f()] = true }, sched.Options{})
	require.Equal(t, sched.Exhausted, r.Ending, "%v", r.Failure)
	require.Equal(t, r.Executions, len(found), "each once")
	return slices.Sorted(maps.Keys(found))
}

func TestChoices(t *testing.T) {
	of := func(f func() int) []string { return outcomes(t, func() string { return fmt.Sprint(f()) }) }
	require.Equal(t, []string{"0", "1", "2"}, of(func() int { return v2.IntN(3) }))
	require.Equal(t, []string{"0", "1", "2"}, of(func() int { return rand.Intn(3) }))
	require.Equal(t, []string{"0"}, of(func() int { return int(v2.Uint32N(1)) }))
	require.Equal(t, []string{"0", "1", "2", "3", "4", "5", "6", "7"}, of(func() int { return int(v2.N(uint8(8))) }))
	require.Equal(t, []string{"0", "100", "14", "28", "42", "57", "71", "85"}, of(func() int { return v2.IntN(101) }))
	require.Len(t, of(func() int { return int(v2.Int64N(1<<63 - 1)) }), 8)
	require.Len(t, of(func() int { return len(v2.Perm(0)) }), 1)
	require.Len(t, outcomes(t, func() string { return fmt.Sprint(v2.Perm(4)) }), 24)
	require.Equal(t, []string{"[0 1 2 3 4]", "[1 2 3 4 0]", "[2 3 4 0 1]", "[3 4 0 1 2]", "[4 0 1 2 3]"},
		outcomes(t, func() string { return fmt.Sprint(rand.Perm(5)) }))
	// All remainders by small numbers occur.
	for n := uint64(2); n <= 8; n++ {
		for name, f := range map[string]func() uint64{
			"Uint64": v2.Uint64,
			"Uint32": func() uint64 { return uint64(v2.Uint32()) },
			"Int":    func() uint64 { return uint64(rand.Int()) },
			"Int63":  func() uint64 { return uint64(rand.Int63()) },
			"Int31":  func() uint64 { return uint64(rand.Int31()) },
		} {
			seen := map[uint64]bool{}
			sched.Search(func(*sched.S) { seen[f()%n] = true }, sched.Options{})
			require.Len(t, seen, int(n), "remainders by %d of %s", n, name)
		}
	}
}

func TestPanics(t *testing.T) {
	for _, f := range []func(){func() { v2.IntN(0) }, func() { v2.IntN(-1) }, func() { v2.Uint64N(0) }, func() { rand.Intn(0) }, func() { v2.N(int8(-3)) }} {
		require.Panics(t, f)
		r := sched.Search(func(*sched.S) { f() }, sched.Options{})
		require.Equal(t, sched.RulePanic, r.Failure.Rule)
		require.Contains(t, r.Failure.Detail, "invalid argument to ")
	}
}

func TestFractions(t *testing.T) {
	check := func(*sched.S) {
		for _, x := range []float64{v2.Float64(), float64(v2.Float32()), rand.Float64(), float64(rand.Float32())} {
			if x < 0 || x >= 1 {
				panic(x)
			}
		}
	}
	require.Equal(t, sched.Exhausted, sched.Search(check, sched.Options{}).Ending)
	check(nil)
}
