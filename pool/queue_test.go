package pool_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

func one(*pool.Worker) (int, error) { return 1, nil }

// stopped returns a pool whose only worker runs a function until end is called.
func stopped(t testing.TB, queue int) (p *pool.Pool, end func()) {
	p = made(t, pool.Options{Workers: 1, Queue: queue})
	began, ends := make(chan struct{}), make(chan struct{})
	require.NoError(t, p.Go(func(*pool.Worker) { close(began); <-ends }))
	<-began
	return p, func() { close(ends) }
}

func TestQueue_FullIsSaid(t *testing.T) {
	const room = 3
	p, end := stopped(t, room)
	var ran atomic.Int32
	count := func(*pool.Worker) (int, error) { ran.Add(1); return 0, nil }
	for range room {
		_, err := pool.TrySubmit(background, p, count)
		require.NoError(t, err)
	}
	_, err := pool.TrySubmit(background, p, count)
	require.ErrorIs(t, err, pool.ErrFull)
	require.ErrorIs(t, p.TryGo(func(*pool.Worker) { ran.Add(1) }), pool.ErrFull)
	end()
	until(t, "the accepted functions run", func() bool { return ran.Load() == room })
	asleep(t, p)
	require.NoError(t, p.TryGo(func(*pool.Worker) { ran.Add(1) }))
	until(t, "a worker wakes and runs the new function", func() bool { return ran.Load() == room+1 })
	require.EqualValues(t, room+2, p.Stats().Submitted)
}

// A submitter that waits for room gives up when its context ends. The next submitter still gets
// the room.
func TestQueue_SubmitGivesUpWithItsContext(t *testing.T) {
	p, end := stopped(t, 1)
	require.NoError(t, p.Go(func(*pool.Worker) {}))
	ctx, cancel := context.WithCancel(background)
	gaveUp, patient := make(chan error), make(chan error)
	go func() {
		_, err := pool.Submit(ctx, p, one)
		gaveUp <- err
	}()
	go func() {
		_, err := pool.Run(background, p, one)
		patient <- err
	}()
	until(t, "both submitters wait for room", func() bool { return p.Waiting() == 2 })
	cancel()
	finishes(t, func() { assert.ErrorIs(t, <-gaveUp, context.Canceled) })
	end()
	finishes(t, func() { assert.NoError(t, <-patient) })
}

// Close ends the wait of submitters that wait for room.
func TestQueue_CloseWhileSubmittersWait(t *testing.T) {
	p, end := stopped(t, 1)
	require.NoError(t, p.Go(func(*pool.Worker) {}))
	told := make(chan error)
	go func() { told <- p.Go(func(*pool.Worker) {}) }()
	until(t, "the submitter waits for room", func() bool { return p.Waiting() == 1 })
	require.ErrorIs(t, p.Close(past), context.Canceled)
	finishes(t, func() { assert.ErrorIs(t, <-told, pool.ErrClosed) })
	end()
}
