package pool_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// acrossBubbles calls a pool from the other side of a bubble's border. Each call could make a goroutine on one
// side wake one on the other.
var acrossBubbles = map[string]func(p *pool.Pool, f *pool.Future[int]){
	"Run":        func(p *pool.Pool, _ *pool.Future[int]) { _, _ = pool.Run(background, p, seven) },
	"Submit":     func(p *pool.Pool, _ *pool.Future[int]) { _, _ = pool.Submit(background, p, seven) },
	"TrySubmit":  func(p *pool.Pool, _ *pool.Future[int]) { _, _ = pool.TrySubmit(background, p, seven) },
	"Go":         func(p *pool.Pool, _ *pool.Future[int]) { _ = p.Go(func(*pool.Worker) {}) },
	"GoContext":  func(p *pool.Pool, _ *pool.Future[int]) { _ = p.GoContext(background, func(*pool.Worker) {}) },
	"TryGo":      func(p *pool.Pool, _ *pool.Future[int]) { _ = p.TryGo(func(*pool.Worker) {}) },
	"For":        func(p *pool.Pool, _ *pool.Future[int]) { _ = pool.For(background, p, 100, func(int, int) {}) },
	"Sort":       func(p *pool.Pool, _ *pool.Future[int]) { _ = pool.Sort(background, p, make([]int, 100_000)) },
	"Resize":     func(p *pool.Pool, _ *pool.Future[int]) { p.Resize(3) },
	"Close":      func(p *pool.Pool, _ *pool.Future[int]) { _ = p.Close(background) },
	"CloseNow":   func(p *pool.Pool, _ *pool.Future[int]) { _ = p.CloseNow(background) },
	"Future.Get": func(_ *pool.Pool, f *pool.Future[int]) { _, _ = f.Get(background) },
	"Get in time": func(_ *pool.Pool, f *pool.Future[int]) {
		ctx, cancel := context.WithTimeout(background, time.Minute)
		defer cancel()
		_, _ = f.Get(ctx)
	},
	"Future.Done": func(_ *pool.Pool, f *pool.Future[int]) { f.Done() },
}

func seven(*pool.Worker) (int, error) { return 7, nil }

// crossing requires that each call panics, and that the panic says what to do.
func crossing(t *testing.T, p *pool.Pool, f *pool.Future[int]) {
	for name, call := range acrossBubbles {
		func() {
			defer func() { assert.Contains(t, recover(), "make the pool inside the bubble", name) }()
			call(p, f)
		}()
	}
}

// A pool of a package, made outside of the bubble, is refused inside of it, whether it was used before or not. The
// pool goes on working outside.
func TestBubble_PoolFromOutside(t *testing.T) {
	for _, used := range []bool{false, true} {
		p := made(t, pool.Options{Workers: 2})
		if used {
			require.NoError(t, works(p))
		}
		gate := make(chan struct{})
		f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { <-gate; return 7, nil })
		require.NoError(t, err)
		synctest.Test(t, func(t *testing.T) {
			crossing(t, p, f)
			ours := pool.New(pool.Options{Workers: 1})
			defer func() { assert.NoError(t, ours.Close(background)) }()
			_, err := pool.Run(background, ours, func(w *pool.Worker) (int, error) {
				assert.Panics(t, func() { _, _ = f.Join(w) })
				assert.Panics(t, func() { _, _ = pool.Run(background, p, seven) })
				return 0, nil
			})
			assert.NoError(t, err)
		})
		close(gate)
		finishes(t, func() {
			n, err := f.Get(background)
			assert.NoError(t, err)
			assert.Equal(t, 7, n)
			assert.NoError(t, works(p))
		})
		require.Equal(t, 2, p.Workers())
	}
}

// A pool that was made in a bubble is refused outside.
func TestBubble_PoolFromInside(t *testing.T) {
	type submitted struct {
		p *pool.Pool
		f *pool.Future[int]
	}
	give, back := make(chan submitted), make(chan bool)
	go func() {
		s := <-give
		crossing(t, s.p, s.f)
		back <- true
	}()
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Workers: 2})
		gate := make(chan struct{})
		f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { <-gate; return 7, nil })
		require.NoError(t, err)
		give <- submitted{p, f}
		<-back
		close(gate)
		n, err := f.Get(background)
		require.NoError(t, err)
		require.Equal(t, 7, n)
		require.NoError(t, p.Close(background))
	})
}

// Calls that wake nobody work on both sides: those of a closed pool, and Get of a result that is there.
func TestBubble_ClosedAndComplete(t *testing.T) {
	p := pool.New(pool.Options{Workers: 1})
	f, err := pool.Submit(background, p, seven)
	require.NoError(t, err)
	_, err = f.Get(background)
	require.NoError(t, err)
	harmless := func(p *pool.Pool, f *pool.Future[int]) {
		n, err := f.Get(background)
		require.NoError(t, err)
		require.Equal(t, 7, n)
		_ = p.Stats()
	}
	closed := func(p *pool.Pool) {
		_, err := pool.Run(background, p, seven)
		require.ErrorIs(t, err, pool.ErrClosed)
		require.ErrorIs(t, p.Go(func(*pool.Worker) {}), pool.ErrClosed)
		require.NoError(t, p.Close(background))
		require.NoError(t, p.CloseNow(background))
		p.Resize(2)
	}
	var inner *pool.Pool
	synctest.Test(t, func(t *testing.T) {
		harmless(p, f)
		inner = pool.New(pool.Options{})
		require.NoError(t, inner.Close(background))
	})
	closed(inner)
	require.NoError(t, p.Close(background))
	synctest.Test(t, func(*testing.T) {
		closed(p)
		closed(inner)
	})
}

// Inside its bubble, a pool has the bubble's clock: tasks that sleep, deadlines, more tasks than places, and waits
// for the pool to be idle.
func TestBubble_PoolInside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Workers: 2, Queue: 2})
		start := time.Now()
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			w.Invoke(func(*pool.Worker) { time.Sleep(time.Hour) }, func(*pool.Worker) { time.Sleep(time.Hour) })
			return 0, nil
		})
		require.NoError(t, err)
		require.GreaterOrEqual(t, time.Since(start), time.Hour)
		ctx, cancel := context.WithTimeout(background, time.Minute)
		defer cancel()
		f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { time.Sleep(time.Hour); return 7, nil })
		require.NoError(t, err)
		_, err = f.Get(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		for range 10 {
			require.NoError(t, p.Go(func(*pool.Worker) { time.Sleep(time.Second) }))
		}
		<-f.Done()
		require.NoError(t, works(p))
		synctest.Wait()
		require.NoError(t, p.Close(background))
	})
}
