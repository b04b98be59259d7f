package pool_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// Options.Panicked is called for a function of Go that panics or calls Goexit.
func TestGo_TellsHowItEnds(t *testing.T) {
	told := make(chan *pool.PanicError, 1)
	p := made(t, pool.Options{Workers: 1, Panicked: func(e *pool.PanicError) { told <- e }})
	value := errors.New("of the test")
	require.NoError(t, p.Go(func(*pool.Worker) { panic(value) }))
	require.ErrorIs(t, <-told, value)

	require.NoError(t, p.Go(func(*pool.Worker) { runtime.Goexit() }))
	_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
	require.NoError(t, err, "the worker has not survived")
	select {
	case e := <-told:
		require.ErrorIs(t, e, pool.ErrGoexit)
	default:
		require.Fail(t, "Panicked was not called for the Goexit")
	}
}

// A function of GoContext that returns is not reported as one that has panicked.
func TestGoContext_ReportsNoReturn(t *testing.T) {
	var told atomic.Bool
	p := made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) { told.Store(true) }})
	require.NoError(t, p.GoContext(background, func(*pool.Worker) {}))
	asleep(t, p)
	require.NoError(t, p.Close(background))
	require.False(t, told.Load())
}

// Options.Panicked is no part of the task that has panicked. The contexts of that task end.
func TestGoContext_PanickedIsApart(t *testing.T) {
	var p *pool.Pool
	told := make(chan error, 1)
	p = made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			pool.Join(w, func(*pool.Worker) int { return 1 }, func(*pool.Worker) int { return 2 })
			return 0, nil
		})
		told <- err
	}})
	ctx, cancel := context.WithCancelCause(background)
	require.NoError(t, p.GoContext(ctx, func(w *pool.Worker) {
		_ = w.Context()
		cancel(errMine)
		assert.True(t, spin(func() bool { return w.Err() != nil }))
		panic("of the test")
	}))
	require.NoError(t, <-told)
	require.NoError(t, p.GoContext(background, func(w *pool.Worker) {
		_ = w.Context()
		panic("of the test")
	}))
	require.NoError(t, <-told)
	asleep(t, p)
	require.Zero(t, p.Contexts())
}

// A function of Go that follows one that has panicked is not cancelled.
func TestGo_AfterAPanic(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Panicked: func(*pool.PanicError) {}})
	ended := make(chan error, 1)
	require.NoError(t, p.Go(func(*pool.Worker) { panic("of the test") }))
	require.NoError(t, p.Go(func(w *pool.Worker) { ended <- w.Context().Err() }))
	require.NoError(t, <-ended)
}
