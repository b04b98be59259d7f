package pool_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// elsewhere is a definition whose body calls its argument.
var elsewhere = pool.Define(func(c *pool.Ctx[func(*pool.Worker), int], f func(*pool.Worker)) int {
	f(c.Worker())
	return 1
})

// onTheOther runs f on the second of two workers, while the first waits for it.
func onTheOther(p *pool.Pool, f func(w *pool.Worker)) error {
	_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		var began atomic.Bool
		c := elsewhere.In(w)
		h := c.Fork(func(w *pool.Worker) { began.Store(true); f(w) })
		spin(began.Load)
		return c.Join(h), nil
	})
	return err
}

// A waiting worker may take a task of another tree off a deque, which it may not run. It must
// not put the task where no other worker looks.
func TestNesting_TaskOfAnotherTreeIsNotLost(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: k.make})
			for range many(20, 1000) {
				asleep(t, p)
				var ran atomic.Int32
				finishes(t, func() {
					assert.NoError(t, onTheOther(p, func(w *pool.Worker) {
						assert.NoError(t, tree(w, func(w *pool.Worker) {
							w.Scope(func(s *pool.Scope) {
								for range 100 {
									s.Go(w, func(*pool.Worker) { ran.Add(1) })
								}
							})
						}))
					}))
				})
				require.EqualValues(t, 100, ran.Load())
			}
		})
	}
}

// In the only deque, tasks of an outer scope lie above the task of the inner tree. There are more
// of them than the worker can skip with one look at a time before it sleeps.
func TestNesting_OuterScopeUsedInsideAnInnerTree(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 1, Deque: k.make})
			finishes(t, func() {
				const many = 50
				var inner, outer int
				assert.Nil(t, in(p, func(w *pool.Worker) {
					w.Scope(func(out *pool.Scope) {
						assert.NoError(t, tree(w, func(w *pool.Worker) {
							w.Scope(func(in *pool.Scope) {
								in.Go(w, func(*pool.Worker) { inner++ })
								for range many {
									out.Go(w, func(*pool.Worker) { outer++ })
								}
							})
						}))
					})
				}))
				assert.Equal(t, 1, inner)
				assert.Equal(t, many, outer)
			})
		})
	}
}

// All trees on a worker's stack share its poll word. A cancel of the outer tree must survive the
// end of the inner one.
func TestNesting_InnerTreeDoesNotSwallowTheCancel(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		cancel()
		for range 1000 { // another goroutine sees the end of the context
			assert.NoError(t, tree(w, func(w *pool.Worker) { join.In(w).Both(3, 4) }))
			pause()
		}
		join.In(w).Both(3, 4)
		return 1, nil
	})
	require.ErrorIs(t, err, context.Canceled)
}
