package pool_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// elsewhere is a kind of task that calls a function.
var elsewhere = pool.Define(func(c *pool.Ctx[func(*pool.Worker), int], f func(*pool.Worker)) int {
	f(c.Worker())
	return 1
})

// onTheOther runs f on the other one of two workers, while the first waits for it.
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

// A worker that waits may take a task of another tree off a deque, and cannot run it.
// It must not put it where nobody looks who is there.
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

// Tasks of an outer scope lie above the one of the inner tree in the only deque: more than
// a worker looks at before it sleeps, if it looks at one only each time.
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

// The poll of a worker is one word for all trees on its stack. What tells the outer
// one that it is cancelled must outlive the inner one.
func TestNesting_InnerTreeDoesNotSwallowTheCancel(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		cancel()
		for range 1000 { // the context's end is told by another goroutine
			assert.NoError(t, tree(w, func(w *pool.Worker) { join.In(w).Both(3, 4) }))
			pause()
		}
		join.In(w).Both(3, 4)
		return 1, nil
	})
	require.ErrorIs(t, err, context.Canceled)
}
