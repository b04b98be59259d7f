package pool_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// Close counts also a submission that is dropped by a worker that waits for another.
func TestDrain_CountsWhatAWaitDrops(t *testing.T) {
	p := made(t, pool.Options{Workers: 2, Spares: -1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		var began, submitted atomic.Bool
		runs, err := pool.Submit(background, w, func(*pool.Worker) (bool, error) {
			began.Store(true)
			return spin(func() bool { return submitted.Load() && !p.Queued() }), nil
		})
		assert.NoError(t, err)
		assert.True(t, spin(began.Load))
		ctx, cancel := context.WithCancel(background)
		dropped, err := pool.Submit(ctx, w, func(*pool.Worker) (int, error) { return 0, nil })
		assert.NoError(t, err)
		submitted.Store(true)
		cancel()
		_, err = dropped.Get(background) // is told at once: its entry is left
		assert.ErrorIs(t, err, context.Canceled)
		found, err := runs.Join(w)
		assert.NoError(t, err)
		assert.True(t, found, "who waits drops it")
	}))
	finishes(t, func() { require.NoError(t, p.Close(background)) })
}

// Close counts also a submission whose entry is taken by a worker that waits in it.
func TestDrain_CountsWhatAWaitTakes(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Spares: -1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		f, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) {
			w.Scope(func(s *pool.Scope) {
				s.Go(w, func(*pool.Worker) {})
				w.Blocking(func() {}) // leaves the task in the queue, behind the submission
			})
			return 0, nil
		})
		assert.NoError(t, err)
		_, err = f.Join(w)
		assert.NoError(t, err)
	}))
	finishes(t, func() { require.NoError(t, p.Close(background)) })
}
