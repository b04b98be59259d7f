package wsq_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

// wrapping is a deque with an index or a stamp that is about to wrap around.
type wrapping[T any] interface {
	wsq.Deque[*T]
	Counter() uint64
}

// wrapVariant makes a deque with a ring of two slots, and a counter that starts
// before steps below its wrap-around to 0.
type wrapVariant[T any] struct {
	name string
	new  func(before uint64) wrapping[T]
	// keeps is the number of items that may be in the deque when a steal returns Empty, as
	// long as the owner does nothing.
	keeps int
}

// abpCapacity is larger than two because an ABP does not grow.
const abpCapacity = 12

func wrapVariants[T any]() []wrapVariant[T] {
	return []wrapVariant[T]{
		{"ChaseLev", func(before uint64) wrapping[T] { return wsq.NewChaseLevAt[*T](-before, 2) }, 0},
		{"Split", func(before uint64) wrapping[T] { return wsq.NewSplitAt[*T](-uint32(before), 2) }, math.MaxInt},
		{"ABP", func(before uint64) wrapping[T] { return wsq.NewABPAt[T](1<<40-before, abpCapacity) }, 0},
		{"Duffy", func(before uint64) wrapping[T] { return wsq.NewDuffyAt[*T](-before, 2) }, 0},
		{"THE", func(before uint64) wrapping[T] { return wsq.NewTHEAt[*T](-before, 2, false) }, 0},
		{"THEKeepLast", func(before uint64) wrapping[T] { return wsq.NewTHEAt[*T](-before, 2, true) }, 1},
	}
}

// oracle is a plain slice, oldest item first. The tests compare a deque with it.
type oracle []int

func (o *oracle) pop() (n int, ok bool) {
	if len(*o) == 0 {
		return 0, false
	}
	last := len(*o) - 1
	n = (*o)[last]
	*o = (*o)[:last]
	return n, true
}

func (o *oracle) steal() (n int, ok bool) {
	if len(*o) == 0 {
		return 0, false
	}
	n = (*o)[0]
	*o = (*o)[1:]
	return n, true
}

// Every deque runs random histories in which the counter wraps around, each time at another
// point.
func TestWrap_AgreesWithASlice(t *testing.T) {
	for _, v := range wrapVariants[int]() {
		t.Run(v.name, func(t *testing.T) {
			for before := uint64(1); before <= 24; before++ {
				d := v.new(before)
				start := d.Counter()
				require.NotZero(t, start)
				compareWithSlice(t, d, v.keeps, before)
				require.Less(t, d.Counter(), start, "before=%d: the counter did not wrap", before)
			}
		})
	}
}

func compareWithSlice(t *testing.T, d wrapping[int], keeps int, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	_, bounded := d.(*wsq.ABP[int])
	used := 0 // slots of the ABP that stay in use until its next start at 0
	var items oracle
	for step := range 1500 {
		// The deque tends to fill for a hundred steps, then to empty.
		pushes := 5
		if step/100%2 == 1 {
			pushes = 2
		}
		switch op := rng.IntN(10); {
		case op < pushes:
			n := step
			ok := d.Push(&n)
			require.Equal(t, !bounded || used < abpCapacity, ok, "seed %d step %d: Push with %v", seed, step, items)
			if ok {
				items = append(items, n)
				used++
			}
		case op < 6:
			want, wantOK := items.pop()
			if used--; len(items) == 0 {
				used = 0
			}
			v, ok := d.Pop()
			require.Equal(t, wantOK, ok, "seed %d step %d: Pop with %v", seed, step, items)
			if ok {
				require.Equal(t, want, *v, "seed %d step %d: Pop", seed, step)
			}
		case op < 8:
			v, r := d.Steal()
			checkSteal(t, &items, keeps, v, r)
		case op == 8:
			compareExtras(t, d, &items, rng)
		default:
			if s, can := d.(wsq.Scrubber); can {
				s.Scrub()
			}
		}
	}
	for {
		want, wantOK := items.pop()
		v, ok := d.Pop()
		require.Equal(t, wantOK, ok, "seed %d: Pop at the end", seed)
		if !ok {
			return
		}
		require.Equal(t, want, *v, "seed %d: Pop at the end", seed)
	}
}

