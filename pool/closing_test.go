package pool_test

import (
	"context"
	"os"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
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
