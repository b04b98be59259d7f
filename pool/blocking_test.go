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

// As many tasks may block as there are spares, and each gets a spare. Blocking returns false to
// the next task.
func TestBlocking_UpToTheLimitAndBeyond(t *testing.T) {
	const spares = 3
	p := made(t, pool.Options{Workers: 1, Spares: spares})
	for range many(5, 500) {
		// A spare can serve the next task only after it has ended its own.
		until(t, "all workers sleep or stand by", func() bool { return p.Resting() == p.Alive() })
		var blocked, replaced atomic.Int32
		end := make(chan struct{})
		var wait sync.WaitGroup
		for n := range spares + 1 {
			wait.Go(func() {
				_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
					if w.Blocking(func() { blocked.Add(1); <-end }) {
						replaced.Add(1)
					}
					return 0, nil
				})
				assert.NoError(t, err)
			})
			until(t, "the task blocks", func() bool { return int(blocked.Load()) == n+1 })
		}
		close(end)
		finishes(t, wait.Wait)
		require.EqualValues(t, spares, replaced.Load())
		require.NoError(t, works(p))
	}
	require.Equal(t, 1, p.Workers())
}

// Blocking gives the spare back if its function panics or calls Goexit, too.
func TestBlocking_GivesTheSpareBack(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Spares: 1})
	for range 5 {
		// A spare that is still searching cannot take the place of another worker yet.
		until(t, "all workers sleep or stand by", func() bool { return p.Resting() == p.Alive() })
		require.NotNil(t, in(p, func(w *pool.Worker) { w.Blocking(func() { panic("of the test") }) }))
		until(t, "all workers sleep or stand by", func() bool { return p.Resting() == p.Alive() })
		require.Nil(t, in(p, func(w *pool.Worker) { assert.True(t, w.Blocking(func() {})) }))
	}
}

func TestBlocking_WithoutSpares(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Spares: -1})
	require.Nil(t, in(p, func(w *pool.Worker) { assert.False(t, w.Blocking(func() {})) }))
}

// The only worker waits for a task that its spare runs. That task blocks until a submission has
// run. Some worker must run the submission.
func TestBlocking_WhileAllOthersWait(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		var began, ran atomic.Bool
		c := elsewhere.In(w)
		h := c.Fork(func(w *pool.Worker) {
			began.Store(true)
			assert.True(t, spin(func() bool { return p.Sleeping() == 1 }), "the first worker does not wait")
			assert.NoError(t, p.Go(func(*pool.Worker) { ran.Store(true) }))
			assert.True(t, w.Blocking(func() { assert.True(t, spin(ran.Load), "no worker runs the submission") }))
		})
		w.Blocking(func() { assert.True(t, spin(began.Load), "the spare does not take the frame") })
		c.Join(h)
	}))
}

// A task that blocks again and again gets the same spare each time.
func TestBlocking_OneAfterTheOther(t *testing.T) {
	const workers, spares = 2, 4
	p := made(t, pool.Options{Workers: workers, Spares: spares})
	require.Nil(t, in(p, func(w *pool.Worker) {
		for range many(200, 5000) {
			w.Blocking(func() {})
		}
	}))
	require.LessOrEqual(t, len(p.Stats().Workers), workers+spares)
}

// A spare that has found other work counts as a spare until that work ends.
func TestBlocking_BesideBusySpares(t *testing.T) {
	const spares = 2
	p := made(t, pool.Options{Workers: 1, Spares: spares})
	var began atomic.Int32
	end := make(chan struct{})
	require.Nil(t, in(p, func(w *pool.Worker) {
		for n := range int32(2 * spares) {
			replaced := w.Blocking(func() {
				assert.NoError(t, p.Go(func(*pool.Worker) { began.Add(1); <-end }))
				if n < spares {
					assert.True(t, spin(func() bool { return began.Load() > n }))
				}
			})
			assert.Equal(t, n < spares, replaced)
		}
	}))
	close(end)
	require.Len(t, p.Stats().Workers, 1+spares)
}

