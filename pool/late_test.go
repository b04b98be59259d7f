package pool_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// Go in a scope whose tasks have all ended panics, also while Scope has not returned, since
// its worker helps with another task.
func TestScope_GoWhileItEnds(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	said, err := pool.Run(background, p, func(w *pool.Worker) (said any, err error) {
		w.Scope(func(outer *pool.Scope) {
			var stolen, helps, ended atomic.Bool
			w.Scope(func(s *pool.Scope) {
				s.Go(w, func(*pool.Worker) {
					stolen.Store(true)
					spin(helps.Load)
					ended.Store(true)
				})
				spin(stolen.Load)
				outer.Go(w, func(w *pool.Worker) {
					helps.Store(true)
					spin(ended.Load)
					spin(func() bool { // the task above may not be counted yet
						said = caught(func() { s.Go(w, func(*pool.Worker) {}) })
						return said != nil
					})
				})
			})
		})
		return said, nil
	})
	require.NoError(t, err)
	require.Equal(t, "pool: Go in a Scope that has ended", said)
}

// When a body panics on another worker, what has not begun is dropped at once.
func TestFor_PanicElsewhere(t *testing.T) {
	const n = 100_000
	p := made(t, pool.Options{Workers: 2})
	var owner atomic.Pointer[pool.Worker]
	var panicked atomic.Bool
	var after atomic.Int32 // ranges that were begun since
	v := caught(func() {
		_ = pool.ForWorker(background, p, n, func(w *pool.Worker, _, _ int) {
			switch {
			case owner.CompareAndSwap(nil, w): // the other half is stolen meanwhile
				spin(panicked.Load)
			case owner.Load() != w && panicked.CompareAndSwap(false, true):
				panic("of the thief")
			default:
				after.Add(1)
			}
		}, pool.Grain(1))
	})
	require.IsType(t, &pool.PanicError{}, v)
	require.Less(t, int(after.Load()), n/4)
}

// Who joins the future of his own task is told, and does not hang.
func TestFuture_JoinOfOneself(t *testing.T) {
	p := made(t, pool.Options{})
	own := make(chan *pool.Future[any], 1)
	f, err := pool.Submit(background, p, func(w *pool.Worker) (any, error) {
		f := <-own
		return caught(func() { _, _ = f.Join(w) }), nil
	})
	require.NoError(t, err)
	own <- f
	said, err := f.Get(background)
	require.NoError(t, err)
	require.Equal(t, "pool: Join of a Future in its own task, which would wait for itself", said)
}

// A pool is open as long as somebody is in one of its methods.
func TestLost_NotWhileSubmitting(t *testing.T) {
	told := make(chan string, 1)
	defer pool.OnLost(func(made string) { told <- made })()
	gate, waits, result := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		p := pool.New(pool.Options{Workers: 1, Queue: 1})
		started := make(chan struct{})
		_ = p.Go(func(*pool.Worker) { close(started); <-gate })
		<-started
		_ = p.Go(func(*pool.Worker) {})
		close(waits)
		result <- p.Go(func(*pool.Worker) {}) // waits for room
	}()
	<-waits
	for range 100 {
		runtime.GC()
	}
	require.Empty(t, told)
	close(gate)
	require.NoError(t, <-result)
	until(t, "then it is lost", func() bool { runtime.GC(); return len(told) > 0 })
}
