package pool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/pool"
)

// A task may use its own pool as from outside: all workers may do that at once, and none hangs.
func TestHere_OwnPool(t *testing.T) {
	if park.Goroutine() == 0 {
		t.Skip("goroutines cannot be told from each other here")
	}
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
		"Go": func(t *testing.T, p *pool.Pool) {
			full := 0
			for range 5 {
				if err := p.Go(func(*pool.Worker) {}); err != nil {
					assert.Equal(t, pool.ErrFull, err)
					full++
				}
			}
			assert.LessOrEqual(t, full, 5)
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

// What would wait for itself panics, and what has an end has it.
func TestHere_Itself(t *testing.T) {
	if park.Goroutine() == 0 {
		t.Skip("goroutines cannot be told from each other here")
	}
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
	require.NoError(t, works(p), "it is not closed")

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

// A worker of one pool is nobody in another one.
func TestHere_OtherPool(t *testing.T) {
	outer, inner := made(t, pool.Options{Workers: 1}), made(t, pool.Options{Workers: 1})
	got, err := pool.Run(background, outer, func(*pool.Worker) (int, error) { return pool.Run(background, inner, one) })
	require.NoError(t, err)
	require.Equal(t, 1, got)
	require.Equal(t, uint64(1), inner.Stats().Run, "its own worker has run it")
}
