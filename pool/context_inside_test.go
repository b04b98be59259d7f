package pool

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// leaving is a context that counts the functions that are to run when it ends.
type leaving struct {
	context.Context
	n *atomic.Int32
}

func (leaving) Value(any) any { return nil }

func (l leaving) AfterFunc(func()) (stop func() bool) {
	l.n.Add(1)
	var once sync.Once
	return func() bool { once.Do(func() { l.n.Add(-1) }); return true }
}

// A call that has returned leaves nothing at its context.
func TestContext_KeepsNothingOfCalls(t *testing.T) {
	p := opened(t, Options{Workers: 1, Queue: 1})
	ending, cancel := context.WithCancel(context.Background())
	defer cancel()
	var n atomic.Int32
	ctx := leaving{ending, &n}
	_, err := Run(ctx, p, func(w *Worker) (int, error) {
		assert.Positive(t, n.Load(), "the call is watched")
		return Run(ctx, w, func(*Worker) (int, error) { return 0, nil })
	})
	require.NoError(t, err)
	require.Zero(t, n.Load(), "Run")

	var ends atomic.Bool
	f, err := Submit(ctx, p, func(*Worker) (int, error) { assert.True(t, holds(ends.Load)); return 0, nil })
	require.NoError(t, err)
	got := make(chan error)
	go func() {
		_, err := f.Get(ctx)
		got <- err
	}()
	require.True(t, holds(func() bool { return n.Load() == 2 }), "Get waits under its context")
	ends.Store(true)
	require.NoError(t, <-got)
	require.True(t, holds(func() bool { return n.Load() == 0 }), "Submit and Get: %d", n.Load())

	two := opened(t, Options{Workers: 2})
	runsTask(t, two, func(w *Worker) {
		f, err := Submit(context.Background(), w, func(*Worker) (int, error) { return 0, nil })
		assert.NoError(t, err)
		_, err = f.Get(ctx)
		assert.NoError(t, err)
	})
	require.True(t, holds(func() bool { return n.Load() == 0 }), "Get in a task: %d", n.Load())

	shut := New(Options{Workers: 1})
	require.NoError(t, shut.Close(context.Background()))
	_, err = Submit(ctx, shut, func(*Worker) (int, error) { return 0, nil })
	require.Equal(t, ErrClosed, err)
	require.Zero(t, n.Load(), "Submit to a closed pool")

	ends.Store(false)
	var begun atomic.Bool
	require.NoError(t, p.Go(func(*Worker) { begun.Store(true); assert.True(t, holds(ends.Load)) }))
	require.True(t, holds(begun.Load))
	require.NoError(t, p.Go(func(*Worker) {})) // the queue is full
	go func() {
		_, err := Submit(ctx, p, func(*Worker) (int, error) { return 0, nil })
		got <- err
	}()
	require.True(t, holds(func() bool { return n.Load() == 2 }), "Submit waits for room")
	ends.Store(true)
	require.NoError(t, <-got)
	require.True(t, holds(func() bool { return n.Load() == 0 }), "Submit after its wait: %d", n.Load())
}
