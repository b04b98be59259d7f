package pool_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

type key struct{}

// The values and the deadline of a task's context are those of the call that started the task.
func TestContext_ComesFromTheCall(t *testing.T) {
	ctx := context.WithValue(background, key{}, "outer")
	deadline := time.Now().Add(time.Hour)
	inner, cancel := context.WithDeadline(context.WithValue(background, key{}, "inner"), deadline)
	defer cancel()
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
			assert.Equal(t, "outer", w.Context().Value(key{}))
			assert.Equal(t, w.Context(), w.Context())
			_, has := w.Context().Deadline()
			assert.False(t, has)
			return pool.Run(inner, w, func(w *pool.Worker) (int, error) {
				pool.Join(w,
					func(w *pool.Worker) int { assert.Equal(t, "inner", w.Context().Value(key{})); return 0 },
					func(w *pool.Worker) int { assert.Equal(t, "inner", w.Context().Value(key{})); return 0 })
				got, has := w.Context().Deadline()
				assert.True(t, has)
				assert.Equal(t, deadline, got)
				return 0, nil
			})
		})
		require.NoError(t, err)
		f, err := pool.Submit(ctx, p, func(w *pool.Worker) (any, error) { return w.Context().Value(key{}), nil })
		require.NoError(t, err)
		got, err := f.Get(background)
		require.NoError(t, err)
		require.Equal(t, "outer", got)
		require.NoError(t, pool.ForWorker(ctx, p, 100, func(w *pool.Worker, _, _ int) {
			assert.Equal(t, "outer", w.Context().Value(key{}))
		}))
	})
}

// The context ends when its task returns, and not when an inner function does.
func TestContext_EndsWithTheTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ends := func(how string, start func(f func(w *pool.Worker))) {
		var ctx context.Context
		done := make(chan struct{})
		start(func(w *pool.Worker) {
			defer close(done)
			ctx = w.Context()
			w.Scope(func(s *pool.Scope) { s.Go(w, func(w *pool.Worker) { w.Context() }) })
			for range 3 {
				pool.Join(w, func(w *pool.Worker) int { w.Context(); return 0 }, func(w *pool.Worker) int { w.Context(); return 0 })
			}
			assert.NoError(t, ctx.Err(), how)
			assert.Equal(t, ctx, w.Context(), how)
		})
		<-done
		finishes(t, func() { <-ctx.Done() })
		require.Equal(t, context.Canceled, ctx.Err(), how)
		require.Zero(t, p.Contexts(), how)
	}
	ends("Run", func(f func(w *pool.Worker)) {
		_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) { f(w); return 0, nil })
	})
	ends("Go", func(f func(w *pool.Worker)) { require.NoError(t, p.Go(f)); asleep(t, p) })
	ends("a panic", func(f func(w *pool.Worker)) {
		caught(func() {
			_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) { f(w); panic("of the test") })
		})
	})
	ends("Goexit", func(f func(w *pool.Worker)) {
		outcome(func() {
			_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) { f(w); runtime.Goexit(); return 0, nil })
		})
	})
}

// A task that asks in each of many inner functions keeps no context of those that have returned.
func TestContext_KeepsFew(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	v := in(p, func(w *pool.Worker) {
		for range 100 {
			pool.Join(w, func(w *pool.Worker) int { w.Context(); return 0 }, func(w *pool.Worker) int { return 0 })
			require.LessOrEqual(t, p.Contexts(), 2)
		}
	})
	require.Nil(t, v)
}

// The context of one function of a Join ends when the other one panics, on another worker.
func TestContext_OfAJoin(t *testing.T) {
	for name, test := range map[string]func(w *pool.Worker, fails, waits func(w *pool.Worker) int){
		"the first waits":  func(w *pool.Worker, fails, waits func(w *pool.Worker) int) { pool.Join(w, waits, fails) },
		"the second waits": func(w *pool.Worker, fails, waits func(w *pool.Worker) int) { pool.Join(w, fails, waits) },
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2})
			finishes(t, func() {
				for range 20 {
					begun := make(chan struct{})
					v := in(p, func(w *pool.Worker) {
						pool.Join(w, oneOf, oneOf) // its closure is reused
						test(w,
							func(*pool.Worker) int { <-begun; panic("of the test") },
							func(w *pool.Worker) int {
								ctx := w.Context()
								close(begun)
								<-ctx.Done()
								return 0
							})
					})
					require.Equal(t, "of the test", v)
				}
			})
		})
	}
}

func oneOf(*pool.Worker) int { return 1 }

// The context ends with the tree: by its context, by CloseNow, by a panic above.
func TestContext_EndsWithTheTree(t *testing.T) {
	for name, test := range map[string]func(p *pool.Pool, begun chan struct{}, waits func(w *pool.Worker) error){
		"CloseNow": func(p *pool.Pool, begun chan struct{}, waits func(w *pool.Worker) error) {
			go func() { <-begun; _ = p.CloseNow(background) }()
			got, err := pool.Run(background, p, func(w *pool.Worker) (error, error) { return waits(w), nil })
			assert.Equal(t, pool.ErrClosed, got)
			assert.NoError(t, err)
		},
		"a context": func(p *pool.Pool, begun chan struct{}, waits func(w *pool.Worker) error) {
			ctx, cancel := context.WithCancelCause(background)
			go func() { <-begun; cancel(errMine) }()
			got, err := pool.Run(ctx, p, func(w *pool.Worker) (error, error) { return waits(w), nil })
			assert.Equal(t, errMine, got)
			assert.NoError(t, err)
		},
		"a context, while nobody waits": func(p *pool.Pool, begun chan struct{}, waits func(w *pool.Worker) error) {
			ctx, cancel := context.WithCancelCause(background)
			told := make(chan error)
			assert.NoError(t, p.GoContext(ctx, func(w *pool.Worker) { told <- waits(w) }))
			<-begun
			cancel(errMine)
			assert.Equal(t, errMine, <-told)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2})
			begun := make(chan struct{})
			finishes(t, func() {
				test(p, begun, func(w *pool.Worker) error {
					ctx := w.Context()
					close(begun)
					<-ctx.Done()
					return context.Cause(ctx)
				})
			})
		})
	}
}

// Many tasks ask, and are cancelled, at the same time.
func TestContext_Many(t *testing.T) {
	p := made(t, pool.Options{Workers: 4})
	finishes(t, func() {
		for range many(30, 1000) {
			var calls atomic.Int64
			err := pool.ForEachErr(background, p, 100, func(w *pool.Worker, i int) error {
				pool.Join(w, func(w *pool.Worker) int { w.Context(); return 0 }, func(w *pool.Worker) int { w.Context(); return 0 })
				if calls.Add(1) == 50 {
					return errMine
				}
				return w.Context().Err()
			})
			if err != errMine {
				require.Equal(t, context.Canceled, err)
			}
			require.Equal(t, 0, p.Contexts())
		}
	})
}
