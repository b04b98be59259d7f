package pool_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A worker that goes to standby leaves no task in its deque that only it can run.
func TestStandby_LeavesNothingBehind(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: k.make})
			var ran atomic.Int32
			finishes(t, func() {
				_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
					w.Scope(func(s *pool.Scope) {
						var began atomic.Bool
						c := elsewhere.In(w)
						h := c.Fork(func(w *pool.Worker) {
							began.Store(true)
							p.Resize(1)
							for range 3 {
								s.Go(w, func(*pool.Worker) { ran.Add(1) })
							}
						})
						spin(began.Load)
						c.Join(h)
					})
					return 0, nil
				})
				assert.NoError(t, err)
			})
			require.EqualValues(t, 3, ran.Load())
		})
	}
}

// While a task blocks, thieves can steal what it has forked.
func TestStandby_BlockingLeavesTheDequeToThieves(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: k.make})
			_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
				w.Scope(func(s *pool.Scope) {
					var ran atomic.Int32
					for range 3 {
						s.Go(w, func(*pool.Worker) { ran.Add(1) })
					}
					w.Blocking(func() {
						if !spin(func() bool { return ran.Load() == 3 }) {
							t.Errorf("%d of 3", ran.Load())
						}
					})
				})
				return 0, nil
			})
			require.NoError(t, err)
		})
	}
}

// CloseNow lets the workers on standby leave, too.
func TestStandby_LeavesAtCloseNow(t *testing.T) {
	p := pool.New(pool.Options{Workers: 3})
	p.Resize(1)
	until(t, "two stand by", func() bool { return p.StandingBy() == 2 && p.Sleeping() == 1 })
	finishes(t, func() { require.NoError(t, p.CloseNow(background)) })
	require.Zero(t, p.Alive())
}

// A worker that was on standby runs tasks and is stolen from, also if thieves sleep.
func TestStandby_IsSearchedAgain(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	for range 20 {
		p.Resize(1)
		until(t, "one stands by", func() bool { return p.StandingBy() == 1 && p.Sleeping() == 1 })
		p.Resize(2)
		require.Nil(t, in(p, func(w *pool.Worker) {
			n, err := leafWaits(w)
			assert.NoError(t, err)
			assert.Equal(t, 1, n, "no other worker took the task")
		}))
	}
}

// CloseNow, which cancels all tasks, also ends the workers on standby.
func TestStandby_LeavesWithCloseNow(t *testing.T) {
	p := pool.New(pool.Options{Workers: 4})
	p.Resize(1)
	until(t, "three workers stand by", func() bool { return p.StandingBy() == 3 })
	finishes(t, func() { assert.NoError(t, p.CloseNow(background)) })
}

// A worker that was on standby while a tree was cancelled sees that when it starts a task of the tree.
func TestStandby_SeesACancelledTree(t *testing.T) {
	p := made(t, pool.Options{Workers: 3})
	for range many(20, 500) {
		p.Resize(1)
		until(t, "two workers stand by", func() bool { return p.StandingBy() == 2 })
		ctx, cancel := context.WithCancel(background)
		var ran atomic.Int32
		finishes(t, func() {
			_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
				w.Scope(func(s *pool.Scope) {
					for range 10 {
						s.Go(w, func(*pool.Worker) { ran.Add(1) })
					}
					cancel()
					until(t, "the tree is cancelled", func() bool { return w.Err() != nil })
					p.Resize(3)
				})
				return 0, nil
			})
			assert.ErrorIs(t, err, context.Canceled)
		})
		require.Zero(t, ran.Load())
	}
}
