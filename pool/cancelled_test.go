package pool_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// If the context of a submission ends before the submission begins, it never begins. This holds
// even if the goroutine that watches the context is late.
func TestCancelled_NeverBegins(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := made(t, pool.Options{Workers: workers})
		for range 200 {
			begun, gate := make(chan struct{}), make(chan struct{})
			for range workers {
				require.NoError(t, p.Go(func(*pool.Worker) { begun <- struct{}{}; <-gate }))
			}
			for range workers {
				<-begun
			}
			ctx, cancel := context.WithCancel(background)
			var ran atomic.Bool
			f, err := pool.Submit(ctx, p, func(*pool.Worker) (int, error) { ran.Store(true); return 1, nil })
			require.NoError(t, err)
			cancel()
			close(gate)
			_, err = f.Get(background)
			require.ErrorIs(t, err, context.Canceled)
			require.False(t, ran.Load())
		}
	}
}

// A future that was cancelled in the queue keeps nothing alive, whether a worker or CloseNow
// takes it from there.
func TestCancelled_KeepsNothing(t *testing.T) {
	for who, takes := range map[string]func(t *testing.T, p *pool.Pool, open func()){
		"a worker": func(t *testing.T, p *pool.Pool, open func()) { open(); asleep(t, p) },
		"CloseNow": func(t *testing.T, p *pool.Pool, _ func()) { require.Error(t, p.CloseNow(past)) },
	} {
		t.Run(who, func(t *testing.T) {
			p := pool.New(pool.Options{Workers: 1})
			begun, gate := make(chan struct{}), make(chan struct{})
			open := sync.OnceFunc(func() { close(gate) })
			require.NoError(t, p.Go(func(*pool.Worker) { close(begun); <-gate }))
			<-begun
			ctx, cancel := context.WithCancel(background)
			var freed atomic.Bool
			captured := new([100]int)
			runtime.AddCleanup(captured, func(int) { freed.Store(true) }, 0)
			f, err := pool.Submit(ctx, p, func(*pool.Worker) (int, error) { return captured[0], nil })
			require.NoError(t, err)
			cancel()
			_, err = f.Get(background)
			require.ErrorIs(t, err, context.Canceled)
			takes(t, p, open)
			until(t, "the captured value is free", func() bool { runtime.GC(); return freed.Load() })
			runtime.KeepAlive(f)
			open()
			finishes(t, func() { require.NoError(t, p.Close(background)) })
		})
	}
}

// A task may panic with a nil error of the pool's own types. It is treated as any other value.
func TestPanic_NilErrors(t *testing.T) {
	told := make(chan *pool.PanicError, 1)
	p := made(t, pool.Options{Workers: 2, Panicked: func(e *pool.PanicError) { told <- e }})
	for name, v := range map[string]any{
		"CancelError": (*pool.CancelError)(nil), "PanicError": (*pool.PanicError)(nil), "no cause": &pool.CancelError{},
	} {
		t.Run(name, func(t *testing.T) {
			for how, run := range map[string]func(){
				"Run": func() { _, _ = pool.Run(background, p, func(*pool.Worker) (int, error) { panic(v) }) },
				"Scope": func() {
					_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
						w.Scope(func(*pool.Scope) { panic(v) })
						return 0, nil
					})
				},
			} {
				e, is := caught(run).(*pool.PanicError)
				require.True(t, is, how)
				require.NotNil(t, e, how)
				assert.Equal(t, v, e.Value, how)
				assert.NotEmpty(t, e.Error(), how)
				assert.False(t, errors.Is(e, context.Canceled), how)
			}
			require.NoError(t, p.Go(func(*pool.Worker) { panic(v) }))
			assert.Equal(t, v, (<-told).Value)
			require.NoError(t, works(p))
		})
	}
}

// A future may wait for itself through a Run on the same goroutine. That wait panics, too.
func TestFuture_OfOneselfBelow(t *testing.T) {
	for name, wait := range map[string]func(w *pool.Worker, f *pool.Future[any]){
		"Get":  func(_ *pool.Worker, f *pool.Future[any]) { _, _ = f.Get(background) },
		"Join": func(w *pool.Worker, f *pool.Future[any]) { _, _ = f.Join(w) },
	} {
		t.Run(name, func(t *testing.T) {
			if !pool.KnowsGoroutines() {
				t.Skip("this platform has no identity of goroutines")
			}
			p := made(t, pool.Options{Workers: 2})
			own := make(chan *pool.Future[any], 1)
			f, err := pool.Submit(background, p, func(w *pool.Worker) (any, error) {
				f := <-own
				return pool.Run(background, p, func(w *pool.Worker) (any, error) {
					return caught(func() { wait(w, f) }), nil
				})
			})
			require.NoError(t, err)
			own <- f
			finishes(t, func() {
				said, err := f.Get(background)
				require.NoError(t, err)
				require.Equal(t, "pool: "+name+" of a Future in its own task, which would wait for itself", said)
			})
		})
	}
}

// A pool may use a checked deque, whatever operations that deque has.
func TestDeque_Checked(t *testing.T) {
	for name, d := range map[string]func() wsq.Deque[*pool.Task]{
		"ChaseLev": func() wsq.Deque[*pool.Task] { return wsq.NewChaseLev[*pool.Task](2) },
		"Split":    func() wsq.Deque[*pool.Task] { return wsq.NewSplit[*pool.Task](2) },
		"ABP":      func() wsq.Deque[*pool.Task] { return wsq.NewABP[pool.Task](16) },
		"THE":      func() wsq.Deque[*pool.Task] { return wsq.NewTHE[*pool.Task](2, false) },
		"Duffy":    func() wsq.Deque[*pool.Task] { return wsq.NewDuffy[*pool.Task](2) },
		"Locked":   func() wsq.Deque[*pool.Task] { return wsq.NewLocked[*pool.Task](2) },
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: func() wsq.Deque[*pool.Task] { return wsq.NewChecked(d()) }})
			var ran, begun atomic.Int32
			until(t, "some tasks were stolen", func() bool {
				require.Nil(t, in(p, func(w *pool.Worker) {
					w.Scope(func(s *pool.Scope) {
						for range 100 {
							begun.Add(1)
							s.Go(w, func(*pool.Worker) { ran.Add(1) })
						}
					})
				}))
				return p.Stats().Stolen > 0
			})
			require.Equal(t, begun.Load(), ran.Load())
		})
	}
}

func TestCancelError_Text(t *testing.T) {
	require.EqualError(t, (*pool.CancelError)(nil), "pool: cancelled")
	require.EqualError(t, &pool.CancelError{}, "pool: cancelled")
	require.EqualError(t, &pool.CancelError{Cause: errors.New("mine")}, "pool: cancelled: mine")
}

// A cancelled task starts no function of a Join.
func TestJoin_OfACancelledTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancelCause(background)
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		cancel(errMine)
		assert.True(t, spin(func() bool { return w.Err() != nil }))
		pool.Join(w, func(*pool.Worker) int { t.Error("the first function runs"); return 0 }, func(*pool.Worker) int { return 0 })
		return 0, nil
	})
	require.Equal(t, errMine, err)
}
