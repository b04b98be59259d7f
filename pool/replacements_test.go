package pool_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// withSpares calls f in a task of a pool with one worker and some spares. f gets a context that
// may end, and its own future. The test fails if f hangs.
func withSpares(t *testing.T, spares int, f func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error)) {
	t.Helper()
	needsIdentity(t)
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	p := made(t, pool.Options{Workers: 1, Spares: spares})
	finishes(t, func() {
		futures := make(chan *pool.Future[int], 1)
		a, err := pool.Submit(background, p, func(w *pool.Worker) (int, error) { return f(ctx, w, <-futures) })
		require.NoError(t, err)
		futures <- a
		got, err := a.Get(background)
		require.NoError(t, err)
		require.Equal(t, 1, got)
	})
}

// future submits f on the worker, and returns its future.
func future(t *testing.T, w *pool.Worker, f func(w *pool.Worker) (int, error)) *pool.Future[int] {
	submitted, err := pool.Submit(background, w, f)
	assert.NoError(t, err)
	return submitted
}

// A task waits with a spare in its place. The queue has another task before the awaited future.
// That task waits for the first one, in each possible way, and no spare is left. Some worker must
// get to the awaited future.
func TestReplacement_OfAWait(t *testing.T) {
	for _, wait := range []func(ctx context.Context, f *pool.Future[int], w *pool.Worker) (int, error){
		func(ctx context.Context, f *pool.Future[int], _ *pool.Worker) (int, error) { return f.Get(ctx) },
		func(_ context.Context, f *pool.Future[int], _ *pool.Worker) (int, error) { return f.Get(background) },
		func(_ context.Context, f *pool.Future[int], w *pool.Worker) (int, error) { return f.Join(w) },
		func(_ context.Context, f *pool.Future[int], w *pool.Worker) (r int, err error) {
			assert.False(t, w.Blocking(func() {
				done := make(chan struct{})
				go func() {
					defer close(done)
					r, err = f.Get(background)
				}()
				<-done
			}))
			return r, err
		},
	} {
		withSpares(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
			future(t, w, func(w *pool.Worker) (int, error) { return wait(ctx, itself, w) })
			return future(t, w, one).Get(ctx)
		})
	}
}

// A worker that was asked runs its awaited future, and then the future that this one waits for.
func TestReplacement_GoesOn(t *testing.T) {
	withSpares(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
		future(t, w, func(*pool.Worker) (int, error) { return itself.Get(ctx) })
		return future(t, w, func(w *pool.Worker) (int, error) { return future(t, w, one).Get(ctx) }).Get(ctx)
	})
}

// The worker with a spare begins to wait after the other worker has blocked without one.
func TestReplacement_ComesLater(t *testing.T) {
	withSpares(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (r int, err error) {
		future(t, w, func(*pool.Worker) (int, error) { return itself.Get(ctx) })
		last := future(t, w, one)
		assert.True(t, w.Blocking(func() {
			assert.True(t, spin(func() bool { return pool.UnreplacedWaits(w) == 1 }))
			r, err = last.Get(ctx)
		}))
		return r, err
	})
}

// A worker that waits with a spare returns when its context ends, if it was not asked. So does a
// worker that can no longer be asked, since its future has begun.
func TestReplacement_EndsWithItsContext(t *testing.T) {
	withSpares(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
		begun, over := make(chan struct{}), make(chan struct{})
		f := future(t, w, func(*pool.Worker) (int, error) { close(begun); <-over; return 1, nil })
		short, cancel := context.WithCancel(ctx)
		go func() { <-begun; cancel() }()
		_, err := f.Get(short)
		assert.ErrorIs(t, err, context.Canceled)
		close(over)
		return f.Get(ctx)
	})
}

// When the wait of an asked worker is over, the worker runs its own task again. Then another
// worker is asked. The first spare finds the second half. The next spare finds the task that
// waits for the first task.
func TestReplacement_OneAfterAnother(t *testing.T) {
	withSpares(t, 2, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
		var half, begun atomic.Bool
		a, b := pool.Join(w,
			func(w *pool.Worker) (err error) {
				w.Blocking(func() {
					assert.True(t, spin(half.Load))
					_, err = future(t, w, func(w *pool.Worker) (int, error) {
						begun.Store(true)
						assert.True(t, spin(func() bool { return pool.ReplacedWaits(w) > 0 }))
						return 1, nil
					}).Get(ctx)
				})
				return err
			},
			func(w *pool.Worker) (err error) {
				future(t, w, func(*pool.Worker) (int, error) { return itself.Get(ctx) })
				last := future(t, w, one)
				half.Store(true)
				w.Blocking(func() {
					assert.True(t, spin(begun.Load))
					_, err = last.Get(ctx)
				})
				return err
			})
		return 1, errors.Join(a, b)
	})
}

// The result of a wait counts, not the reason why the worker stopped waiting. Here the worker
// runs the future as a replacement, and the future ends the context and has a result.
func TestReplacement_HasTheResult(t *testing.T) {
	withSpares(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
		short, cancel := context.WithCancel(ctx)
		defer cancel()
		future(t, w, func(*pool.Worker) (int, error) { return itself.Get(ctx) })
		return future(t, w, func(*pool.Worker) (int, error) { cancel(); return 1, nil }).Get(short)
	})
}
