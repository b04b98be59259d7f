package pool_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// While a closed pool drains, a task that blocks again and again gets the same spare each time.
func TestClosing_BlocksAsBefore(t *testing.T) {
	const spares = 2
	p := made(t, pool.Options{Workers: 1, Spares: spares})
	closing := make(chan struct{})
	f, err := pool.Submit(background, p, func(w *pool.Worker) (int, error) {
		<-closing
		for range 200 {
			w.Blocking(func() {})
		}
		return len(p.Stats().Workers), nil
	})
	require.NoError(t, err)
	require.Error(t, p.Close(past))
	close(closing)
	workers, err := f.Get(background)
	require.NoError(t, err)
	require.LessOrEqual(t, workers, 1+spares)
	finishes(t, func() { require.NoError(t, p.Close(background)) })
	require.Zero(t, p.Alive())
}

// While a closed pool drains, workers that Resize has put on standby do not start again.
func TestClosing_RunsNoMoreAtOnce(t *testing.T) {
	const many = 8
	for range 20 {
		p := pool.New(pool.Options{Workers: many})
		p.Resize(1)
		until(t, "all but one stand by", func() bool { return p.StandingBy() == many-1 && p.Sleeping() == 1 })
		gate := make(chan struct{})
		var now, most, ran atomic.Int32
		require.NoError(t, p.Go(func(*pool.Worker) { <-gate }))
		for range 100 {
			require.NoError(t, p.Go(func(*pool.Worker) {
				n := now.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				runtime.Gosched()
				now.Add(-1)
				ran.Add(1)
			}))
		}
		require.Error(t, p.Close(past))
		until(t, "the workers on standby leave", func() bool { return p.Alive() == 1 })
		close(gate)
		finishes(t, func() { require.NoError(t, p.Close(background)) })
		require.EqualValues(t, 100, ran.Load())
		require.EqualValues(t, 1, most.Load())
	}
}
