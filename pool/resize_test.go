package pool_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// The number of workers goes up and down while all of them work.
func TestResize_UnderLoad(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 1, Deque: k.make})
			var ended atomic.Bool
			var submitters sync.WaitGroup
			for range 3 {
				submitters.Go(func() {
					for !ended.Load() && !t.Failed() {
						assert.NoError(t, ends(func() { assert.NoError(t, works(p)) }))
					}
				})
			}
			for n := range many(50, 3000) {
				p.Resize(n*3%5 + 1)
				pause()
			}
			p.Resize(2)
			ended.Store(true)
			submitters.Wait()
			require.Equal(t, 2, p.Workers())
			until(t, "the others are off duty", func() bool { return p.Sleeping() == 2 })
			require.NoError(t, works(p))
		})
	}
}

// A new worker takes what the others have no time for, and a task that shrinks the pool
// goes on.
func TestResize_FromATask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		p.Resize(2)
		n, err := leafWaits(w)
		assert.NoError(t, err)
		assert.Equal(t, 1, n, "nobody has come")
		p.Resize(1)
		assert.Equal(t, 13, join.In(w).Join(join.In(w).Fork(7)))
	}))
	asleep(t, p)
}

// A worker that is too many rests also while there is more to do than all can.
func TestResize_WhileMuchIsQueued(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	end := make(chan struct{})
	var began, now, most atomic.Int32
	for range 2 {
		require.NoError(t, p.Go(func(*pool.Worker) { began.Add(1); <-end }))
	}
	until(t, "both are busy", func() bool { return began.Load() == 2 })
	for range 50 {
		require.NoError(t, p.Go(func(*pool.Worker) {
			if n := now.Add(1); n > 1 {
				most.Store(n)
			}
			time.Sleep(100 * time.Microsecond)
			now.Add(-1)
		}))
	}
	p.Resize(1)
	close(end)
	asleep(t, p)
	require.Zero(t, most.Load(), "two ran at once")
}
