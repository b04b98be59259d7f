//go:build stealproof_counters

package fuzzer

import (
	"slices"
	"testing"
	_ "unsafe" // for linkname

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
)

// coverage returns the counters that Go's fuzzer reads.
//
//go:linkname coverage internal/fuzz.coverage
func coverage() []byte

// TestCounters_EachFeatureHasItsOwn runs in a build of this package for Go's fuzzer.
// TestCount_EachFeatureHasItsOwnCounter makes this build and runs it.
func TestCounters_EachFeatureHasItsOwn(t *testing.T) {
	all := coverage()
	require.Greater(t, len(all), counters, "the package has no counters")
	before, after := make([]byte, len(all)), make([]byte, len(all))
	moved := func(feature uint16) []int {
		copy(before, all)
		count(feature)
		copy(after, all)
		return changed(before, after)
	}
	// The counter of a feature is the one that no other feature changes. The other counters count calls of
	// count, and of one copy of the switch.
	movedBy := map[int][]int{} // features, by counter
	for n := range counters {
		for _, c := range moved(uint16(n)) {
			movedBy[c] = append(movedBy[c], n)
		}
	}
	owner := map[int]int{}
	for n := range counters {
		mine := slices.DeleteFunc(moved(uint16(n)), func(c int) bool { return len(movedBy[c]) >= blocks })
		require.Len(t, mine, 1, "counters of feature %d", n)
		other, taken := owner[mine[0]]
		require.False(t, taken, "feature %d has the counter of feature %d", n, other)
		owner[mine[0]] = n
	}
	for n := counters; n < engine.Features; n += counters/2 + 1 { // these share a counter with a smaller feature
		mine := slices.DeleteFunc(moved(uint16(n)), func(c int) bool { return len(movedBy[c]) >= blocks })
		require.Len(t, mine, 1, "counters of feature %d", n)
		require.Equal(t, n%counters, owner[mine[0]])
	}
}

// changed returns the counters that differ.
func changed(before, after []byte) (all []int) {
	for i := range before {
		if before[i] != after[i] {
			all = append(all, i)
		}
	}
	return all
}
