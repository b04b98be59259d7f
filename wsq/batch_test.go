package wsq_test

import (
	"slices"
	"testing"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

// batchDeque has the operations that ChaseLev and Locked add to Deque.
type batchDeque interface {
	wsq.Deque[*int]
	wsq.BatchThief[*int]
	wsq.FIFOOwner[*int]
	Len() int
}

func forEachBatchDeque(t *testing.T, test func(t *testing.T, make func() batchDeque)) {
	t.Run("ChaseLev", func(t *testing.T) {
		test(t, func() batchDeque { return wsq.NewChaseLev[*int](2) })
	})
	t.Run("Locked", func(t *testing.T) {
		test(t, func() batchDeque { return wsq.NewLocked[*int](2) })
	})
}

func TestStealBatch_TakesHalfRoundedUp(t *testing.T) {
	forEachBatchDeque(t, func(t *testing.T, makeDeque func() batchDeque) {
		for items := 1; items <= 9; items++ {
			for room := 1; room <= 6; room++ {
				d := makeDeque()
				pushRange(t, d, 0, items)
				dst := make([]*int, room)
				n, r := d.StealBatch(dst)
				require.Equal(t, wsq.Stolen, r)
				require.Equal(t, min((items+1)/2, room), n, "%d items, room for %d", items, room)
				for i, v := range dst {
					if i >= n {
						require.Nil(t, v, "StealBatch wrote beyond the n items that it returned")
						continue
					}
					require.Equal(t, i, *v)
				}
				for left := items - 1; left >= n; left-- {
					requirePop(t, d, left)
				}
				requirePopEmpty(t, d)
			}
		}
	})
}

func TestStealBatch_FindsNothing(t *testing.T) {
	forEachBatchDeque(t, func(t *testing.T, makeDeque func() batchDeque) {
		d := makeDeque()
		n, r := d.StealBatch(make([]*int, 4))
		require.Zero(t, n)
		require.Equal(t, wsq.Empty, r)
	})
}

// With a dst of length zero, StealBatch learns nothing about the deque, so it returns
// Retry.
func TestStealBatch_ZeroLengthAnswersRetry(t *testing.T) {
	forEachBatchDeque(t, func(t *testing.T, makeDeque func() batchDeque) {
		d := makeDeque()
		for items := range 3 {
			for _, dst := range [][]*int{nil, {}} {
				n, r := d.StealBatch(dst)
				require.Zero(t, n)
				require.Equal(t, wsq.Retry, r)
			}
			require.Equal(t, items, d.Len())
			pushRange(t, d, items, items+1)
		}
		requireSteal(t, d, 0)
	})
}

func TestPopTop_IsFIFO(t *testing.T) {
	forEachBatchDeque(t, func(t *testing.T, makeDeque func() batchDeque) {
		d := makeDeque()
		for range 3 {
			pushRange(t, d, 0, 9)
			var order []int
			take := func(v *int, ok bool) {
				t.Helper()
				require.True(t, ok)
				order = append(order, *v)
			}
			take(d.PopTop())
			take(d.PopTop())
			take(d.Pop())
			take(d.PopTop())
			requireSteal(t, d, 3)
			for range 4 {
				take(d.PopTop())
			}
			require.True(t, slices.Equal([]int{0, 1, 8, 2, 4, 5, 6, 7}, order), "%v", order)
			v, ok := d.PopTop()
			require.False(t, ok)
			require.Nil(t, v)
			requirePopEmpty(t, d)
		}
	})
}
