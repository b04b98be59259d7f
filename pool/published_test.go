package pool_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// note is a definition whose body notes that it runs.
var note = pool.Define(func(_ *pool.Ctx[*atomic.Int32, int], ran *atomic.Int32) int {
	return int(ran.Add(1))
})

// leafWaits forks one frame and waits for it without a join.
func leafWaits(w *pool.Worker) (int, error) {
	var ran atomic.Int32
	c := note.In(w)
	h := c.Fork(&ran)
	served := spin(func() bool { return ran.Load() == 1 })
	n := c.Join(h)
	if !served {
		return -n, nil
	}
	return n, nil
}

func requireServed(t *testing.T, p *pool.Pool, prepare func(w *pool.Worker)) {
	t.Helper()
	n, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		prepare(w)
		return leafWaits(w)
	})
	require.NoError(t, err)
	require.Equal(t, 1, n, "the idle worker did not take the only frame")
}

func TestPublished_LeafWaitsForTheThief(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2})
	for range many(100, 10_000) {
		asleep(t, p)
		requireServed(t, p, func(*pool.Worker) {})
	}
}

// In a new pool, the other worker may not have asked for a frame yet.
func TestPublished_FirstForkOfANewPool(t *testing.T) {
	for range many(300, 10_000) {
		p := pool.New(pool.Options{Workers: 2})
		requireServed(t, p, func(*pool.Worker) {})
		require.NoError(t, p.Close(background))
	}
}

// A thief that has run its frame gets the next one, even if it has asked for that while its
// victim waited.
func TestPublished_RequestOutlivesWaiting(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2})
	for range many(1000, 5_000) {
		requireServed(t, p, func(w *pool.Worker) {
			var began atomic.Bool
			c := elsewhere.In(w)
			h := c.Fork(func(*pool.Worker) { began.Store(true) })
			spin(began.Load)
			c.Join(h)
		})
	}
}

// A frame that is published and taken back answers no request; the next frame does. The same
// holds if a thief has taken the frame, and the owner runs it after all.
func TestPublished_RequestOutlivesTakingBack(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2})
	for range many(1000, 5_000) {
		asleep(t, p)
		requireServed(t, p, func(w *pool.Worker) {
			c := elsewhere.In(w)
			c.Join(c.Fork(func(*pool.Worker) {}))
		})
	}
}

// A request that comes when there is no frame is answered by the next frame.
func TestPublished_RequestOutlivesBlocking(t *testing.T) {
	p := made(t, pool.Options{Workers: 2, Spares: -1})
	requireServed(t, p, func(w *pool.Worker) { w.Blocking(func() {}) })
}

// At the moment of the publication, a worker that waits in another tree is searching. It may not
// take the frame, so an idle worker must be woken.
func TestPublished_HelperOfAnotherTreeSwallowsNoWakeUp(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 4})
	for round := range many(1000, 5_000) {
		asleep(t, p)
		var held, joining, done atomic.Bool
		helper, err := pool.Submit(background, p, func(w *pool.Worker) (int, error) {
			c := elsewhere.In(w)
			h := c.Fork(func(*pool.Worker) {
				held.Store(true)
				spin(done.Load)
			})
			spin(joining.Load)
			return c.Join(h), nil
		})
		require.NoError(t, err)
		until(t, "a thief takes the helper's frame", held.Load)
		n, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			spin(func() bool { return p.Sleeping() == 1 })
			joining.Store(true)
			for range round % 1000 {
				_ = p.Sleeping()
			}
			return leafWaits(w)
		})
		done.Store(true)
		require.NoError(t, err)
		require.Equal(t, 1, n, "round %d: the idle worker did not take the only frame", round)
		_, err = helper.Get(background)
		require.NoError(t, err)
	}
}

// A closure that a task has forked can be stolen, however long the task computes.
func TestPublished_ClosuresOfALongTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	for range many(20, 1000) {
		asleep(t, p)
		var ran [3]atomic.Bool
		served := true
		require.Nil(t, in(p, func(w *pool.Worker) {
			w.Scope(func(s *pool.Scope) {
				for n := range ran {
					s.Go(w, func(*pool.Worker) { ran[n].Store(true) })
				}
				for n := range ran {
					served = spin(ran[n].Load) && served
				}
			})
		}))
		require.True(t, served, "the idle worker did not take the closures")
		require.Nil(t, in(p, func(w *pool.Worker) {
			var ran atomic.Bool
			served, _ = pool.Join(w, func(*pool.Worker) bool { return spin(ran.Load) },
				func(*pool.Worker) int { ran.Store(true); return 0 })
		}))
		require.True(t, served, "the idle worker did not take the closure")
	}
}
