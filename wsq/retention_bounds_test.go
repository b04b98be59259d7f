package wsq_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// These tests check the documented bounds on the stolen items that a deque keeps reachable.

// A Pop of a ChaseLev that finds more than 16 stolen items in their slots clears up to 32.
func TestRetention_ChaseLevPopClears(t *testing.T) {
	d := wsq.NewChaseLev[*parcel](128)
	var items watched
	items.push(t, d, 120)
	steal(t, d, 100)
	for left, bound := 19, 100; left > 0; left-- {
		if bound > 16 {
			bound = max(0, bound-32)
		}
		pop(t, d, 1)
		require.LessOrEqual(t, items.reachable()-left, bound, "%d items left", left)
	}
	steal(t, d, 1)
	require.LessOrEqual(t, items.reachable(), 16)
	runtime.KeepAlive(d)
}

// A Push of a ChaseLev clears slots when it comes round to one that holds a stolen item.
func TestRetention_ChaseLevPushClears(t *testing.T) {
	d := wsq.NewChaseLev[*parcel](64)
	var items watched
	items.push(t, d, 64)
	steal(t, d, 40)
	items.push(t, d, 1)
	require.Equal(t, 64, d.RingCapacity(), "the ring must not grow, because it had room")
	require.LessOrEqual(t, items.reachable(), 25+40-32)
	runtime.KeepAlive(d)
}

// The bound holds while the owner works and a thief takes all other items.
func TestRetention_ChaseLevHoldsFewWhileTheOwnerWorks(t *testing.T) {
	d := wsq.NewChaseLev[*parcel](256)
	var items watched
	for range 50 {
		items.push(t, d, 5)
		pop(t, d, 1)
		steal(t, d, 3)
		require.LessOrEqual(t, d.Uncleared(), 16+3)
	}
	require.LessOrEqual(t, items.reachable(), 50+16+3)
	runtime.KeepAlive(d)
}

// A Pop of an ABP clears up to two slots while items are left.
func TestRetention_ABPPopClearsTwo(t *testing.T) {
	d := wsq.NewABP[parcel](64)
	var items watched
	items.push(t, d, 60)
	steal(t, d, 30)
	for n := 1; n <= 20; n++ {
		pop(t, d, 1)
		require.LessOrEqual(t, items.reachable()-(30-n), max(0, 30-2*n), "after %d Pops", n)
	}
	runtime.KeepAlive(d)
}

// After a start at 0, each Push and each Pop of an ABP clears up to two of the slots that
// were used before the start.
func TestRetention_ABPClearsTwoAfterANewStart(t *testing.T) {
	for _, ending := range []string{"the owner takes the last item", "thieves took all"} {
		t.Run(ending, func(t *testing.T) {
			d := wsq.NewABP[parcel](64)
			var items watched
			items.push(t, d, 30)
			steal(t, d, 29)
			if ending == "thieves took all" {
				steal(t, d, 1)
				_, ok := d.Pop()
				require.False(t, ok)
			} else {
				pop(t, d, 1)
			}
			bound := 28
			require.LessOrEqual(t, items.reachable(), bound)
			var fresh watched
			fresh.push(t, d, 1) // another start at 0; the owner must still clear the slots that are left
			pop(t, d, 1)
			require.Zero(t, fresh.reachable())
			bound -= 4
			fresh = nil
			for bound > 0 {
				bound = max(0, bound-4)
				fresh.push(t, d, 2)
				require.LessOrEqual(t, items.reachable(), bound)
			}
			require.Equal(t, len(fresh), fresh.reachable())
			for range fresh {
				pop(t, d, 1)
			}
			require.Zero(t, fresh.reachable())
			runtime.KeepAlive(d)
		})
	}
}

// Scrub clears what was stolen since each start at 0, and not only since the first.
func TestRetention_ABPScrubsAfterEachStart(t *testing.T) {
	d := wsq.NewABP[parcel](8)
	for range 3 {
		var items watched
		items.push(t, d, 6)
		steal(t, d, 4)
		d.Scrub()
		require.Equal(t, 2, items.reachable())
		pop(t, d, 2)
	}
	runtime.KeepAlive(d)
}

// A Split drops a stolen item when the owner comes round to its slot.
func TestRetention_SplitClearsOnTheNextRound(t *testing.T) {
	const capacity = 16
	k := keepers[1]
	d, items := fill(t, k, capacity, 10)
	steal(t, d, 9)
	pop(t, d, 1)
	require.LessOrEqual(t, items.reachable(), capacity, "more than a ring of items")

	var round watched
	for range capacity {
		round.push(t, d, 1)
	}
	require.Equal(t, capacity, d.(*wsq.Split[*parcel]).RingCapacity(), "the ring must not grow, because it had room")
	require.Zero(t, items.reachable())
	require.Equal(t, capacity, round.reachable())
	runtime.KeepAlive(d)
}

