package pool_test

import (
	"context"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// These tests are for lines that no specification labels. Each has failed with its line broken.

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

// Get inside Options.Panicked waits for a future that another worker runs.
func TestCurrent_PanickedWaits(t *testing.T) {
	var p *pool.Pool
	var began, ends atomic.Bool
	got := make(chan int, 1)
	futures := make(chan *pool.Future[int], 1)
	p = made(t, pool.Options{Workers: 2, Panicked: func(*pool.PanicError) {
		f := <-futures
		ctx, cancel := context.WithCancel(background)
		defer cancel()
		ends.Store(true)
		n, err := f.Get(ctx)
		assert.NoError(t, err)
		got <- n
	}})
	f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) {
		began.Store(true)
		assert.True(t, spin(ends.Load))
		for range 100 {
			pause()
		}
		return 7, nil
	})
	require.NoError(t, err)
	until(t, "the future begins", began.Load)
	futures <- f
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	finishes(t, func() { require.Equal(t, 7, <-got) })
}

// After Close, Options.Panicked, which is no task, gets ErrClosed, and the function is not run.
func TestClosing_RunsNothingInside(t *testing.T) {
	needsIdentity(t)
	var p *pool.Pool
	ran := false
	told := make(chan error, 1)
	p = pool.New(pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		ctx, cancel := context.WithCancel(background)
		cancel()
		assert.ErrorIs(t, p.Close(ctx), context.Canceled)
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { ran = true; return 7, nil })
		told <- err
	}})
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	finishes(t, func() { require.ErrorIs(t, <-told, pool.ErrClosed) })
	require.False(t, ran)
	finishes(t, func() { require.NoError(t, p.Close(background)) })
}

// After Close, a running task may call its pool as it may use its worker: Close waits for it.
func TestClosing_RunsForATask(t *testing.T) {
	needsIdentity(t)
	p := pool.New(pool.Options{Workers: 1})
	got, err := pool.Run(background, p, func(*pool.Worker) (int, error) {
		ctx, cancel := context.WithCancel(background)
		cancel()
		assert.ErrorIs(t, p.Close(ctx), context.Canceled)
		return pool.Run(background, p, func(*pool.Worker) (int, error) { return 7, nil })
	})
	require.NoError(t, err)
	require.Equal(t, 7, got)
	finishes(t, func() { require.NoError(t, p.Close(background)) })
}

// A closed pool keeps no file open.
func TestClosing_ClosesItsFiles(t *testing.T) {
	const files = "/proc/self/fd"
	open := func() int {
		all, err := os.ReadDir(files)
		if err != nil {
			t.Skip("this system does not list open files")
		}
		return len(all)
	}
	before := 0
	for n := range 40 {
		if n == 2 {
			before = open() // what the first use opened stays
		}
		p := pool.New(pool.Options{Workers: 3})
		asleep(t, p) // each worker has made its file
		require.NoError(t, p.Close(background))
	}
	require.Less(t, open(), before+20, "3 files for each pool")
}

// In the long run a Join allocates only what its functions capture.
func TestJoin_ReusesItsClosure(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	f := func(*pool.Worker) int { return 1 }
	require.Nil(t, in(p, func(w *pool.Worker) {
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			pool.Join(w, func(w *pool.Worker) int { a, _ := pool.Join(w, f, f); return a }, f)
		}))
	}))
}

// Functions that are nil are refused at once, by all sorts.
func TestSort_NilFunction(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for _, n := range []int{0, 1, 2, 100_000} {
		panicsOfPool(t, func() { _ = pool.SortFunc(background, p, make([]int, n), nil) })
	}
}

// A task that goes on keeps nothing that its children have captured.
func TestKept_NothingOfAChildWhileTheTaskGoesOn(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := made(t, pool.Options{Workers: workers})
		forks := map[string]func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)){
			"Join": func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)) {
				pool.Join(w,
					func(*pool.Worker) bool { return workers == 1 || spin(began.Load) },
					func(w *pool.Worker) bool { f(w); return true })
			},
			"Scope": func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)) {
				w.Scope(func(s *pool.Scope) {
					s.Go(w, f)
					assert.True(t, workers == 1 || spin(began.Load))
				})
			},
		}
		require.Nil(t, in(p, func(w *pool.Worker) {
			for name, fork := range forks {
				var held weak.Pointer[payload]
				func() {
					x := new(payload)
					held = weak.Make(x)
					began := new(atomic.Bool)
					fork(w, began, func(*pool.Worker) { began.Store(true); runtime.KeepAlive(x) })
				}()
				assert.True(t, spin(func() bool { runtime.GC(); return held.Value() == nil }), "%s, %d workers", name, workers)
			}
		}))
	}
}
