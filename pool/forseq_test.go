package pool_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// naturals yields 0, 1, 2 and so on, without end, and counts them.
func naturals(produced *atomic.Int64) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
			produced.Add(1)
		}
	}
}

// An endless producer is never more than a fixed number of elements ahead, and ends with the
// first error.
func TestForSeq_Backpressure(t *testing.T) {
	for _, workers := range []int{1, 2, 3} {
		p := made(t, pool.Options{Workers: workers})
		finishes(t, func() {
			var produced, consumed, most atomic.Int64
			err := pool.ForSeq(background, p, naturals(&produced), func(_ *pool.Worker, i int) error {
				if d := produced.Load() - consumed.Load(); d > most.Load() {
					most.Store(d)
				}
				if consumed.Add(1) == 20_000 {
					return errMine
				}
				return nil
			})
			require.Equal(t, errMine, err)
			require.LessOrEqual(t, most.Load(), int64(33*workers+workers))
		})
	}
}

// The sequence ends by a false of yield when the context ends, and then runs its deferred calls.
func TestForSeq_EndsTheSequence(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		ctx, cancel := context.WithCancelCause(background)
		var calls, ended atomic.Int64
		err := pool.ForSeq(ctx, p, func(yield func(int) bool) {
			defer ended.Add(1)
			for i := 0; yield(i); i++ {
			}
		}, func(*pool.Worker, int) error {
			if calls.Add(1) == 100 {
				cancel(errMine)
			}
			return nil
		})
		require.Equal(t, errMine, err)
		require.EqualValues(t, 1, ended.Load())
	})
}

// A sequence that the context has ended is not taken for a whole one. One that ended by itself is.
func TestForSeq_ASequenceThatItsContextEnds(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		for range 50 {
			ctx, cancel := context.WithCancelCause(background)
			err := pool.ForSeq(ctx, p, func(yield func(int) bool) {
				yield(1)
				cancel(errMine)
				<-ctx.Done()
			}, func(*pool.Worker, int) error { return nil })
			require.Equal(t, errMine, err)
		}
		ctx, cancel := context.WithCancelCause(background)
		err := pool.ForSeq(ctx, p, func(yield func(int) bool) { yield(1) }, func(*pool.Worker, int) error { return nil })
		cancel(errMine)
		require.NoError(t, err)
	})
}

// A panic of the sequence is that of the loop.
func TestForSeq_Panics(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	v := caught(func() {
		_ = pool.ForSeq(background, p, func(yield func(int) bool) {
			yield(1)
			panic("of the test")
		}, func(*pool.Worker, int) error { return nil })
	})
	require.Equal(t, "of the test", v.(*pool.PanicError).Value)
}

// In a task, ForSeq works on the task's worker, and its body may fork.
func TestForSeq_InATask(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		var mu sync.Mutex
		seen := map[int]int{}
		v := in(p, func(w *pool.Worker) {
			assert.NoError(t, pool.ForSeq(background, w, func(yield func(int) bool) {
				for i := 0; i < 1000 && yield(i); i++ {
				}
			}, func(w *pool.Worker, i int) error {
				a, b := pool.Join(w, func(*pool.Worker) int { return i }, func(*pool.Worker) int { return 1 })
				mu.Lock()
				defer mu.Unlock()
				seen[a] += b
				return nil
			}))
		})
		require.Nil(t, v)
		require.Len(t, seen, 1000)
	})
}

// Any finds an index, leaves out others, and returns -1 if there is none.
func TestAny(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := made(t, pool.Options{Workers: workers})
		finishes(t, func() {
			var calls atomic.Int64
			i, err := pool.Any(background, p, 1_000_000, func(i int) bool { calls.Add(1); return i%1000 == 7 })
			require.NoError(t, err)
			require.Equal(t, 7, i%1000)
			require.Less(t, calls.Load(), int64(500_000))

			i, err = pool.Any(background, p, 1000, func(int) bool { return false })
			require.NoError(t, err)
			require.Equal(t, -1, i)
			for _, n := range []int{0, 1, 999} {
				i, err = pool.Any(background, p, 1000, func(i int) bool { return i == n })
				require.NoError(t, err)
				require.Equal(t, n, i)
			}
			ctx, cancel := context.WithCancelCause(background)
			i, err = pool.Any(ctx, p, 1000, func(i int) bool { cancel(errMine); return false })
			require.Equal(t, -1, i)
			require.True(t, err == nil || err == errMine) // one worker may have called all by then
			i, err = pool.Any(ctx, p, 1000, func(int) bool { return true })
			require.Equal(t, -1, i)
			require.Equal(t, errMine, err)
			v := caught(func() { _, _ = pool.Any(background, p, 1, func(int) bool { panic("of the test") }) })
			require.Equal(t, "of the test", v.(*pool.PanicError).Value)
		})
	}
}

// Other workers take elements of a sequence, however many there have been before.
func TestForSeq_GoesOnElsewhere(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	const n = 200
	var done atomic.Int32
	elsewhere := 0
	var producer *pool.Worker
	require.Nil(t, in(p, func(w *pool.Worker) {
		producer = w
		assert.NoError(t, pool.ForSeq(background, w, func(yield func(int) bool) {
			for i := range n {
				if !yield(i) || !assert.True(t, spin(func() bool { return int(done.Load()) > i }), "nobody takes the element") {
					return
				}
			}
		}, func(w *pool.Worker, _ int) error {
			if w != producer {
				elsewhere++
			}
			done.Add(1)
			return nil
		}))
	}))
	require.Equal(t, n, elsewhere)
}
