package pool_test

import (
	"bytes"
	"context"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// CloseNow ends all calls with ErrClosed. A queued task ends at once; a running task ends at its
// next fork.
func TestCloseNow_AnswersAll(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := pool.New(pool.Options{Workers: 2, Deque: k.make})
			var began atomic.Int32
			var answers []*pool.Future[int]
			for n := range 2 {
				f, err := pool.Submit(background, p, func(w *pool.Worker) (int, error) {
					began.Add(1)
					for {
						if n == 0 {
							join.In(w).Both(5, 5)
						} else {
							fibClosure(w, 5)
						}
					}
				})
				require.NoError(t, err)
				answers = append(answers, f)
			}
			until(t, "both run", func() bool { return began.Load() == 2 })
			for range 10 {
				f, err := pool.Submit(background, p, one)
				require.NoError(t, err)
				answers = append(answers, f)
			}
			finishes(t, func() {
				assert.NoError(t, p.CloseNow(background))
				for _, f := range answers {
					_, err := f.Get(background)
					assert.ErrorIs(t, err, pool.ErrClosed)
				}
			})
			require.Zero(t, p.Alive())
		})
	}
}

// After its context has ended, Close still closes the pool. It may be called again.
func TestClose_AgainAndAgain(t *testing.T) {
	p, end := stopped(t, 2)
	var ran atomic.Bool
	require.NoError(t, p.Go(func(*pool.Worker) { ran.Store(true) }))
	require.ErrorIs(t, p.Close(past), context.Canceled)
	ctx, cancel := context.WithCancel(background)
	told := make(chan error)
	go func() { told <- p.Close(ctx) }()
	cancel()
	finishes(t, func() { assert.ErrorIs(t, <-told, context.Canceled) })
	end()
	finishes(t, func() {
		assert.NoError(t, p.Close(background))
		assert.NoError(t, p.Close(background))
		assert.NoError(t, p.CloseNow(background))
		assert.NoError(t, p.Close(past), "the pool is closed: there is nothing to wait for")
	})
	require.True(t, ran.Load(), "the accepted task has not run")
}

func TestClose_UseAfter(t *testing.T) {
	p := pool.New(pool.Options{Workers: 2})
	require.NoError(t, p.Close(background))
	for name, use := range map[string]func() error{
		"Run":       func() error { _, err := pool.Run(background, p, one); return err },
		"Submit":    func() error { _, err := pool.Submit(background, p, one); return err },
		"TrySubmit": func() error { _, err := pool.TrySubmit(background, p, one); return err },
		"Def.Run":   func() error { _, err := join.Run(background, p, 5); return err },
		"Go":        func() error { return p.Go(func(*pool.Worker) {}) },
		"TryGo":     func() error { return p.TryGo(func(*pool.Worker) {}) },
		"For":       func() error { return pool.For(background, p, 1, func(_, _ int) {}) },
	} {
		finishes(t, func() { assert.ErrorIs(t, use(), pool.ErrClosed, name) })
	}
	p.Resize(3)
	require.Equal(t, 2, p.Workers())
	require.Zero(t, p.Alive())
	p.Stats()
}

// A pool that was closed with CloseNow is not reported as lost.
func TestCloseNow_IsNotLost(t *testing.T) {
	var complaints bytes.Buffer
	defer pool.Complaints(&complaints)()
	collected := make(chan bool)
	func() {
		p := pool.New(pool.Options{Workers: 1})
		runtime.AddCleanup(p, func(int) { close(collected) }, 0)
		require.NoError(t, p.CloseNow(background))
	}()
	until(t, "the pool is collected", func() bool {
		runtime.GC()
		select {
		case <-collected:
			return true
		default:
			return false
		}
	})
	require.Empty(t, complaints.String())
}
