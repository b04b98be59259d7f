package pool_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

var (
	errMine  = errors.New("of the test")
	errOther = errors.New("another one of the test")
)

// grouped runs a group from outside.
func grouped(p *pool.Pool, f func(w *pool.Worker, g *pool.Group) error) error {
	_, err := pool.Run(background, p, func(w *pool.Worker) (struct{}, error) {
		return struct{}{}, w.Group(func(g *pool.Group) error { return f(w, g) })
	})
	return err
}

// failingCalls are the calls whose functions return errors. Each calls f for n indices.
var failingCalls = map[string]func(ctx context.Context, p *pool.Pool, n int, f func(w *pool.Worker, i int) error) error{
	"Group": func(ctx context.Context, p *pool.Pool, n int, f func(w *pool.Worker, i int) error) error {
		_, err := pool.Run(ctx, p, func(w *pool.Worker) (struct{}, error) {
			return struct{}{}, w.Group(func(g *pool.Group) error {
				for i := range n {
					g.Go(w, func(w *pool.Worker) error { return f(w, i) })
				}
				return nil
			})
		})
		return err
	},
	"ForEachErr": func(ctx context.Context, p *pool.Pool, n int, f func(w *pool.Worker, i int) error) error {
		return pool.ForEachErr(ctx, p, n, f)
	},
	"MapErr": func(ctx context.Context, p *pool.Pool, n int, f func(w *pool.Worker, i int) error) error {
		in := make([]int, n)
		for i := range in {
			in[i] = i
		}
		out, err := pool.MapErr(ctx, p, in, func(w *pool.Worker, i int) (int, error) { return i, f(w, i) })
		if err == nil && len(out) != n {
			return errors.New("the results are missing")
		}
		return err
	},
	"ForSeq": func(ctx context.Context, p *pool.Pool, n int, f func(w *pool.Worker, i int) error) error {
		return pool.ForSeq(ctx, p, func(yield func(int) bool) {
			for i := 0; i < n && yield(i); i++ {
			}
		}, f)
	},
}

// eachFailing runs a test with each of failingCalls, on one worker and on two.
func eachFailing(t *testing.T, test func(t *testing.T, p *pool.Pool, call func(ctx context.Context, n int, f func(w *pool.Worker, i int) error) error)) {
	for name, call := range failingCalls {
		for _, workers := range []int{1, 2} {
			t.Run(name, func(t *testing.T) {
				p := made(t, pool.Options{Workers: workers})
				finishes(t, func() {
					test(t, p, func(ctx context.Context, n int, f func(w *pool.Worker, i int) error) error { return call(ctx, p, n, f) })
				})
			})
		}
	}
}

// Each call returns the error of any function, and all results if there is none.
func TestErr_First(t *testing.T) {
	const n = 800
	eachFailing(t, func(t *testing.T, _ *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
		for _, bad := range []int{0, 1, n / 2, n - 1} {
			err := call(background, n, func(_ *pool.Worker, i int) error {
				if i == bad {
					return errMine
				}
				return nil
			})
			require.Equal(t, errMine, err)
		}
		var calls atomic.Int64
		require.NoError(t, call(background, n, func(*pool.Worker, int) error { calls.Add(1); return nil }))
		require.EqualValues(t, n, calls.Load())
		require.NoError(t, call(background, 0, func(*pool.Worker, int) error { return errMine }))
	})
}

// The first error ends the context of the calls that run, with the error as its cause, and leaves
// out those that have not started.
func TestErr_EndsTheOthers(t *testing.T) {
	const n = 5000
	eachFailing(t, func(t *testing.T, p *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
		var calls atomic.Int64
		waits := p.Workers() > 1
		err := call(background, n, func(w *pool.Worker, i int) error {
			if calls.Add(1) == 1 && waits {
				ctx := w.Context()
				<-ctx.Done()
				assert.Equal(t, errMine, context.Cause(ctx))
				return errOther
			}
			return errMine
		})
		require.Equal(t, errMine, err)
		require.Less(t, calls.Load(), int64(n))
	})
}

