package wsq_test

import (
	"testing"
	"time"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

func TestAll_DeclareTheirContract(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		require.Equal(t, v.contract, v.new(64).(wsq.Declarer).Contract())
	})
}

func TestAll_PopIsLIFO(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		d := v.new(16)
		for range 3 { // the second round reuses slots
			pushRange(t, d, 0, 16)
			for n := 15; n >= 0; n-- {
				requirePop(t, d, n)
			}
			requirePopEmpty(t, d)
			requirePopEmpty(t, d)
		}
	})
}

// A Split publishes only after a request, so the owner pushes on whenever the thief gets
// Empty. The order of the stolen items must not depend on it.
func TestAll_StealIsFIFO(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		d := v.new(64)
		pushRange(t, d, 0, 8)
		pushed, stolen := 8, 0
		for stolen < 20 {
			item, r := d.Steal()
			if r == wsq.Empty {
				require.Less(t, pushed, 64, "Empty with items %d to %d there", stolen, pushed-1)
				pushRange(t, d, pushed, pushed+1)
				pushed++
				continue
			}
			require.Equal(t, wsq.Stolen, r, "Retry without another operation")
			require.Equal(t, stolen, *item)
			stolen++
		}
	})
}

func TestAll_EmptyFromTheStart(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		d := v.new(2)
		requireStealAnswers(t, d, wsq.Empty)
		requirePopEmpty(t, d)
		requireStealAnswers(t, d, wsq.Empty)
		pushRange(t, d, 0, 1)
		requirePop(t, d, 0)
		requireStealAnswers(t, d, wsq.Empty)
		requirePopEmpty(t, d)
	})
}

// The last item goes to the first operation that takes it, and the deque stays usable.
func TestAll_LastItem(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		if v.contract.Empty == wsq.AllButOne {
			t.Skip("its thieves leave the last item to the owner")
		}
		d := v.new(2)
		for n := range 10 {
			requireStealAnswers(t, d, wsq.Empty) // leaves a request, which a Split answers at the next Push
			pushRange(t, d, n, n+1)
			requireSteal(t, d, n)
			requireStealAnswers(t, d, wsq.Empty)
			requirePopEmpty(t, d)
			pushRange(t, d, n, n+1)
			requirePop(t, d, n)
		}
	})
}

// The deque grows with top at every offset in the first ring. So a copy that mixes up slots
// and indices fails.
func TestAll_GrowWithTopAdvanced(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		if !v.grows {
			t.Skip("bounded")
		}
		for advance := range 9 {
			d := v.new(4)
			next := 0 // the next item to steal
			for pushed := 0; next < advance; {
				if item, r := d.Steal(); r == wsq.Stolen {
					require.Equal(t, next, *item)
					next++
					continue
				}
				pushRange(t, d, pushed, pushed+1)
				pushed++
			}
			for { // pop the items that a Split or keepLast withholds from thieves
				if _, ok := d.Pop(); !ok {
					break
				}
			}
			requireStealAnswers(t, d, wsq.Empty)

			pushRange(t, d, 100, 140) // a Split has a request, so it publishes the first item
			requireSteal(t, d, 100)
			for n := 139; n > 100; n-- {
				requirePop(t, d, n)
			}
			requirePopEmpty(t, d)
			requireStealAnswers(t, d, wsq.Empty)
		}
	})
}

func TestABP_FullIsAResult(t *testing.T) {
	d := wsq.NewABP[int](3)
	pushRange(t, d, 0, 3)
	extra := 99
	require.False(t, d.Push(&extra))
	require.False(t, d.Push(&extra))
	require.Equal(t, 3, d.Len())
	requireSteal(t, d, 0)
	require.False(t, d.Push(&extra), "a stolen item gives its slot back only when the owner finds the deque empty")
	requirePop(t, d, 2)
	pushRange(t, d, 3, 4) // a popped item gives its slot back at once
	require.False(t, d.Push(&extra))
	requireSteal(t, d, 1)
	requireSteal(t, d, 3)
	requireStealAnswers(t, d, wsq.Empty)
}

// All slots are free again when the owner takes the last item, or finds that thieves took
// it.
func TestABP_SlotsComeBackAfterAnEmpty(t *testing.T) {
	t.Run("the owner takes the last item", func(t *testing.T) {
		d := wsq.NewABP[int](3)
		pushRange(t, d, 0, 3)
		requireSteal(t, d, 0)
		requireSteal(t, d, 1)
		requirePop(t, d, 2)
		pushRange(t, d, 10, 13)
		requireSteal(t, d, 10)
	})
	t.Run("thieves took all", func(t *testing.T) {
		d := wsq.NewABP[int](3)
		pushRange(t, d, 0, 3)
		for n := range 3 {
			requireSteal(t, d, n)
		}
		n := 9
		require.False(t, d.Push(&n), "the owner has not seen yet that the deque is empty")
		requirePopEmpty(t, d)
		pushRange(t, d, 10, 13)
		for n := 12; n >= 10; n-- {
			requirePop(t, d, n)
		}
	})
}

func TestABP_ExactCapacity(t *testing.T) {
	for _, capacity := range []int{1, 2, 3, 7} {
		d := wsq.NewABP[int](capacity)
		require.Equal(t, capacity, d.Contract().Capacity)
		pushRange(t, d, 0, capacity)
		require.False(t, d.Push(new(int)))
	}
}

func TestTHE_KeepLastLeavesTheLastItem(t *testing.T) {
	d := wsq.NewTHE[*int](2, true)
	pushRange(t, d, 0, 1)
	requireStealAnswers(t, d, wsq.Empty)
	requireStealAnswers(t, d, wsq.Empty)
	pushRange(t, d, 1, 3)
	requireSteal(t, d, 0)
	requireSteal(t, d, 1)
	requireStealAnswers(t, d, wsq.Empty)
	requirePop(t, d, 2)
	requirePopEmpty(t, d)
}

