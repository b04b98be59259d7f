package wsq_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

// A Duffy grows only when it holds more than its first capacity, and is no larger than that needs.
func TestDuffy_FirstCapacity(t *testing.T) {
	for capacity := 1; capacity <= 17; capacity++ {
		d := wsq.NewDuffy[*int](capacity)
		first := d.RingCapacity()
		require.LessOrEqual(t, first, max(2, 2*capacity))
		pushRange(t, d, 0, capacity)
		require.Equal(t, first, d.RingCapacity(), "with %d items", capacity)
		if capacity&(capacity-1) != 0 {
			require.Less(t, first, 2*capacity, "the next power of two is enough for %d and the spare slot", capacity)
		}
	}
}

func TestDuffy_TryStealTimesOut(t *testing.T) {
	d := wsq.NewDuffy[*int](4)
	pushRange(t, d, 0, 2)
	lock := d.ForeignLock()
	lock.Lock()
	for _, timeout := range []time.Duration{-time.Second, 0, 5 * time.Millisecond} {
		start := time.Now()
		v, r := d.TrySteal(timeout)
		require.GreaterOrEqual(t, time.Since(start), timeout, "TrySteal gave up too soon")
		require.Equal(t, wsq.Retry, r)
		require.Nil(t, v)
	}
	requireStealAnswers(t, d, wsq.Retry)
	lock.Unlock()
	require.Equal(t, 2, d.Count(), "a steal that gave up took an item")
	requireSteal(t, d, 0)
	requirePop(t, d, 1)
}

// In the bubble, the clock advances only while TrySteal waits.
func TestDuffy_TryStealWaitsAsLongAsItMay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := wsq.NewDuffy[*int](4)
		lock := d.ForeignLock()
		lock.Lock()
		for _, timeout := range []time.Duration{-time.Second, 0, time.Millisecond, time.Hour} {
			start := time.Now()
			_, r := d.TrySteal(timeout)
			require.Equal(t, max(0, timeout), time.Since(start))
			require.Equal(t, wsq.Retry, r)
		}
		lock.Unlock()
	})
}

func TestDuffy_Counts(t *testing.T) {
	d := wsq.NewDuffy[*int](4)
	for n := range 10 {
		require.Equal(t, n, d.Count())
		require.Equal(t, n == 0, d.IsEmpty())
		pushRange(t, d, n, n+1)
	}
	for n := 10; n > 0; n-- {
		require.Equal(t, n, d.Count())
		require.False(t, d.IsEmpty())
		requireSteal(t, d, 10-n)
	}
	require.Zero(t, d.Count())
	require.True(t, d.IsEmpty())
}

func TestDuffy_TryStealWaitsForTheLock(t *testing.T) {
	d := wsq.NewDuffy[*int](4)
	pushRange(t, d, 0, 2)
	lock := d.ForeignLock()
	lock.Lock()
	type answer struct {
		v *int
		r wsq.StealResult
	}
	got := make(chan answer)
	go func() {
		v, r := d.TrySteal(time.Hour)
		got <- answer{v, r}
	}()
	waitUntil(t, "the thief waits", lock.Contended)
	select {
	case a := <-got:
		t.Fatalf("a steal returned %v while the lock was held", a.r)
	default:
	}
	lock.Unlock()
	a := <-got
	require.Equal(t, wsq.Stolen, a.r)
	require.Equal(t, 0, *a.v)
}

// A failed TrySteal distinguishes a held lock from an empty deque, for every timeout.
func TestDuffy_TryStealFindsNothing(t *testing.T) {
	d := wsq.NewDuffy[*int](4)
	for _, timeout := range []time.Duration{-1, 0, time.Hour} {
		_, r := d.TrySteal(timeout)
		require.Equal(t, wsq.Empty, r)
	}
	require.True(t, d.IsEmpty())
}

// A held lock stops only a Pop that is about to find no item, unless a steal has raised
// head.
func TestDuffy_PopWaitsOnlyToFindNone(t *testing.T) {
	d := wsq.NewDuffy[*int](4)
	lock := d.ForeignLock()
	lock.Lock()
	pushRange(t, d, 0, 3)
	for n := 2; n >= 0; n-- {
		requirePop(t, d, n) // hangs if it takes the lock
	}
	answered := make(chan bool)
	go func() {
		_, ok := d.Pop()
		answered <- ok
	}()
	waitUntil(t, "the owner waits", lock.Contended)
	lock.Unlock()
	require.False(t, <-answered)
	pushRange(t, d, 3, 4)
	requireSteal(t, d, 3)
}
