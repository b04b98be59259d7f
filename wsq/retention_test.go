package wsq_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

// parcel is an item whose collection a test can see. It is too large to share its memory
// with other items, and has a pointer for the same reason.
type parcel struct {
	_ *parcel
	_ [56]byte
}

// keeper says how soon a deque drops a stolen item.
type keeper struct {
	name string
	new  func(capacity int) wsq.Deque[*parcel]
	// late: a stolen item stays reachable until the owner clears the slot.
	late bool
}

var keepers = []keeper{
	{"ChaseLev", func(n int) wsq.Deque[*parcel] { return wsq.NewChaseLev[*parcel](n) }, true},
	{"Split", func(n int) wsq.Deque[*parcel] { return wsq.NewSplit[*parcel](n) }, true},
	{"ABP", func(n int) wsq.Deque[*parcel] { return wsq.NewABP[parcel](n) }, true},
	{"Duffy", func(n int) wsq.Deque[*parcel] { return wsq.NewDuffy[*parcel](n) }, false},
	{"THE", func(n int) wsq.Deque[*parcel] { return wsq.NewTHE[*parcel](n, false) }, false},
	{"Locked", func(n int) wsq.Deque[*parcel] { return wsq.NewLocked[*parcel](n) }, false},
}

func forEachKeeper(t *testing.T, test func(t *testing.T, k keeper)) {
	for _, k := range keepers {
		t.Run(k.name, func(t *testing.T) { test(t, k) })
	}
}

// The functions below neither return nor keep strong pointers, and they are not inlined. So
// no frame of a test holds an item.

type watched []weak.Pointer[parcel]

//go:noinline
func (w *watched) push(t *testing.T, d wsq.Owner[*parcel], n int) {
	t.Helper()
	for range n {
		p := &parcel{}
		*w = append(*w, weak.Make(p))
		require.True(t, d.Push(p))
	}
}

// reachable returns how many of the items survive a collection.
func (w watched) reachable() (n int) {
	runtime.GC()
	for _, p := range w {
		if p.Value() != nil {
			n++
		}
	}
	return n
}

//go:noinline
func pop(t *testing.T, d wsq.Owner[*parcel], n int) {
	t.Helper()
	for range n {
		_, ok := d.Pop()
		require.True(t, ok)
	}
}

//go:noinline
func steal(t *testing.T, d wsq.Thief[*parcel], n int) {
	t.Helper()
	for range n {
		_, r := d.Steal()
		require.Equal(t, wsq.Stolen, r)
	}
}

// fill makes a deque that holds n items. Thieves can take all but the last two, in every
// deque.
func fill(t *testing.T, k keeper, capacity, n int) (d wsq.Deque[*parcel], items watched) {
	t.Helper()
	d = k.new(capacity)
	items.push(t, d, n)
	if s, isSplit := d.(*wsq.Split[*parcel]); isSplit {
		publishAll(t, s, &items)
	}
	return d, items
}

// publishAll makes all items of a Split public but one, by requests. It pushes further
// items so that the owner answers, and pops them again.
func publishAll(t *testing.T, d *wsq.Split[*parcel], items *watched) {
	t.Helper()
	n := len(*items)
	for d.PublicLen() < n-1 {
		d.Request()
		items.push(t, d, 1)
		pop(t, d, d.Len()-n)
		*items = (*items)[:n]
	}
}

func TestRetention_PoppedItemIsFreeAtOnce(t *testing.T) {
	forEachKeeper(t, func(t *testing.T, k keeper) {
		d, items := fill(t, k, 16, 9)
		require.Equal(t, 9, items.reachable(), "the deque must hold its items")
		for left := 8; left >= 0; left-- {
			pop(t, d, 1)
			require.Equal(t, left, items.reachable())
		}
		runtime.KeepAlive(d)
	})
}

func TestRetention_PopTopItemIsFreeAtOnce(t *testing.T) {
	for name, d := range map[string]wsq.Deque[*parcel]{
		"ChaseLev": wsq.NewChaseLev[*parcel](16),
		"Locked":   wsq.NewLocked[*parcel](16),
	} {
		t.Run(name, func(t *testing.T) {
			var items watched
			items.push(t, d, 9)
			for left := 8; left >= 0; left-- {
				popTop(t, d)
				require.Equal(t, left, items.reachable())
			}
			runtime.KeepAlive(d)
		})
	}
}

//go:noinline
func popTop(t *testing.T, d wsq.Deque[*parcel]) {
	_, ok := d.(wsq.FIFOOwner[*parcel]).PopTop()
	require.True(t, ok)
}

func TestRetention_StolenItemIsFreeAtOnce(t *testing.T) {
	forEachKeeper(t, func(t *testing.T, k keeper) {
		if k.late {
			t.Skip("the owner has to clear the slot")
		}
		d, items := fill(t, k, 16, 9)
		for left := 8; left >= 0; left-- {
			steal(t, d, 1)
			require.Equal(t, left, items.reachable())
		}
		runtime.KeepAlive(d)
	})
}