// A function that returns an error of its own because its context has ended does not hide the context's cause, although
// another goroutine brings the cancellation. The same holds for CloseNow, and for a loop in a task.
func TestErr_TheContextsCauseWins(t *testing.T) {
	needsIdentity(t)
	ends := map[string]func(ctx context.Context, cancel context.CancelCauseFunc, w *pool.Worker){
		"at once": func(_ context.Context, cancel context.CancelCauseFunc, _ *pool.Worker) { cancel(errOther) },
		"the task's": func(_ context.Context, cancel context.CancelCauseFunc, w *pool.Worker) {
			go cancel(errOther)
			<-w.Context().Done()
		},
		"the call's": func(ctx context.Context, cancel context.CancelCauseFunc, _ *pool.Worker) {
			go cancel(errOther)
			<-ctx.Done()
		},
		"of an inner group": func(_ context.Context, cancel context.CancelCauseFunc, w *pool.Worker) {
			_ = w.Group(func(*pool.Group) error { cancel(errOther); return errMine })
		},
	}
	for how, end := range ends {
		t.Run(how, func(t *testing.T) {
			eachFailing(t, func(t *testing.T, p *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
				for range 20 {
					ctx, cancel := context.WithCancelCause(background)
					inside, cancelInside := context.WithCancelCause(background)
					require.Equal(t, errOther, call(ctx, 10, func(w *pool.Worker, _ int) error {
						end(ctx, cancel, w)
						return errMine
					}))
					_, err := pool.Run(inside, p, func(*pool.Worker) (int, error) {
						return 0, call(background, 10, func(w *pool.Worker, _ int) error { // the pool recognizes its task
							end(inside, cancelInside, w)
							return errMine
						})
					})
					require.Equal(t, errOther, err)
					cancel(nil)
					cancelInside(nil)
				}
			})
		})
	}
	t.Run("closed", func(t *testing.T) {
		eachFailing(t, func(t *testing.T, p *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
			ended, cancel := context.WithCancel(background)
			cancel()
			err := call(background, 10, func(w *pool.Worker, _ int) error {
				go func() { _ = p.CloseNow(ended) }()
				<-w.Context().Done()
				return errMine
			})
			require.Equal(t, pool.ErrClosed, err)
		})
	})
}

// An error that came first stays, although the context ends before the call returns.
func TestErr_AnEarlierErrorStays(t *testing.T) {
	eachFailing(t, func(t *testing.T, p *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
		ctx, cancel := context.WithCancelCause(background)
		err := call(ctx, 1, func(*pool.Worker, int) error { return errMine })
		cancel(errOther)
		require.Equal(t, errMine, err)
	})
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		ctx, cancel := context.WithCancelCause(background)
		var first atomic.Bool
		err := pool.ForEachErr(ctx, p, 2, func(w *pool.Worker, i int) error {
			if first.CompareAndSwap(false, true) {
				<-w.Context().Done() // until the other one has failed
				cancel(errOther)
			}
			return errMine
		})
		require.Equal(t, errMine, err)
	})
}

// A panic ends the context of the calls that run, too.
func TestErr_APanicEndsTheOthers(t *testing.T) {
	eachFailing(t, func(t *testing.T, p *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
		var calls atomic.Int64
		waits := p.Workers() > 1
		require.Panics(t, func() {
			_ = call(background, 5000, func(w *pool.Worker, i int) error {
				if calls.Add(1) == 1 && waits {
					<-w.Context().Done()
					return errOther
				}
				panic("mine")
			})
		})
	})
}

// If the context ends, each call returns its cause, and the contexts of the functions have it,
// too.
func TestErr_CauseOfTheContext(t *testing.T) {
	eachFailing(t, func(t *testing.T, _ *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
		ctx, cancel := context.WithCancelCause(background)
		err := call(ctx, 5000, func(w *pool.Worker, i int) error {
			cancel(errMine)
			c := w.Context()
			<-c.Done()
			assert.Equal(t, errMine, context.Cause(c))
			assert.True(t, spin(func() bool { return w.Err() != nil }), "otherwise the call may do all of its work")
			return nil
		})
		require.Equal(t, errMine, err)
		require.Equal(t, errMine, call(ctx, 3, func(*pool.Worker, int) error { panic("it runs") }))
	})
}

// A panic is not hidden by an error, whichever comes first.
func TestErr_AndAPanic(t *testing.T) {
	eachFailing(t, func(t *testing.T, p *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
		v := caught(func() {
			_ = call(background, 1, func(*pool.Worker, int) error { panic("of the test") })
		})
		require.Equal(t, "of the test", v.(*pool.PanicError).Value)
		require.Equal(t, pool.ErrGoexit, outcome(func() {
			_ = call(background, 1, func(*pool.Worker, int) error { runtime.Goexit(); return nil })
		}))
		if p.Workers() == 1 {
			return
		}
		for _, last := range []int{0, 1} { // the one that ends after the other one's error
			afterAnError := func(end func()) func() {
				begun := make(chan struct{})
				return func() {
					_ = call(background, 2, func(w *pool.Worker, i int) error {
						if i != last {
							<-begun
							return errMine
						}
						close(begun)
						<-w.Context().Done()
						end()
						return nil
					})
				}
			}
			v = caught(afterAnError(func() { panic("after an error") }))
			require.IsType(t, &pool.PanicError{}, v)
			require.Equal(t, "after an error", v.(*pool.PanicError).Value)
			require.Contains(t, string(v.(*pool.PanicError).Stack), "TestErr_AndAPanic")
			require.Equal(t, pool.ErrGoexit, outcome(afterAnError(runtime.Goexit)))
		}
	})
}

