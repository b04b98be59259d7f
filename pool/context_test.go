package pool_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// counted is a context that counts its watchers.
type counted struct {
	context.Context
	mu       sync.Mutex
	watchers map[int]func()
	next     int
}

func (c *counted) Done() <-chan struct{} { return make(chan struct{}) }

func (c *counted) AfterFunc(f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.watchers == nil {
		c.watchers = map[int]func(){}
	}
	n := c.next
	c.next++
	c.watchers[n] = f
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, there := c.watchers[n]
		delete(c.watchers, n)
		return there
	}
}

func (c *counted) watched() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.watchers)
}

// However a task ends, its context keeps no reference to it afterwards.
func TestContext_IsWatchedNoLongerThanTheTask(t *testing.T) {
	none := func(*pool.Worker) (int, error) { return 0, nil }
	t.Run("done", func(t *testing.T) {
		ctx := &counted{Context: background}
		p := made(t, pool.Options{Workers: 1})
		for range 10 {
			f, err := pool.Submit(ctx, p, none)
			require.NoError(t, err)
			_, err = f.Get(background)
			require.NoError(t, err)
			_, err = pool.Run(ctx, p, none)
			require.NoError(t, err)
		}
		require.Zero(t, ctx.watched())
	})
	t.Run("abandoned", func(t *testing.T) {
		ctx := &counted{Context: background}
		p := pool.New(pool.Options{Workers: 1})
		began, end := make(chan struct{}), make(chan struct{})
		require.NoError(t, p.Go(func(*pool.Worker) { close(began); <-end }))
		<-began
		f, err := pool.Submit(ctx, p, none)
		require.NoError(t, err)
		ended, cancel := context.WithCancel(background)
		cancel()
		require.ErrorIs(t, p.CloseNow(ended), context.Canceled)
		_, err = f.Get(background)
		require.ErrorIs(t, err, pool.ErrClosed)
		close(end)
		finishes(t, func() { require.NoError(t, p.Close(background)) })
		require.Zero(t, ctx.watched())
	})
}

// The context may end while its task is being submitted.
func TestContext_EndsDuringSubmit(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	end := make(chan struct{})
	require.NoError(t, p.Go(func(*pool.Worker) { <-end })) // keeps all workers busy
	for range 500 {
		ctx, cancel := context.WithCancel(background)
		var both sync.WaitGroup
		both.Go(cancel)
		both.Go(func() {
			f, err := pool.Submit(ctx, p, func(*pool.Worker) (int, error) { return 1, nil })
			if err == nil {
				_, err = f.Get(background)
			}
			assert.ErrorIs(t, err, context.Canceled)
		})
		both.Wait()
	}
	close(end)
}

// A task waits for a future of another pool. When its context ends, it stops waiting at once.
func TestContext_EndsBesideAFutureOfAnotherPool(t *testing.T) {
	p, q := made(t, pool.Options{Workers: 1}), made(t, pool.Options{Workers: 1})
	end := make(chan struct{})
	f, err := pool.Submit(background, q, func(*pool.Worker) (int, error) { <-end; return 1, nil })
	require.NoError(t, err)
	finishes(t, func() {
		ctx, cancel := context.WithCancel(background)
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			cancel()
			return f.Join(w)
		})
		assert.ErrorIs(t, err, context.Canceled)
	})
	close(end)
	n, err := pool.Run(background, p, func(w *pool.Worker) (int, error) { return f.Join(w) })
	require.NoError(t, err)
	require.Equal(t, 1, n)
}
