package pool_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

func TestMisuse_ZeroDefinition(t *testing.T) {
	var zero pool.Def[int, int]
	p := made(t, pool.Options{Workers: 1})
	for _, d := range []*pool.Def[int, int]{nil, &zero} {
		panicsOfPool(t, func() { _, _ = d.Run(background, p, 1) })
		require.Contains(t, in(p, func(w *pool.Worker) { d.In(w) }), "pool: ")
	}
}

func TestMisuse_ZeroPool(t *testing.T) {
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
	p, q := made(t, pool.Options{Workers: 1}), made(t, pool.Options{Workers: 1})
	finishes(t, func() {
		assert.Nil(t, in(p, func(w *pool.Worker) {
			w.Scope(func(s *pool.Scope) {
				assert.NotNil(t, in(q, func(w *pool.Worker) { s.Go(w, func(*pool.Worker) {}) }))
			})
		}))
	})
}
