package wsq_test

import (
	"testing"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

// No deque allocates on the steady path: the owner pushes, pops and finds nothing, thieves
// steal and find nothing, and the indices go round the array several times.
func TestAll_SteadyPathDoesNotAllocate(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		d := v.new(64)
		item := new(int)
		stolen := 0
		round := func() {
			for range 10 {
				for range 12 {
					d.Push(item)
				}
				for range 4 {
					if _, r := d.Steal(); r == wsq.Stolen {
						stolen++
					}
					d.Pop()
				}
				for range 6 {
					d.Pop()
				}
				d.Steal()
			}
		}
		round() // warm up
		require.Zero(t, testing.AllocsPerRun(50, round))
		require.Positive(t, stolen)
	})
}

func TestAll_BatchesAndPopTopDoNotAllocate(t *testing.T) {
	forEachBatchDeque(t, func(t *testing.T, makeDeque func() batchDeque) {
		d := makeDeque()
		item := new(int)
		dst := make([]*int, 8)
		round := func() {
			for range 20 {
				d.Push(item)
			}
			d.StealBatch(dst)
			for range 20 {
				d.PopTop()
			}
		}
		round()
		require.Zero(t, testing.AllocsPerRun(50, round))
	})
}

// No deque keeps allocating while its size goes up and down.
func TestAll_WavesDoNotAllocate(t *testing.T) {
	forEachVariant(t, func(t *testing.T, v variant) {
		if !v.grows {
			t.Skip("bounded")
		}
		d := v.new(2)
		item := new(int)
		wave := func() {
			for range 1000 {
				d.Push(item)
			}
			for range 1000 {
				d.Pop()
			}
			d.Pop()
		}
		wave()
		require.Zero(t, testing.AllocsPerRun(20, wave))
	})
}

func TestChaseLev_WavesKeepTheRing(t *testing.T) {
	d := wsq.NewChaseLev[*int](2)
	item := new(int)
	for range 20 {
		for range 1000 {
			d.Push(item)
		}
		require.Equal(t, 1024, d.RingCapacity())
		for range 1000 {
			d.Pop()
			require.Equal(t, 1024, d.RingCapacity())
		}
	}
}

// A ring halves only after as many Pops in a row as it has slots have found it less than a
// quarter full.
func TestChaseLev_ShrinksAfterALongLowPhase(t *testing.T) {
	for _, pop := range []struct {
		name string
		take func(d *wsq.ChaseLev[*int]) (*int, bool)
	}{
		{"Pop", (*wsq.ChaseLev[*int]).Pop},
		{"PopTop", (*wsq.ChaseLev[*int]).PopTop},
	} {
		t.Run(pop.name, func(t *testing.T) {
			const minimum = 8
			d := wsq.NewChaseLev[*int](minimum)
			pushRange(t, d, 0, 1000)
			require.Equal(t, 1024, d.RingCapacity())
			for range 998 {
				_, ok := pop.take(d)
				require.True(t, ok)
			}
			require.Equal(t, 1024, d.RingCapacity(), "the ring shrank too soon")

			// Two items stay. A third is pushed and popped.
			capacity, shrinks, last := 1024, 0, 0
			for n := range 10_000 {
				require.True(t, d.Push(&n))
				_, ok := pop.take(d)
				require.True(t, ok)
				if now := d.RingCapacity(); now != capacity {
					require.Equal(t, capacity/2, now)
					if shrinks > 0 {
						require.Equal(t, capacity, n-last, "the count starts again with each ring")
					}
					capacity, last = now, n
					shrinks++
				}
			}
			require.Equal(t, 7, shrinks, "1024 halved seven times is the first capacity")
			require.Equal(t, minimum, d.RingCapacity())
			require.Equal(t, 2, d.Len())
			_, ok := d.Pop()
			require.True(t, ok)
			_, ok = d.Pop()
			require.True(t, ok)
			requirePopEmpty(t, d)
		})
	}
}

// One Pop that finds a quarter of the ring filled restarts the count.
func TestChaseLev_LowPhaseMustBeUnbroken(t *testing.T) {
	d := wsq.NewChaseLev[*int](2)
	item := new(int)
	for range 16 {
		d.Push(item)
	}
	require.Equal(t, 16, d.RingCapacity())
	for range 50 {
		for range 13 { // 15 to 3 items are left; three of these Pops find less than a quarter
			d.Pop()
		}
		for range 10 {
			d.Push(item)
			d.Pop()
		}
		for range 13 {
			d.Push(item)
		}
	}
	require.Equal(t, 16, d.RingCapacity())
}

func TestChaseLev_NeverShrinksBelowItsFirstCapacity(t *testing.T) {
	for _, first := range []int{1, 2, 3, 64} {
		d := wsq.NewChaseLev[*int](first)
		want := d.RingCapacity()
		require.GreaterOrEqual(t, want, first)
		for n := range 20 * want {
			d.Push(&n)
			d.Pop()
			require.Equal(t, want, d.RingCapacity())
		}
	}
}

// If a thief has given back one slot of a full ring, a Push uses that slot and does not
// replace the ring.
func TestRings_OneSlotIsRoomForOneItem(t *testing.T) {
	for _, d := range []wsq.Deque[*int]{wsq.NewChaseLev[*int](16), wsq.NewSplit[*int](16)} {
		item := new(int)
		round := func() {
			for {
				if _, r := d.Steal(); r == wsq.Stolen {
					break
				}
				d.Pop() // makes other items public
				d.Push(item)
			}
			d.Push(item)
		}
		for range 16 {
			d.Push(item)
		}
		round()
		require.Zero(t, testing.AllocsPerRun(100, round), "%T", d)
	}
}

// A Pop that leaves a quarter of the ring filled ends a low phase.
func TestChaseLev_AQuarterIsNotLow(t *testing.T) {
	d := wsq.NewChaseLev[*int](2)
	item := new(int)
	for range 16 {
		d.Push(item)
	}
	for range 12 {
		d.Pop()
	}
	for range 50 {
		d.Pop() // leaves three items
		d.Push(item)
		d.Push(item)
		d.Pop() // leaves four items
	}
	require.Equal(t, 16, d.RingCapacity())
}