func TestTHE_WithoutKeepLastGivesIt(t *testing.T) {
	d := wsq.NewTHE[*int](2, false)
	pushRange(t, d, 0, 1)
	requireSteal(t, d, 0)
	requirePopEmpty(t, d)
}

// A thief sees that a THE is empty without the lock, so it disturbs no other goroutine.
func TestTHE_LookingAtAnEmptyOneTakesNoLock(t *testing.T) {
	for _, keepLast := range []bool{false, true} {
		d := wsq.NewTHE[int](4, keepLast)
		if keepLast {
			d.Push(1) // keepLast leaves this item to the owner
		}
		release := d.Hold()
		looked := make(chan wsq.StealResult, 1)
		go func() {
			_, r := d.Steal()
			looked <- r
		}()
		select {
		case r := <-looked:
			require.Equal(t, wsq.Empty, r)
		case <-time.After(time.Minute):
			release()
			require.Fail(t, "Steal waits for the lock")
		}
		release()
	}
}

// A held lock stops no Pop, not even of the last item, unless a thief has raised its bar
// over the item. In that case Pop waits, and gets the item if the thief gives up.
func TestTHE_PopWaitsOnlyUnderABar(t *testing.T) {
	for _, keepLast := range []bool{false, true} {
		d := wsq.NewTHE[*int](4, keepLast)
		pops := func(n int) <-chan []int {
			popped := make(chan []int, 1)
			go func() {
				var all []int
				for range n {
					if v, ok := d.Pop(); ok {
						all = append(all, *v)
					}
				}
				popped <- all
			}()
			return popped
		}
		pushRange(t, d, 0, 3)
		release := d.Hold()
		select {
		case all := <-pops(4): // the fourth finds no item
			require.Equal(t, []int{2, 1, 0}, all)
		case <-time.After(time.Minute):
			release()
			require.Fail(t, "Pop waits for a lock that it does not need")
		}
		pushRange(t, d, 3, 4)
		lower := d.Bar()
		popped := pops(1)
		select {
		case all := <-popped:
			release()
			require.Fail(t, "Pop does not wait", "it has popped %v", all)
		case <-time.After(20 * time.Millisecond):
		}
		lower()
		release()
		require.Equal(t, []int{3}, <-popped)
	}
}

// Items need not be pointers, and their zero value is an item like any other.
func TestAll_HoldValues(t *testing.T) {
	for name, d := range map[string]wsq.Deque[int]{
		"ChaseLev": wsq.NewChaseLev[int](2),
		"Split":    wsq.NewSplit[int](2),
		"Duffy":    wsq.NewDuffy[int](2),
		"THE":      wsq.NewTHE[int](2, false),
		"Locked":   wsq.NewLocked[int](2),
	} {
		t.Run(name, func(t *testing.T) {
			for range 5 {
				require.True(t, d.Push(0))
			}
			for i := range 5 {
				_, ok := d.Pop()
				require.True(t, ok, "zero value %d got lost", i)
			}
			_, ok := d.Pop()
			require.False(t, ok)
		})
	}
}

// counted is a Duffy, whose Count is Len.
type counted struct{ *wsq.Duffy[*int] }

func (c counted) Len() int { return c.Count() }

func TestAll_LenCountsItems(t *testing.T) {
	for name, d := range map[string]interface {
		wsq.Deque[*int]
		Len() int
	}{
		"ChaseLev": wsq.NewChaseLev[*int](2),
		"Split":    wsq.NewSplit[*int](2),
		"ABP":      wsq.NewABP[int](8),
		"THE":      wsq.NewTHE[*int](2, false),
		"Locked":   wsq.NewLocked[*int](2),
		"Duffy":    counted{wsq.NewDuffy[*int](2)},
	} {
		t.Run(name, func(t *testing.T) {
			pushRange(t, d, 0, 3)
			_, _ = d.Steal() // a Split may have no public item
			for n := d.Len(); n > 0; n-- {
				_, ok := d.Pop()
				require.True(t, ok)
			}
			requirePopEmpty(t, d)
			for n := range 5 {
				require.Equal(t, n, d.Len())
				pushRange(t, d, n, n+1)
			}
			stolen := 0
			if _, r := d.Steal(); r == wsq.Stolen {
				stolen = 1
			}
			require.Equal(t, 5-stolen, d.Len())
			for n := 5; n > stolen; n-- {
				require.Equal(t, n-stolen, d.Len())
				requirePop(t, d, n-1)
			}
			requirePopEmpty(t, d)
			require.Zero(t, d.Len())
			for n := range 5 {
				require.Equal(t, n, d.Len())
				pushRange(t, d, n, n+1)
			}
			for n := 5; n > 0; n-- {
				require.Equal(t, n, d.Len())
				requirePop(t, d, n-1)
			}
			requirePopEmpty(t, d)
			require.Zero(t, d.Len())
		})
	}
}

// The stamp of an ABP grows each time that its indices go back to 0, and not at a steal.
func TestABP_StampsEachStart(t *testing.T) {
	d := wsq.NewABP[int](4)
	for start := range 3 {
		require.EqualValues(t, 2*start, d.Counter())
		pushRange(t, d, 0, 2)
		requireSteal(t, d, 0)
		require.EqualValues(t, 2*start, d.Counter(), "a steal changes the stamp")
		requirePop(t, d, 1)
		require.EqualValues(t, 2*start+1, d.Counter(), "the last item is gone")
		pushRange(t, d, 0, 1)
		requireSteal(t, d, 0)
		requirePopEmpty(t, d)
	}
}
