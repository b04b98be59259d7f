package pool_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// forksUntilTold forks until it is told to end, and reports whether it was.
func forksUntilTold(w *pool.Worker) bool {
	return spin(func() bool { return caught(func() { join.In(w).Both(1, 1) }) != nil })
}

// A function that forks nothing may ask Err, in each of these cases, and as often as it likes.
func TestTold_Err(t *testing.T) {
	asks := func(w *pool.Worker, began *atomic.Bool) error {
		first := w.Err()
		began.Store(true)
		if first != nil || !spin(func() bool { return w.Err() != nil }) {
			return first
		}
		forked := caught(func() { join.In(w).Both(1, 1) })
		assert.Equal(t, forked, w.Err())
		return w.Err()
	}
	t.Run("its context ends", func(t *testing.T) {
		p := made(t, pool.Options{Workers: 1})
		ctx, cancel := context.WithCancel(background)
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			cancel()
			return 0, asks(w, new(atomic.Bool))
		})
		require.ErrorIs(t, err, context.Canceled)
	})
	t.Run("the other half fails", func(t *testing.T) {
		p := made(t, pool.Options{Workers: 2, Deque: locked})
		var began atomic.Bool
		var told error
		in(p, func(w *pool.Worker) {
			pool.Join(w,
				func(*pool.Worker) int { spin(began.Load); panic("of the test") },
				func(w *pool.Worker) int { told = asks(w, &began); return 1 })
		})
		require.ErrorAs(t, told, new(*pool.CancelError))
	})
	t.Run("not because of another one", func(t *testing.T) {
		p := made(t, pool.Options{Workers: 1})
		require.Nil(t, in(p, func(w *pool.Worker) {
			assert.Panics(t, func() { w.Scope(func(*pool.Scope) { panic("of the test") }) })
			assert.NoError(t, w.Err())
		}))
	})
	t.Run("in no task", func(t *testing.T) {
		panicsOfPool(t, func() { _ = (*pool.Worker)(nil).Err() })
	})
}

// If the first half of a Join panics, the half on another worker ends.
func TestTold_OtherHalf(t *testing.T) {
	p := made(t, pool.Options{Workers: 2, Deque: locked})
	var began, told atomic.Bool
	v := in(p, func(w *pool.Worker) {
		pool.Join(w,
			func(*pool.Worker) int { spin(began.Load); panic("of the test") },
			func(w *pool.Worker) int { began.Store(true); told.Store(forksUntilTold(w)); return 1 })
	})
	require.Equal(t, "of the test", v)
	require.True(t, told.Load())
}

// If the body of a scope panics, or one of its tasks, the scope's other tasks end. Scope panics
// with the same value.
func TestTold_Scope(t *testing.T) {
	for name, fails := range map[string]func(s *pool.Scope, w *pool.Worker){
		"body": func(*pool.Scope, *pool.Worker) { panic("of the test") },
		"task": func(s *pool.Scope, w *pool.Worker) { s.Go(w, func(*pool.Worker) { panic("of the test") }) },
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: locked})
			var began, told atomic.Bool
			v := in(p, func(w *pool.Worker) {
				w.Scope(func(s *pool.Scope) {
					s.Go(w, func(w *pool.Worker) { began.Store(true); told.Store(forksUntilTold(w)) })
					spin(began.Load)
					fails(s, w)
				})
			})
			e, is := v.(*pool.PanicError)
			require.True(t, is, "%v", v)
			require.Equal(t, "of the test", e.Value)
			require.True(t, told.Load())
		})
	}
}

// endsAndTells ends the context. It returns when the worker has been told to check for a cancel.
func endsAndTells(w *pool.Worker, cancel func()) bool {
	cancel()
	return spin(func() bool { return pool.Told(w) })
}

// If a task is told to end and recovers, the tasks below it on its goroutine are still told.
func TestTold_TasksBelowARecover(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	var inner, outer bool
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		v := caught(func() {
			_, _ = pool.Run(background, w, func(w *pool.Worker) (int, error) {
				cancel()
				inner = forksUntilTold(w) // and returns
				return 0, nil
			})
		})
		outer = v != nil || forksUntilTold(w)
		return 0, nil
	})
	require.NoError(t, err, "both tasks have recovered")
	require.True(t, inner)
	require.True(t, outer)
}

// A task may be told to check although it is not cancelled. The tasks below it on its goroutine
// are still told.
func TestTold_EachOfThoseBelow(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		other, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) {
			assert.True(t, endsAndTells(w, cancel))
			join.In(w).Both(1, 1) // checks, and finds no cancel
			assert.False(t, pool.Told(w))
			return 1, nil
		})
		assert.NoError(t, err)
		_, err = other.Join(w) // runs it here
		assert.NoError(t, err)
		assert.True(t, forksUntilTold(w))
		return 0, nil
	})
	require.NoError(t, err, "the task has recovered")
}

