package pool_test

import (
	"errors"
	"runtime"
	"testing"

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
