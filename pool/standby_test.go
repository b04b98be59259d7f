package pool_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A worker that goes to standby leaves no task in its deque that only it can run.
func TestStandby_LeavesNothingBehind(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: k.make})
			var ran atomic.Int32
			finishes(t, func() {
				_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
					w.Scope(func(s *pool.Scope) {
						var began atomic.Bool
						c := elsewhere.In(w)
						h := c.Fork(func(w *pool.Worker) {
							began.Store(true)
							p.Resize(1)
							for range 3 {
								s.Go(w, func(*pool.Worker) { ran.Add(1) })
							}
						})
						spin(began.Load)
						c.Join(h)
					})
					return 0, nil
				})
				assert.NoError(t, err)
			})
			require.EqualValues(t, 3, ran.Load())
		})
	}
}

// While a task blocks, thieves can steal what it has forked.
func TestStandby_BlockingLeavesTheDequeToThieves(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: k.make})
			_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
				w.Scope(func(s *pool.Scope) {
					var ran atomic.Int32
					for range 3 {
						s.Go(w, func(*pool.Worker) { ran.Add(1) })
					}
					w.Blocking(func() {
						if !spin(func() bool { return ran.Load() == 3 }) {
							t.Errorf("%d of 3", ran.Load())
						}
					})
				})
				return 0, nil
			})
			require.NoError(t, err)
		})
	}
}