// A Pop of a Split that makes public items private again clears up to 32 slots, if more
// than 16 stolen items are left in them.
func TestRetention_SplitPopClearsWhenItTakesBack(t *testing.T) {
	const n, stolen = 120, 100
	d, items := fillSplit(t, n, stolen)
	bound, meetings := stolen, 0
	for left := n - stolen - 1; left >= 0; left-- {
		public := d.PublicLen()
		pop(t, d, 1)
		if d.PublicLen() != public {
			meetings++
			bound = afterClearing(bound)
		}
		require.LessOrEqual(t, items.reachable()-left, bound, "%d items left", left)
	}
	require.GreaterOrEqual(t, meetings, 3, "too few Pops took items back for this test")
	require.LessOrEqual(t, bound, 16)
	runtime.KeepAlive(d)
}

// A Pop of a Split that finds no item clears slots in the same way.
func TestRetention_SplitFailedPopClears(t *testing.T) {
	const n, stolen = 120, 119
	d, items := fillSplit(t, n, stolen)
	pop(t, d, 1)
	for bound := stolen; bound > 16; {
		_, ok := d.Pop()
		require.False(t, ok)
		bound = afterClearing(bound)
		require.LessOrEqual(t, items.reachable(), bound)
	}
	runtime.KeepAlive(d)
}

// A Push or a Pop of a Split that publishes items clears slots in the same way.
func TestRetention_SplitClearsWhenItPublishes(t *testing.T) {
	const n, stolen = 120, 119
	d, items := fillSplit(t, n, stolen)
	var more watched
	more.push(t, d, 3)
	bound := stolen
	require.LessOrEqual(t, items.reachable(), bound+1)
	for turn := 0; bound > 16; turn++ {
		d.Request()
		if turn%2 == 0 {
			more.push(t, d, 1)
		} else {
			pop(t, d, 1)
		}
		bound = afterClearing(bound)
		require.LessOrEqual(t, items.reachable(), bound+1, "turn %d", turn)
	}
	runtime.KeepAlive(d)
}

// fillSplit makes a Split of capacity 128 with n items. Thieves have then stolen some of
// them.
func fillSplit(t *testing.T, n, stolen int) (*wsq.Split[*parcel], watched) {
	t.Helper()
	d, items := fill(t, keepers[1], 128, n)
	steal(t, d, stolen)
	return d.(*wsq.Split[*parcel]), items
}

// afterClearing returns the largest number of stolen items that may be left in their slots
// after the owner has cleared.
func afterClearing(stolen int) int {
	if stolen > 16 {
		stolen = max(0, stolen-32)
	}
	return stolen
}

// Thieves that claim while the owner copies the ring mark the old ring. After they have
// left Steal, Scrub must look at these marks too.
func TestChaseLev_ScrubSeesMarksInTheReplacedRing(t *testing.T) {
	for attempt := range 20 {
		d := wsq.NewChaseLev[*int](1 << 15)
		item := new(int)
		for range 1 << 15 {
			d.Push(item)
		}
		var stop atomic.Bool
		var ready, wait sync.WaitGroup
		ready.Add(1)
		wait.Go(func() {
			ready.Done()
			for !stop.Load() {
				d.Steal()
			}
		})
		ready.Wait()
		for d.RingCapacity() == 1<<15 {
			d.Push(item)
		}
		stop.Store(true)
		wait.Wait()
		d.Scrub()
		require.Zero(t, d.Uncleared(), "attempt %d: at rest, after Scrub; stolen %d", attempt, d.Counter())
	}
}

func TestChaseLev_FailedPopClears(t *testing.T) {
	d := wsq.NewChaseLev[*parcel](128)
	var items watched
	items.push(t, d, 100)
	steal(t, d, 100)
	_, ok := d.Pop()
	require.False(t, ok)
	require.LessOrEqual(t, items.reachable(), 100-32)
	runtime.KeepAlive(d)
}

func TestABP_PopOfAnEmptyDequeClears(t *testing.T) {
	d := wsq.NewABP[parcel](64)
	var items watched
	items.push(t, d, 20)
	steal(t, d, 20)
	for range 15 {
		_, ok := d.Pop()
		require.False(t, ok)
	}
	require.Zero(t, items.reachable())
	runtime.KeepAlive(d)
}

func TestChaseLev_FailedPopTopClears(t *testing.T) {
	d := wsq.NewChaseLev[*parcel](128)
	var items watched
	items.push(t, d, 100)
	steal(t, d, 100)
	_, ok := d.PopTop()
	require.False(t, ok)
	require.LessOrEqual(t, items.reachable(), 100-32)
	runtime.KeepAlive(d)
}