// In the other deques a stolen item can be collected after a Scrub, whether the deque still
// holds items or not.
func TestRetention_ScrubFreesStolenItems(t *testing.T) {
	forEachKeeper(t, func(t *testing.T, k keeper) {
		if !k.late {
			t.Skip("nothing to scrub")
		}
		const n = 60
		for _, stolen := range []int{1, 20, n - 1} {
			d, items := fill(t, k, 64, n)
			steal(t, d, stolen)
			d.(wsq.Scrubber).Scrub()
			require.Equal(t, n-stolen, items.reachable(), "%d stolen", stolen)
			pop(t, d, n-stolen)
			d.(wsq.Scrubber).Scrub()
			require.Zero(t, items.reachable(), "%d stolen, the rest popped", stolen)
			runtime.KeepAlive(d)
		}
	})
}

// A Scrub without work, or a second Scrub, keeps the items.
func TestRetention_ScrubKeepsItems(t *testing.T) {
	forEachKeeper(t, func(t *testing.T, k keeper) {
		if !k.late {
			t.Skip("nothing to scrub")
		}
		d, items := fill(t, k, 16, 9)
		d.(wsq.Scrubber).Scrub()
		steal(t, d, 2)
		d.(wsq.Scrubber).Scrub()
		d.(wsq.Scrubber).Scrub()
		require.Equal(t, 7, items.reachable())
		steal(t, d, 2)
		pop(t, d, 5)
		_, ok := d.Pop()
		require.False(t, ok)
		runtime.KeepAlive(d)
	})
}

func TestRetention_BatchStolenItems(t *testing.T) {
	for _, k := range keepers {
		d, can := k.new(64).(wsq.BatchThief[*parcel])
		if !can {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			owner := d.(wsq.Owner[*parcel])
			var items watched
			items.push(t, owner, 60)
			stealBatch(t, d, 20)
			stealBatch(t, d, 5)
			if k.late {
				d.(wsq.Scrubber).Scrub()
			}
			require.Equal(t, 35, items.reachable())
			runtime.KeepAlive(d)
		})
	}
}

//go:noinline
func stealBatch(t *testing.T, d wsq.BatchThief[*parcel], n int) {
	t.Helper()
	got, r := d.StealBatch(make([]*parcel, n))
	require.Equal(t, wsq.Stolen, r)
	require.Equal(t, n, got)
}

// After growth the old ring is unreachable, with all references in its slots.
func TestRetention_GrownRingIsDropped(t *testing.T) {
	forEachKeeper(t, func(t *testing.T, k keeper) {
		if k.name == "ABP" {
			t.Skip("bounded")
		}
		d, items := fill(t, k, 8, 6)
		steal(t, d, 4)
		var more watched
		more.push(t, d, 7) // nine items do not fit into a ring of eight
		require.Equal(t, 2, items.reachable())
		require.Equal(t, 7, more.reachable())
		// If an old ring were still reachable, it would hold the items that are popped
		// here.
		more.push(t, d, 93)
		pop(t, d, 102)
		require.Zero(t, items.reachable())
		require.Zero(t, more.reachable())
		runtime.KeepAlive(d)
	})
}

func TestRetention_ShrunkRingIsDropped(t *testing.T) {
	d := wsq.NewChaseLev[*parcel](2)
	var items watched
	items.push(t, d, 128)
	steal(t, d, 120)
	pop(t, d, 8)
	d.Scrub()
	require.Zero(t, items.reachable())
	items.push(t, d, 3)
	for range 1000 { // a low phase, in which the ring shrinks several times
		items.push(t, d, 1)
		pop(t, d, 1)
	}
	require.Less(t, d.RingCapacity(), 128)
	require.Equal(t, 3, items.reachable())
	runtime.KeepAlive(d)
}

// Owner and thieves work at the same time, and the ring grows. When all of them have
// stopped, one Scrub makes all taken items collectable.
func TestStressRetention_ScrubAtRestFreesAll(t *testing.T) {
	forEachKeeper(t, func(t *testing.T, k keeper) {
		d := k.new(2)
		if k.name == "ABP" {
			d = k.new(64)
		}
		var items watched
		var stolen atomic.Int64
		for attempt := 0; stolen.Load() < 100; attempt++ {
			require.Less(t, attempt, 1000, "thieves got only %d items", stolen.Load())
			raceForItems(t, d, &items, &stolen)
		}
		if s, can := d.(wsq.Scrubber); can {
			s.Scrub()
		}
		require.Zero(t, items.reachable(), "%d pushed, %d stolen", len(items), stolen.Load())
		runtime.KeepAlive(d)
	})
}

// raceForItems lets an owner push and pop while two thieves steal, until the deque is
// empty.
//
//go:noinline
func raceForItems(t *testing.T, d wsq.Deque[*parcel], items *watched, stolen *atomic.Int64) {
	var stop atomic.Bool
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for !stop.Load() {
				if _, r := d.Steal(); r == wsq.Stolen {
					stolen.Add(1)
				} else {
					runtime.Gosched()
				}
			}
		})
	}
	for range 10 {
		items.push(t, d, 6)
		d.Pop()
		runtime.Gosched()
		d.Pop()
	}
	for {
		if _, ok := d.Pop(); !ok {
			break
		}
	}
	stop.Store(true)
	wait.Wait()
}