// A task that recovers is told again at each of its forks.
func TestTold_EachTime(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		assert.True(t, endsAndTells(w, cancel))
		one := func(*pool.Worker) int { return 1 }
		for range 5 {
			assert.IsType(t, &pool.CancelError{}, caught(func() { pool.Join(w, one, one) }))
			assert.IsType(t, &pool.CancelError{}, caught(func() { join.In(w).Both(1, 1) }))
			assert.IsType(t, &pool.CancelError{}, caught(func() { w.Scope(func(s *pool.Scope) { s.Go(w, func(*pool.Worker) {}) }) }))
		}
		return 0, nil
	})
	require.NoError(t, err, "the task has recovered")
}

// A task that is told after it has computed one half does not begin the other, unless a thief has
// taken it.
func TestTold_WhatHasNotBegun(t *testing.T) {
	const depth = 20
	var begun int
	var cancel context.CancelFunc
	// ends is the innermost call: all forks around it are still to be joined.
	ends := func(w *pool.Worker) int {
		assert.True(t, endsAndTells(w, cancel))
		return 0
	}
	leaf := func() int { begun++; return 1 }
	var joins func(w *pool.Worker, n int) int
	joins = func(w *pool.Worker, n int) int {
		if n == 0 {
			return ends(w)
		}
		a, b := pool.Join(w,
			func(w *pool.Worker) int { return joins(w, n-1) },
			func(*pool.Worker) int { return leaf() })
		return a + b
	}
	var def *pool.Def[int, int]
	typed := func(join func(c *pool.Ctx[int, int], h int) int) func(w *pool.Worker, n int) int {
		var body func(c *pool.Ctx[int, int], n int) int
		body = func(c *pool.Ctx[int, int], n int) int {
			switch {
			case n < 0:
				return leaf()
			case n == 0:
				return ends(c.Worker())
			}
			h := c.Fork(-1)
			return body(c, n-1) + join(c, h)
		}
		def = pool.Define(body)
		return func(w *pool.Worker, n int) int { return body(def.In(w), n) }
	}
	for name, body := range map[string]func(w *pool.Worker, n int) int{
		"Join":      joins,
		"Ctx.Join":  typed((*pool.Ctx[int, int]).Join),
		"Ctx.Await": typed((*pool.Ctx[int, int]).Await),
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 1})
			var ctx context.Context
			ctx, cancel = context.WithCancel(background)
			begun = 0
			_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) { return body(w, depth), nil })
			require.ErrorIs(t, err, context.Canceled)
			require.Zero(t, begun)
		})
	}
}

// Tasks that submit the next task for ever let submissions from outside in.
func TestSubmit_ChainsLetOthersIn(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := made(t, pool.Options{Workers: workers})
		var over atomic.Bool
		var chain func(w *pool.Worker) (int, error)
		chain = func(w *pool.Worker) (int, error) {
			if over.Load() {
				return 0, nil
			}
			_, err := pool.Submit(background, w, chain)
			return 0, err
		}
		for range 4 {
			_, err := pool.Submit(background, p, chain)
			require.NoError(t, err)
		}
		finishes(t, func() {
			for range 20 { // on a busy machine, each waits for a processor
				_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 1, nil })
				assert.NoError(t, err)
			}
		})
		over.Store(true)
	}
}

// Get with an ended context does not begin the future.
func TestGet_OfAnEndedContext(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 1, Spares: -1})
	_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		ran := false
		f, err := pool.Submit(background, w, func(*pool.Worker) (int, error) { ran = true; return 1, nil })
		assert.NoError(t, err)
		ctx, cancel := context.WithCancel(background)
		cancel()
		_, err = f.Get(ctx)
		assert.ErrorIs(t, err, context.Canceled)
		assert.False(t, ran)
		n, err := f.Get(background)
		assert.Equal(t, 1, n)
		return 0, err
	})
	require.NoError(t, err)
}

// A task that waits for a future is woken when its own tree is cancelled.
func TestTold_WaitsForAFuture(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	end := make(chan struct{})
	finishes(t, func() {
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			var began atomic.Bool
			f, err := pool.Submit(background, w, func(*pool.Worker) (int, error) { began.Store(true); <-end; return 1, nil })
			assert.NoError(t, err)
			spin(began.Load)
			cancel()
			return f.Join(w)
		})
		assert.ErrorIs(t, err, context.Canceled)
	})
	close(end)
}

// A submission of a worker wakes another worker.
func TestTold_SubmissionOfAWorker(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2})
	for range many(100, 10_000) {
		asleep(t, p)
		require.Nil(t, in(p, func(w *pool.Worker) {
			var began atomic.Bool
			f, err := pool.Submit(background, w, func(*pool.Worker) (int, error) { began.Store(true); return 1, nil })
			assert.NoError(t, err)
			assert.True(t, spin(began.Load), "no worker takes the submission")
			_, err = f.Join(w)
			assert.NoError(t, err)
		}))
	}
}