// A running function that forks after the first error does not go on, and the error is returned.
func TestErr_EndsForks(t *testing.T) {
	eachFailing(t, func(t *testing.T, p *pool.Pool, call func(context.Context, int, func(*pool.Worker, int) error) error) {
		if p.Workers() == 1 {
			return
		}
		var begun atomic.Bool
		require.Equal(t, errMine, call(background, 2, func(w *pool.Worker, _ int) error {
			if begun.Swap(true) {
				return errMine
			}
			<-w.Context().Done()
			v := caught(func() { pool.Join(w, func(*pool.Worker) int { return 1 }, func(*pool.Worker) int { return 2 }) })
			assert.IsType(t, &pool.CancelError{}, v)
			w.Scope(func(s *pool.Scope) { s.Go(w, func(*pool.Worker) { t.Error("a cancelled task forks") }) })
			t.Error("a cancelled task goes on")
			return nil
		}))
	})
}

// A group inside a group ends alone. If the outer one ends, so does the inner one.
func TestGroup_Nested(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := made(t, pool.Options{Workers: workers})
		finishes(t, func() {
			require.Equal(t, errOther, grouped(p, func(w *pool.Worker, g *pool.Group) error {
				err := w.Group(func(g *pool.Group) error {
					g.Go(w, func(*pool.Worker) error { return errMine })
					return nil
				})
				assert.Equal(t, errMine, err)
				assert.NoError(t, w.Err())
				g.Go(w, func(w *pool.Worker) error {
					return w.Group(func(g *pool.Group) error {
						g.Go(w, func(*pool.Worker) error { return errOther })
						return nil
					})
				})
				return nil
			}))
		})
	}
	p := made(t, pool.Options{Workers: 2})
	finishes(t, func() {
		require.Equal(t, errMine, grouped(p, func(w *pool.Worker, g *pool.Group) error {
			begun := make(chan struct{})
			g.Go(w, func(w *pool.Worker) error {
				err := w.Group(func(*pool.Group) error {
					close(begun)
					<-w.Context().Done()
					return errOther
				})
				t.Errorf("an inner group of a cancelled one returns %v", err)
				return nil
			})
			g.Go(w, func(*pool.Worker) error { <-begun; return errMine })
			return nil
		}))
	})
}

// The body's error is the group's.
func TestGroup_Body(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	var ran atomic.Bool
	require.Equal(t, errMine, grouped(p, func(w *pool.Worker, g *pool.Group) error {
		g.Go(w, func(*pool.Worker) error { ran.Store(true); return nil })
		return errMine
	}))
	require.False(t, ran.Load(), "a task starts after the first error")
	require.NoError(t, grouped(p, func(*pool.Worker, *pool.Group) error { return nil }))
}

// Misuse panics.
func TestErr_Misuse(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	panicsOfPool(t, func() { _ = pool.ForEachErr(background, p, 1, nil) })
	panicsOfPool(t, func() { _ = pool.ForEachErr(background, p, -1, func(*pool.Worker, int) error { return nil }) })
	panicsOfPool(t, func() { _, _ = pool.MapErr[int, int](background, p, nil, nil) })
	panicsOfPool(t, func() { _, _ = pool.Any(background, p, 1, nil) })
	panicsOfPool(t, func() { _ = pool.ForSeq[int](background, p, nil, func(*pool.Worker, int) error { return nil }) })
	panicsOfPool(t, func() { _ = pool.ForSeq(background, p, func(func(int) bool) {}, nil) })
	var kept *pool.Group
	v := in(p, func(w *pool.Worker) {
		panicsOfPool(t, func() { _ = w.Group(nil) })
		require.NoError(t, w.Group(func(g *pool.Group) error {
			panicsOfPool(t, func() { g.Go(w, nil) })
			kept = g
			return nil
		}))
		panicsOfPool(t, func() { kept.Go(w, func(*pool.Worker) error { return nil }) })
		panicsOfPool(t, func() { (&pool.Group{}).Go(w, func(*pool.Worker) error { return nil }) })
	})
	require.Nil(t, v)
}

