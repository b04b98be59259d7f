package pool_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/pool"
)

// A task may use its own pool like a caller from outside. All workers may do that at once, and
// none hangs.
func TestCurrent_OwnPool(t *testing.T) {
	needsIdentity(t)
	for name, use := range map[string]func(t *testing.T, p *pool.Pool){
		"Run": func(t *testing.T, p *pool.Pool) {
			got, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
				a, b := pool.Join(w, func(*pool.Worker) int { return 1 }, func(*pool.Worker) int { return 2 })
				return a + b, nil
			})
			assert.NoError(t, err)
			assert.Equal(t, 3, got)
		},
		"Run of a definition": func(t *testing.T, p *pool.Pool) {
			got, err := join.Run(background, p, 10)
			assert.NoError(t, err)
			assert.Equal(t, 55, got)
		},
		"For": func(t *testing.T, p *pool.Pool) {
			sum := make([]int, 1000)
			assert.NoError(t, pool.For(background, p, len(sum), func(lo, hi int) {
				for i := lo; i < hi; i++ {
					sum[i]++
				}
			}))
			assert.NotContains(t, sum, 0)
		},
		"Run in Run": func(t *testing.T, p *pool.Pool) {
			_, err := pool.Run(background, p, func(*pool.Worker) (int, error) {
				return pool.Run(background, p, one)
			})
			assert.NoError(t, err)
		},
		"Get": func(t *testing.T, p *pool.Pool) {
			var all []*pool.Future[int]
			for range 5 { // more than there is room for
				f, err := pool.Submit(background, p, one)
				assert.NoError(t, err)
				all = append(all, f)
			}
			for _, f := range all {
				got, err := f.Get(background)
				assert.NoError(t, err)
				assert.Equal(t, 1, got)
			}
		},
		"Get with a context that may end": func(t *testing.T, p *pool.Pool) { // a spare runs it
			ctx, cancel := context.WithCancel(background)
			defer cancel()
			f, err := pool.Submit(background, p, one)
			assert.NoError(t, err)
			got, err := f.Get(ctx)
			assert.NoError(t, err)
			assert.Equal(t, 1, got)
		},
		"a panic": func(t *testing.T, p *pool.Pool) {
			v := caught(func() {
				_, _ = pool.Run(background, p, func(*pool.Worker) (int, error) { panic("of the test") })
			})
			assert.Equal(t, "of the test", v.(*pool.PanicError).Value)
		},
		"Blocking": func(t *testing.T, p *pool.Pool) {
			_, err := pool.Run(background, p, func(w *pool.Worker) (got int, err error) {
				w.Blocking(func() { got, err = pool.Run(background, p, one) })
				return got, err
			})
			assert.NoError(t, err)
		},
	} {
		for _, workers := range []int{1, 2} {
			t.Run(name, func(t *testing.T) {
				p := made(t, pool.Options{Workers: workers, Queue: 1})
				finishes(t, func() {
					var all []*pool.Future[any]
					for range 4 {
						f, err := pool.Submit(background, p, func(*pool.Worker) (any, error) {
							use(t, p)
							return nil, nil
						})
						assert.NoError(t, err)
						all = append(all, f)
					}
					for _, f := range all {
						_, err := f.Get(background)
						assert.NoError(t, err)
					}
				})
			})
		}
	}
}

// A call that would wait for itself panics. A call whose context ends returns.
func TestCurrent_Itself(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 2})
	inside := func(f func()) (v any) {
		finishes(t, func() {
			_, err := pool.Run(background, p, func(*pool.Worker) (any, error) { v = caught(f); return nil, nil })
			require.NoError(t, err)
		})
		return v
	}
	require.Equal(t, "pool: Close in a task of the pool, which would wait for itself", inside(func() { _ = p.Close(background) }))
	require.Equal(t, "pool: CloseNow in a task of the pool, which would wait for itself", inside(func() { _ = p.CloseNow(background) }))
	require.NoError(t, works(p), "the pool is closed")

	own := make(chan *pool.Future[any], 1)
	f, err := pool.Submit(background, p, func(*pool.Worker) (any, error) {
		f := <-own
		return caught(func() { _, _ = f.Get(background) }), nil
	})
	require.NoError(t, err)
	own <- f
	finishes(t, func() {
		said, err := f.Get(background)
		require.NoError(t, err)
		require.Equal(t, "pool: Get of a Future in its own task, which would wait for itself", said)
	})

	ended, cancel := context.WithCancel(background)
	cancel()
	require.Nil(t, inside(func() { assert.ErrorIs(t, p.Close(ended), context.Canceled) }))
}

// Get returns when its context has ended. If there is a spare, Get leaves the future to the
// spare.
func TestCurrent_GetEnds(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Spares: 2})
	finishes(t, func() {
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) {
			var mu sync.Mutex
			mu.Lock()
			defer mu.Unlock()
			f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) {
				mu.Lock()
				defer mu.Unlock()
				return 1, nil
			})
			assert.NoError(t, err)
			for _, wait := range []time.Duration{0, time.Millisecond} {
				ctx, cancel := context.WithTimeout(background, wait)
				_, err = f.Get(ctx)
				assert.ErrorIs(t, err, context.DeadlineExceeded)
				cancel()
			}
			return 0, nil
		})
		require.NoError(t, err)
	})
}

