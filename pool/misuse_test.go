package pool_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

func TestMisuse_ZeroDefinition(t *testing.T) {
	broken(t, "a zero Def computes as the definition number 0 if the types fit, and a nil one panics with a nil dereference")
	var zero pool.Def[int, int]
	p := made(t, pool.Options{Workers: 1})
	for _, d := range []*pool.Def[int, int]{nil, &zero} {
		panicsOfPool(t, func() { _, _ = d.Run(background, p, 1) })
		require.Contains(t, in(p, func(w *pool.Worker) { d.In(w) }), "pool: ")
	}
}

func TestMisuse_ZeroPool(t *testing.T) {
	broken(t, "the methods that take no function panic with a nil dereference")
	var none *pool.Pool
	for _, p := range []*pool.Pool{none, {}} {
		panicsOfPool(t, func() { _, _ = pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil }) })
		panicsOfPool(t, func() { _ = p.Go(func(*pool.Worker) {}) })
		panicsOfPool(t, func() { _ = p.Close(background) })
		panicsOfPool(t, func() { _ = p.CloseNow(background) })
		panicsOfPool(t, func() { p.Resize(1) })
		panicsOfPool(t, func() { p.Workers() })
		panicsOfPool(t, func() { p.Stats() })
	}
}

// A scope belongs to one pool: another one might be closed before its tasks are done.
func TestMisuse_ScopeOfAnotherPool(t *testing.T) {
	broken(t, "Scope.Go takes a worker of another pool")
	p, q := made(t, pool.Options{Workers: 1}), made(t, pool.Options{Workers: 1})
	finishes(t, func() {
		assert.Nil(t, in(p, func(w *pool.Worker) {
			w.Scope(func(s *pool.Scope) {
				assert.NotNil(t, in(q, func(w *pool.Worker) { s.Go(w, func(*pool.Worker) {}) }))
			})
		}))
	})
}

// A handle does not fit a frame that is below the task that has got it.
func TestMisuse_JoinedByAnotherTask(t *testing.T) {
	broken(t, "the inner task gets the outer one's frame, and the outer one panics")
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := join.In(w)
		h := c.Fork(7)
		assert.NoError(t, tree(w, func(w *pool.Worker) {
			assert.Contains(t, caught(func() { join.In(w).Join(h) }), "pool: ")
		}))
		assert.Equal(t, 13, c.Join(h))
	}))
}