// A task that waits for I/O ends with its group.
func TestGroup_IO(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	finishes(t, func() {
		require.Equal(t, errMine, grouped(p, func(w *pool.Worker, g *pool.Group) error {
			begun := make(chan struct{})
			g.Go(w, func(w *pool.Worker) error {
				ctx := w.Context()
				c, err := (&net.Dialer{}).DialContext(ctx, "tcp", l.Addr().String())
				if err != nil {
					return err
				}
				defer c.Close()
				defer context.AfterFunc(ctx, func() { c.Close() })()
				close(begun)
				_, err = c.Read(make([]byte, 1)) // nobody writes
				return err
			})
			g.Go(w, func(*pool.Worker) error { <-begun; return errMine })
			return nil
		}))
	})
}

// A panic of the body comes out of a call in a cancelled task, too, even if an error came before
// it.
func TestErrors_PanicInACancelledTask(t *testing.T) {
	for name, call := range failingCalls {
		for _, cancelled := range []bool{true, false} {
			t.Run(fmt.Sprint(name, " cancelled ", cancelled), func(t *testing.T) {
				p := made(t, pool.Options{Workers: 3}) // one waits, if the pool does not know the task that calls
				ctx, cancel := context.WithCancel(background)
				defer cancel()
				var got any
				_, _ = pool.Run(ctx, p, func(outer *pool.Worker) (int, error) {
					defer func() { got = recover() }()
					var begun atomic.Int32
					return 0, call(background, p, 2, func(w *pool.Worker, i int) error {
						begun.Add(1)
						assert.True(t, spin(func() bool { return begun.Load() == 2 }), "the other one begins")
						if i == 0 {
							if cancelled {
								cancel()
							}
							return errMine
						}
						assert.True(t, spin(func() bool { return w.Err() != nil && (!cancelled || ctx.Err() != nil) }), "the call is cancelled")
						panic("of the test")
					})
				})
				e, is := got.(*pool.PanicError)
				require.True(t, is, "%v", got)
				require.Equal(t, "of the test", e.Value)
			})
		}
	}
}

// A task of a group panics after the caller was cancelled, which has ended the group's function.
func TestGroup_PanicAfterTheCallerWasCancelled(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	var got any
	_, _ = pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		defer func() { got = recover() }()
		return 0, w.Group(func(g *pool.Group) error {
			var begun, over atomic.Bool
			g.Go(w, func(*pool.Worker) error {
				begun.Store(true)
				assert.True(t, spin(over.Load))
				panic("of the test")
			})
			assert.True(t, spin(begun.Load), "the task begins")
			cancel()
			assert.True(t, spin(func() bool { return w.Err() != nil }), "the caller is cancelled")
			over.Store(true)
			g.Go(w, func(*pool.Worker) error { return nil })
			return nil
		})
	})
	e, is := got.(*pool.PanicError)
	require.True(t, is, "%v", got)
	require.Equal(t, "of the test", e.Value)
}

// A body that is cancelled ends its loop with the reason.
func TestForEachErr_CancelledInItsBody(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancelCause(background)
	err := pool.ForEachErr(ctx, p, 1, func(w *pool.Worker, _ int) error {
		cancel(errMine)
		assert.True(t, spin(func() bool { return w.Err() != nil }), "the cancellation does not come")
		pool.Join(w, oneOf, oneOf)
		return nil
	})
	require.Equal(t, errMine, err)
}

// After an error in another part, a part that has begun does no further index.
func TestForEachErr_EndsBegunParts(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var calls atomic.Int32
	var begun atomic.Bool
	finishes(t, func() {
		require.Equal(t, errMine, pool.ForEachErr(background, p, 8, func(w *pool.Worker, i int) error {
			calls.Add(1)
			if i >= 4 { // the part of a thief, which ends without a panic
				assert.True(t, spin(begun.Load), "the other part does not begin")
				return errMine
			}
			ctx := w.Context()
			begun.Store(true)
			<-ctx.Done()
			return nil
		}, pool.Grain(4)))
	})
	require.EqualValues(t, 2, calls.Load())
}

// A CancelError that is not of the group goes on as a panic.
func TestGroup_PanicWithACancelErrorOfItsOwn(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	e := &pool.CancelError{Cause: errMine}
	require.Nil(t, in(p, func(w *pool.Worker) {
		assert.Same(t, e, caught(func() { _ = w.Group(func(*pool.Group) error { panic(e) }) }))
	}))
}
