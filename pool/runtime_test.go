package pool_test

import (
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// GOMAXPROCS may change at any time. It is the default of Workers when a pool is made, and
// nothing else.
func TestRuntime_LiveGOMAXPROCS(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	p := made(t, pool.Options{})
	require.Equal(t, 3, p.Workers())
	for _, n := range []int{1, 2, 4, 1} {
		runtime.GOMAXPROCS(n)
		finishes(t, func() { assert.NoError(t, works(p)) })
		require.Equal(t, 3, p.Workers())
	}
}

// A task may lock its thread and return, or call Goexit, which then ends the thread. The worker
// still works.
func TestRuntime_LockOSThread(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	for range 5 {
		require.Nil(t, in(p, func(w *pool.Worker) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			assert.Equal(t, 55, fibClosure(w, 10))
		}))
		require.Equal(t, pool.ErrGoexit, outcome(func() {
			_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
				runtime.LockOSThread()
				runtime.Goexit()
				return 0, nil
			})
		}))
		finishes(t, func() { assert.NoError(t, works(p)) })
	}
}

// A pool that is made, used and closed inside a synctest bubble works there.
func TestRuntime_SynctestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Workers: 2})
		for range 20 {
			require.NoError(t, works(p))
			synctest.Wait() // all workers sleep durably
			require.Equal(t, 2, p.Sleeping())
		}
		require.NoError(t, p.Close(background))
	})
}

// No goroutine is left of a pool that was used and closed.
func TestRuntime_NoGoroutineLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range many(50, 5000) {
		p := pool.New(pool.Options{Workers: 3})
		require.NoError(t, works(p))
		require.Nil(t, in(p, func(w *pool.Worker) { w.Blocking(pause) }))
		p.Resize(1)
		p.Resize(4)
		require.NoError(t, p.Close(background))
		require.Zero(t, p.Alive())
	}
	until(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

// An object that a bubble has left behind is not used outside it.
func TestRuntime_AfterABubble(t *testing.T) {
	for range 20 {
		TestRuntime_SynctestBubble(t)
		p := pool.New(pool.Options{Workers: 1})
		require.NoError(t, works(p))
		require.NoError(t, p.Close(background))
	}
}
