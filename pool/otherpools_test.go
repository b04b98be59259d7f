package pool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// Tasks of two pools wait for each other, on all workers of both pools at once. None hangs.
func TestOtherPools_PoolsWaitForEachOther(t *testing.T) {
	needsIdentity(t)
	type use = func(t *testing.T, p *pool.Pool, f func(w *pool.Worker) (int, error)) int
	may, cancel := context.WithCancel(background)
	defer cancel()
	get := func(ctx context.Context) use {
		return func(t *testing.T, p *pool.Pool, f func(w *pool.Worker) (int, error)) int {
			future, err := pool.Submit(background, p, f)
			assert.NoError(t, err)
			n, err := future.Get(ctx)
			assert.NoError(t, err)
			return n
		}
	}
	for name, use := range map[string]use{
		"Run": func(t *testing.T, p *pool.Pool, f func(w *pool.Worker) (int, error)) int {
			n, err := pool.Run(background, p, f)
			assert.NoError(t, err)
			return n
		},
		"Get":                         get(background),
		"Get with a context that may": get(may),
		"For": func(t *testing.T, p *pool.Pool, f func(w *pool.Worker) (int, error)) (n int) {
			assert.NoError(t, pool.ForWorker(background, p, 1, func(w *pool.Worker, _, _ int) { n, _ = f(w) }))
			return n
		},
		"full queues": func(t *testing.T, p *pool.Pool, f func(w *pool.Worker) (int, error)) int {
			var all []*pool.Future[int]
			for range 3 { // more than the one place
				future, err := pool.Submit(background, p, f)
				assert.NoError(t, err)
				all = append(all, future)
			}
			n := 0
			for _, future := range all {
				one, err := future.Get(background)
				assert.NoError(t, err)
				n += one
			}
			return n / len(all)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for range many(5, 500) {
				a := made(t, pool.Options{Workers: 1, Queue: 1})
				b := made(t, pool.Options{Workers: 1, Queue: 1})
				var ping func(p, other *pool.Pool, n int) func(w *pool.Worker) (int, error)
				ping = func(p, other *pool.Pool, n int) func(w *pool.Worker) (int, error) {
					return func(*pool.Worker) (int, error) {
						if n == 0 {
							return 1, nil
						}
						return 1 + use(t, other, ping(other, p, n-1)), nil
					}
				}
				finishes(t, func() {
					first, err := pool.Submit(background, a, ping(a, b, 3))
					assert.NoError(t, err)
					second, err := pool.Submit(background, b, ping(b, a, 3))
					assert.NoError(t, err)
					for _, f := range []*pool.Future[int]{first, second} {
						n, err := f.Get(background)
						assert.NoError(t, err)
						assert.Equal(t, 4, n)
					}
				})
			}
		})
	}
}

// A task that waits for another pool inside Blocking gets one spare, not two.
func TestOtherPools_InBlocking(t *testing.T) {
	a, b := made(t, pool.Options{Workers: 1}), made(t, pool.Options{Workers: 1})
	for range 2 {
		until(t, "all workers sleep or stand by", func() bool { return a.Resting() == a.Alive() })
		require.Nil(t, in(a, func(w *pool.Worker) {
			assert.True(t, w.Blocking(func() { assert.NoError(t, works(b)) }))
		}))
		require.Equal(t, 2, a.Alive())
	}
	require.Equal(t, 1, b.Alive())
}

// While a task closes another pool, a spare takes the place of its worker.
func TestOtherPools_Close(t *testing.T) {
	needsIdentity(t)
	a := made(t, pool.Options{Workers: 1})
	b := pool.New(pool.Options{Workers: 1})
	finishes(t, func() {
		began := make(chan struct{})
		inB, err := pool.Submit(background, b, func(*pool.Worker) (int, error) {
			<-began
			return pool.Run(background, a, one)
		})
		require.NoError(t, err)
		_, err = pool.Run(background, a, func(*pool.Worker) (int, error) {
			close(began)
			return 0, b.Close(background)
		})
		require.NoError(t, err)
		n, err := inB.Get(background)
		require.NoError(t, err)
		require.Equal(t, 1, n)
	})
}