// checkSteal checks that a Steal took the oldest item, or that its Empty fits the deque's
// contract. Retry is wrong, because no other operation runs.
func checkSteal(t *testing.T, items *oracle, keeps int, v *int, r wsq.StealResult) {
	t.Helper()
	if r == wsq.Empty {
		require.LessOrEqual(t, len(*items), keeps, "Empty with %v", *items)
		return
	}
	require.Equal(t, wsq.Stolen, r)
	want, ok := items.steal()
	require.True(t, ok, "stole %d from an empty deque", *v)
	require.Equal(t, want, *v)
}

// compareExtras tests StealBatch and PopTop, if the deque has them.
func compareExtras(t *testing.T, d wrapping[int], items *oracle, rng *rand.Rand) {
	t.Helper()
	c, can := d.(*wsq.ChaseLev[*int])
	if !can {
		return
	}
	if rng.IntN(2) == 0 {
		want, wantOK := items.steal()
		v, ok := c.PopTop()
		require.Equal(t, wantOK, ok, "PopTop")
		if ok {
			require.Equal(t, want, *v, "PopTop")
		}
		return
	}
	dst := make([]*int, 1+rng.IntN(3))
	wantN := min((len(*items)+1)/2, len(dst))
	n, r := c.StealBatch(dst)
	require.Equal(t, wantN, n, "StealBatch with %v", *items)
	if n == 0 {
		require.Equal(t, wsq.Empty, r)
	} else {
		require.Equal(t, wsq.Stolen, r)
	}
	for _, v := range dst[:n] {
		want, _ := items.steal()
		require.Equal(t, want, *v, "StealBatch")
	}
}

// The mark of the largest index is 0, and a new ring starts with zero marks. A new ring
// must not report that index as finished.
func TestWrap_NewRingHasNoIndexFinished(t *testing.T) {
	for _, capacity := range []uint64{2, 4, 16} {
		for before := range capacity {
			chaseLev := wsq.NewChaseLevAt[*int](-before, capacity)
			split := wsq.NewSplitAt[*int](-uint32(before), capacity)
			for n := range capacity {
				require.False(t, chaseLev.Finished(n-before), "ChaseLev(%d): index %d-%d", capacity, n, before)
				require.False(t, split.Finished(uint32(n-before)), "Split(%d): index %d-%d", capacity, n, before)
			}
		}
	}
}

// ticket is an item that counts how many times it was taken.
type ticket struct{ taken atomic.Int32 }

// An owner and three thieves run across the wrap-around, until enough items are stolen.
func TestStressWrap_ExactlyOnce(t *testing.T) {
	const (
		thieves   = 3
		wantSteal = 500
		maxPushes = 2_000_000 // far more than a correct run needs
	)
	for _, v := range wrapVariants[ticket]() {
		t.Run(v.name, func(t *testing.T) {
			d := v.new(100)
			start := d.Counter()
			var (
				stolen, early atomic.Int64 // early: stolen before the wrap-around
				stop          atomic.Bool
				wait          sync.WaitGroup
			)
			for range thieves {
				wait.Go(func() {
					for !stop.Load() {
						if v, r := d.Steal(); r == wsq.Stolen {
							v.taken.Add(1)
							stolen.Add(1)
						} else {
							runtime.Gosched()
						}
					}
				})
			}

			rng := rand.New(rand.NewPCG(1, 2))
			var pushed []*ticket
			wrapped := func() bool { return d.Counter() < start }
			for stolen.Load() < wantSteal || !wrapped() {
				if !wrapped() {
					early.Store(stolen.Load())
				}
				require.Less(t, len(pushed), maxPushes,
					"stolen %d, counter %d: too little happened", stolen.Load(), d.Counter())
				for range rng.IntN(12) {
					if v := (&ticket{}); d.Push(v) {
						pushed = append(pushed, v)
					}
				}
				if rng.IntN(4) == 0 {
					runtime.Gosched()
				}
				for range rng.IntN(14) {
					v, ok := d.Pop()
					if !ok {
						break
					}
					v.taken.Add(1)
				}
			}
			for {
				v, ok := d.Pop()
				if !ok {
					break
				}
				v.taken.Add(1)
			}
			stop.Store(true)
			wait.Wait()

			for i, v := range pushed {
				require.EqualValues(t, 1, v.taken.Load(), "item %d of %d was not taken exactly once", i, len(pushed))
			}
			t.Logf("%d pushed, %d stolen, %d of them before the wrap-around", len(pushed), stolen.Load(), early.Load())
		})
	}
}
