package pool_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// The channel is closed when the result is there, however the task ends, and not before.
func TestDone_IsClosedAtTheEnd(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for name, end := range map[string]func(){
		"returns": func() {}, "panics": func() { panic("of the test") }, "exits": runtime.Goexit,
	} {
		finishes(t, func() {
			gate := make(chan struct{})
			f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { <-gate; end(); return 7, nil })
			require.NoError(t, err)
			done := f.Done()
			require.Equal(t, done, f.Done())
			select {
			case <-done:
				t.Error("too early: " + name)
			default:
			}
			close(gate)
			<-done
			require.Equal(t, done, f.Done())
			if name == "returns" {
				got, err := f.Get(background)
				require.NoError(t, err)
				require.Equal(t, 7, got)
			}
		})
	}
}

// A future that was complete at the first call, or that is dropped, has a closed channel.
func TestDone_CompleteOrDropped(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	finishes(t, func() {
		f, err := pool.Submit(background, p, one)
		require.NoError(t, err)
		_, err = f.Get(background)
		require.NoError(t, err)
		<-f.Done()

		gate := make(chan struct{})
		require.NoError(t, p.Go(func(*pool.Worker) { <-gate }))
		ctx, cancel := context.WithCancelCause(background)
		f, err = pool.Submit(ctx, p, one)
		require.NoError(t, err)
		done := f.Done()
		cancel(errMine)
		<-done
		_, err = f.Get(background)
		require.Equal(t, errMine, err)
		close(gate)
	})
}

// Several goroutines may ask at the same time, beside others that wait by Get.
func TestDone_Several(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		for range many(100, 5000) {
			f, err := pool.Submit(background, p, one)
			require.NoError(t, err)
			told := make(chan bool)
			for i := range 4 {
				go func() {
					if i%2 == 0 {
						<-f.Done()
					}
					got, err := f.Get(background)
					told <- err == nil && got == 1
				}()
			}
			for range 4 {
				require.True(t, <-told)
			}
		}
	})
}

// GoContext reports a panic, is cancelled by its context, and waits no longer than that.
func TestGoContext(t *testing.T) {
	told := make(chan *pool.PanicError, 1)
	var p *pool.Pool
	p = made(t, pool.Options{Workers: 1, Queue: 1, Panicked: func(e *pool.PanicError) {
		_, err := pool.Run(background, p, one) // Panicked may call the pool
		assert.NoError(t, err)
		told <- e
	}})
	finishes(t, func() {
		require.NoError(t, p.GoContext(background, func(w *pool.Worker) {
			defer w.Scope(func(*pool.Scope) {})
			panic("of the test")
		}))
		require.Equal(t, "of the test", (<-told).Value)
		require.NoError(t, p.GoContext(background, func(*pool.Worker) { runtime.Goexit() }))
		require.Equal(t, pool.ErrGoexit, (<-told).Value)

		ctx, cancel := context.WithCancelCause(background)
		ended := make(chan any)
		require.NoError(t, p.GoContext(ctx, func(w *pool.Worker) {
			begun := w.Context()
			cancel(errMine)
			<-begun.Done()
			spin(func() bool { return w.Err() != nil })
			defer func() { v := recover(); ended <- v; panic(v) }()
			w.Invoke(func(*pool.Worker) {})
		}))
		require.Equal(t, errMine, (<-ended).(*pool.CancelError).Cause)
		require.Equal(t, errMine, p.GoContext(ctx, func(*pool.Worker) { t.Error("it runs") }))

		gate := make(chan struct{})
		require.NoError(t, p.Go(func(*pool.Worker) { <-gate }))
		until(t, "the worker has taken it", func() bool { return p.TryGo(func(*pool.Worker) {}) == nil })
		ctx, cancel = context.WithCancelCause(background)
		go cancel(errMine)
		require.Equal(t, errMine, p.GoContext(ctx, func(*pool.Worker) { t.Error("it runs") }))
		close(gate)
	})
	panicsOfPool(t, func() { _ = p.GoContext(background, nil) })
	require.NoError(t, works(p))
}

func TestDone_Misuse(t *testing.T) {
	var zero pool.Future[int]
	require.PanicsWithValue(t, "pool: a Future that was not made by Submit", func() { zero.Done() })
}