// However full the queue is, at most as many tasks run as there are workers and spares.
func TestBlocking_OfManyTasks(t *testing.T) {
	const workers, spares = 2, 4
	p := made(t, pool.Options{Workers: workers, Spares: spares})
	var now, most atomic.Int32
	works := func() {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		pause()
		now.Add(-1)
	}
	for n := range many(500, 5000) {
		require.NoError(t, p.Go(func(w *pool.Worker) {
			if n%5 == 0 {
				w.Blocking(pause)
			}
			works()
		}))
	}
	asleep(t, p)
	require.LessOrEqual(t, int(most.Load()), workers+spares)
	require.LessOrEqual(t, len(p.Stats().Workers), workers+spares)
}

// Run of another pool inside Blocking returns the result, also if there is no spare.
func TestBlocking_RunsInAnotherPool(t *testing.T) {
	for _, spares := range []int{-1, 1} {
		p, other := made(t, pool.Options{Workers: 1, Spares: spares}), made(t, pool.Options{Workers: 1})
		require.Nil(t, in(p, func(w *pool.Worker) {
			replaced := w.Blocking(func() {
				n, err := pool.Run(background, other, func(*pool.Worker) (int, error) { return 7, nil })
				assert.NoError(t, err)
				assert.Equal(t, 7, n)
			})
			assert.Equal(t, spares > 0, replaced)
		}))
	}
}

// A call got no spare, because all were taken. When one becomes free, a worker takes submissions and closures
// in place of that call.
func TestBlocking_GetsASpareLater(t *testing.T) {
	type call struct {
		p           *pool.Pool
		begun, over chan struct{}
	}
	refused := func(c *call, w *pool.Worker) {
		assert.False(t, w.Blocking(func() {
			close(c.begun)
			<-c.over
		}))
	}
	for name, test := range map[string]struct {
		options pool.Options
		run     func(c *call)
	}{
		"another call has ended": {pool.Options{Workers: 1, Spares: 1}, func(c *call) {
			first, next := make(chan struct{}), make(chan struct{})
			require.NoError(t, c.p.Go(func(w *pool.Worker) { w.Blocking(func() { close(first); <-next }) }))
			<-first
			require.NoError(t, c.p.Go(func(w *pool.Worker) { refused(c, w) }))
			<-c.begun
			close(next)
			until(t, "the first worker has no task", func() bool { return c.p.Resting() == 1 })
		}},
		"the surplus worker was busy": {pool.Options{Workers: 1, Spares: 1}, func(c *call) {
			first, next := make(chan struct{}), make(chan struct{})
			require.NoError(t, c.p.Go(func(w *pool.Worker) {
				w.Blocking(func() { <-first })
				close(next)
				<-c.begun
			}))
			require.NoError(t, c.p.Go(func(w *pool.Worker) { close(first); <-next; refused(c, w) }))
			<-c.begun
			until(t, "the first worker has no task", func() bool { return c.p.Resting() == 1 })
		}},
		"the pool has grown": {pool.Options{Workers: 1, Spares: 1}, func(c *call) {
			first, next := make(chan struct{}), make(chan struct{})
			require.NoError(t, c.p.Go(func(w *pool.Worker) {
				w.Blocking(func() { <-first })
				close(next)
				<-c.over
			}))
			require.NoError(t, c.p.Go(func(w *pool.Worker) { close(first); <-next; refused(c, w) }))
			<-c.begun
			c.p.Resize(2)
		}},
		"a lent worker was given back": {pool.Options{Workers: 1, Spares: 1, Patience: time.Hour}, func(c *call) {
			runs, lent := make(chan struct{}), make(chan struct{})
			require.NoError(t, c.p.Go(func(w *pool.Worker) {
				close(runs)
				<-lent
				w.Scope(func(s *pool.Scope) {
					s.Go(w, func(*pool.Worker) { close(c.over) })
					refused(c, w)
				})
			}))
			<-runs
			c.p.NobodyComesBy() // so that Run lends a worker at once
			_, err := pool.Run(background, c.p, func(*pool.Worker) (int, error) { close(lent); <-c.begun; return 0, nil })
			require.NoError(t, err)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c := &call{made(t, test.options), make(chan struct{}), make(chan struct{})}
			test.run(c)
			finishes(t, func() {
				if c.p.Lends() {
					<-c.over
					return
				}
				_, err := pool.Run(background, c.p, func(*pool.Worker) (int, error) { close(c.over); return 0, nil })
				assert.NoError(t, err)
			})
		})
	}
}
