package access_test

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stretchr/testify/require"
)

// A replay repeats the order of a map's keys.
func TestKeys_AreSortedUnderTheScheduler(t *testing.T) {
	type name string
	numbers, names := map[int8]bool{}, map[name]bool{}
	for i := range 100 {
		numbers[int8(i-50)] = true
		names[name(rune('a'+i))] = true
	}
	var gotNumbers []int8
	var gotNames []name
	sched.Search(func(*sched.S) {
		gotNumbers, gotNames = access.Keys(0, numbers), access.Keys(0, names)
	}, sched.Options{})
	require.IsIncreasing(t, gotNumbers)
	require.IsIncreasing(t, gotNames)
	require.Len(t, gotNumbers, len(numbers))
	require.ElementsMatch(t, gotNumbers, access.Keys(0, numbers))
}

// Without a scheduler, reporting an access allocates nothing.
func TestAccess_CostsNothingUnscheduled(t *testing.T) {
	x, s := 0, make([]int, 1, 8)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		*access.W(1, access.At(2, &x)) = access.Again(3, *access.R(4, &s[0]))
		access.Set(5, &x)(7)
		access.Update(6, &x)(1, access.Add)
		access.Item(7, s, 0)
		_ = access.Append(8, s)(2)
	}))
	require.Equal(t, 8, x)
}

func TestGo_RunsItsArgument(t *testing.T) {
	done := make(chan string)
	access.Go(1, access.Bind2V(func(a string, more ...string) { done <- a + more[0] })("a", "b"))
	require.Equal(t, "ab", <-done)
	access.Go(1, access.Late(2, access.Bind1R1(func(a string) error { done <- a; return nil })("c")))
	require.Equal(t, "c", <-done)
}
