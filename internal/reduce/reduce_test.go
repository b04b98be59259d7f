package reduce

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The elements that are needed stay, in their order, and no other.
func TestList_OneMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 12).Draw(t, "list")
		need := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 3).Draw(t, "need")
		keeps := func(l []int) bool { // need is a subsequence
			rest := need
			for _, x := range l {
				if len(rest) > 0 && x == rest[0] {
					rest = rest[1:]
				}
			}
			return len(rest) == 0
		}
		before, calls := slices.Clone(list), 0
		got := List(list, func(shorter []int) bool {
			calls++
			return keeps(shorter)
		})
		require.Equal(t, before, list, "it has changed the list")
		require.LessOrEqual(t, calls, 2*len(list)*len(list)+2*len(list))
		if !keeps(list) {
			require.Equal(t, list, got)
			return
		}
		require.True(t, len(got) == len(need) && (len(need) == 0 || slices.Equal(got, need)), got)
	})
}

// What can be left out only after another has been is left out too.
func TestList_AgainUntilNothingGoes(t *testing.T) {
	list := []int{1, 2, 3, 4, 5, 6, 7, 0}
	left := len(list)
	onlyTheFirst := func(l []int) bool {
		if len(l) == 0 || len(l) != left-1 || !slices.Equal(l, list[len(list)-len(l):]) {
			return false
		}
		left--
		return true
	}
	require.Equal(t, []int{0}, List(list, onlyTheFirst))
}

// The first of equal elements stay.
func TestList_TheFirstStay(t *testing.T) {
	at := func(l []*int) bool { return len(l) >= 2 }
	a, b, c, d := new(int), new(int), new(int), new(int)
	got := List([]*int{a, b, c, d}, at)
	require.Len(t, got, 2)
	require.Same(t, a, got[0])
	require.Same(t, b, got[1])
}
