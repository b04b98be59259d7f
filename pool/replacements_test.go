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

// toRelieve calls f in a task of a pool of one worker and some spares, with a context that may end.
// f is given its own future, and whether it hangs is tested.
func toRelieve(t *testing.T, spares int, f func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error)) {
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

// future is the future of f.
func future(t *testing.T, w *pool.Worker, f func(w *pool.Worker) (int, error)) *pool.Future[int] {
	submitted, err := pool.Submit(background, w, f)
	assert.NoError(t, err)
	return submitted
}

// A task has a spare in its place while it waits, and before what it waits for a task is queued
// that waits for its own one, in each way, when there is no spare left. Somebody comes to what
// the first one waits for.
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
		toRelieve(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
			future(t, w, func(w *pool.Worker) (int, error) { return wait(ctx, itself, w) })
			return future(t, w, one).Get(ctx)
		})
	}
}

// Who is asked to run what it waits for is at work then, and runs what that waits for, too.
func TestReplacement_GoesOn(t *testing.T) {
	toRelieve(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
		future(t, w, func(*pool.Worker) (int, error) { return itself.Get(ctx) })
		return future(t, w, func(w *pool.Worker) (int, error) { return future(t, w, one).Get(ctx) }).Get(ctx)
	})
}

// The one who is to be asked begins to wait when the other one sits already.
func TestReplacement_ComesLater(t *testing.T) {
	toRelieve(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (r int, err error) {
		future(t, w, func(*pool.Worker) (int, error) { return itself.Get(ctx) })
		last := future(t, w, one)
		assert.True(t, w.Blocking(func() {
			assert.True(t, spin(func() bool { return pool.Sits(w) == 1 }))
			r, err = last.Get(ctx)
		}))
		return r, err
	})
}

// Who waits with a spare, and is not asked, comes back when its context ends, and so does who
// could be asked no more since its future has begun.
func TestReplacement_EndsWithItsContext(t *testing.T) {
	toRelieve(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
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

// Who was asked is at work of its own when its wait is over: then another one is asked. The first
// spare finds the second half, and the next one the task that waits for the first of all.
func TestReplacement_OneAfterAnother(t *testing.T) {
	toRelieve(t, 2, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
		var half, begun atomic.Bool
		a, b := pool.Join(w,
			func(w *pool.Worker) (err error) {
				w.Blocking(func() {
					assert.True(t, spin(half.Load))
					_, err = future(t, w, func(w *pool.Worker) (int, error) {
						begun.Store(true)
						assert.True(t, spin(func() bool { return pool.Waits(w) > 0 }))
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

// What a wait has come to counts, and not why the worker was to stop waiting: the future that it
// runs in the place of another one ends the context, and has a result.
func TestReplacement_HasTheResult(t *testing.T) {
	toRelieve(t, 1, func(ctx context.Context, w *pool.Worker, itself *pool.Future[int]) (int, error) {
		short, cancel := context.WithCancel(ctx)
		defer cancel()
		future(t, w, func(*pool.Worker) (int, error) { return itself.Get(ctx) })
		return future(t, w, func(*pool.Worker) (int, error) { cancel(); return 1, nil }).Get(short)
	})
}