// However many workers wait in Get, some worker runs the future that they wait for.
func TestCurrent_GetsNest(t *testing.T) {
	needsIdentity(t)
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	for _, o := range []pool.Options{{Workers: 1, Spares: -1}, {Workers: 2, Spares: -1}, {Workers: 1, Spares: 3}, {Workers: 2}} {
		p := made(t, o)
		var fib func(w *pool.Worker, n int) (int, error)
		fib = func(w *pool.Worker, n int) (int, error) {
			if n < 2 {
				return n, nil
			}
			var all [2]*pool.Future[int]
			for i := range all {
				f, err := pool.Submit(ctx, w, func(w *pool.Worker) (int, error) { return fib(w, n-1-i) })
				if err != nil {
					return 0, err
				}
				all[i] = f
			}
			sum := 0
			for _, f := range all {
				r, err := f.Get(ctx)
				if err != nil {
					return 0, err
				}
				sum += r
			}
			return sum, nil
		}
		finishes(t, func() {
			got, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) { return fib(w, 12) })
			require.NoError(t, err)
			require.Equal(t, 144, got)
		})
	}
}

// In a task, Go does not wait for room in the queue.
func TestCurrent_GoIsFull(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 1, Queue: 1})
	var ran atomic.Int32
	runs := func(*pool.Worker) { ran.Add(1) }
	finishes(t, func() {
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) {
			assert.NoError(t, p.Go(runs))
			assert.Equal(t, pool.ErrFull, p.Go(runs))
			_, err := pool.Submit(background, p, func(w *pool.Worker) (int, error) { runs(w); return 0, nil })
			return 0, err
		})
		require.NoError(t, err)
	})
	until(t, "both functions have run", func() bool { return ran.Load() == 2 })
}

// Options.Panicked is called on a worker, outside of any task, and may use the pool.
func TestCurrent_Panicked(t *testing.T) {
	var p *pool.Pool
	told := make(chan error, 1)
	p = made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		_, err := pool.Run(background, p, one)
		told <- err
	}})
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	finishes(t, func() { require.NoError(t, <-told) })
}

// A goroutine that has ended belongs to no worker: another goroutine may get its address.
func TestCurrent_Ended(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	require.NoError(t, works(p))
	if park.Goroutine() != 0 {
		require.Equal(t, 2, p.Known())
	}
	require.NoError(t, p.Close(background))
	require.Zero(t, p.Known())
}

// To one pool, a worker of another pool is an outsider.
func TestCurrent_OtherPool(t *testing.T) {
	outer, inner := made(t, pool.Options{Workers: 1}), made(t, pool.Options{Workers: 1})
	got, err := pool.Run(background, outer, func(*pool.Worker) (int, error) { return pool.Run(background, inner, one) })
	require.NoError(t, err)
	require.Equal(t, 1, got)
	until(t, "its own worker has run it", func() bool { return inner.Stats().Run == 1 }) // published when it finds no more work
}

// Get inside Options.Panicked waits for a future that another worker runs.
func TestCurrent_PanickedWaits(t *testing.T) {
	var p *pool.Pool
	var began, ends atomic.Bool
	got := make(chan int, 1)
	futures := make(chan *pool.Future[int], 1)
	p = made(t, pool.Options{Workers: 2, Panicked: func(*pool.PanicError) {
		f := <-futures
		ctx, cancel := context.WithCancel(background)
		defer cancel()
		ends.Store(true)
		n, err := f.Get(ctx)
		assert.NoError(t, err)
		got <- n
	}})
	f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) {
		began.Store(true)
		assert.True(t, spin(ends.Load))
		for range 100 {
			pause()
		}
		return 7, nil
	})
	require.NoError(t, err)
	until(t, "the future begins", began.Load)
	futures <- f
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	finishes(t, func() { require.Equal(t, 7, <-got) })
}

// Run inside Options.Panicked panics as elsewhere, and returns the reason if its function was cancelled.
func TestCurrent_PanickedHasTheOutcome(t *testing.T) {
	var p *pool.Pool
	told := make(chan any, 2)
	p = made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		told <- caught(func() {
			_, _ = pool.Run(background, p, func(*pool.Worker) (int, error) { panic("inside") })
		})
		ctx, cancel := context.WithCancelCause(background)
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			cancel(errMine)
			assert.True(t, spin(func() bool { return w.Err() != nil }), "the cancellation does not come")
			pool.Join(w, func(*pool.Worker) int { return 1 }, func(*pool.Worker) int { return 2 })
			return 0, nil
		})
		told <- err
	}})
	require.NoError(t, p.Go(func(*pool.Worker) { panic("outside") }))
	e, is := (<-told).(*pool.PanicError)
	require.True(t, is)
	require.Equal(t, "inside", e.Value)
	require.Equal(t, errMine, <-told)
}
