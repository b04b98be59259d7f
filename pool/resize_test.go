package pool_test

import (
	"sync"
	"sync/atomic"
	"testing"

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
			until(t, "the others stand by", func() bool { return p.Sleeping() == 2 })
			require.NoError(t, works(p))
		})
	}
}

// A new worker takes work that the others have no time for. A task that shrinks the pool goes on.
func TestResize_FromATask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		p.Resize(2)
		n, err := leafWaits(w)
		assert.NoError(t, err)
		assert.Equal(t, 1, n, "no other worker took the task")
		p.Resize(1)
		assert.Equal(t, 13, join.In(w).Join(join.In(w).Fork(7)))
	}))
	asleep(t, p)
}
