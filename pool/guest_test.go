package pool_test

import (
	"context"
	"errors"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// thisGoroutine returns what the stack of the calling goroutine begins with.
func thisGoroutine() string {
	var head [40]byte
	name, _, _ := strings.Cut(string(head[:runtime.Stack(head[:], false)]), "[")
	return name
}

func hosting(workers int) pool.Options { return pool.Options{Workers: workers, CallerRuns: true} }

// onCaller calls Run until f has run on the caller's goroutine, and returns what that Run has returned. A worker that
// has run something needs a moment before it offers its place.
func onCaller[R any](t testing.TB, ctx context.Context, p *pool.Pool, f func(w *pool.Worker) (R, error)) (R, error) {
	t.Helper()
	caller := thisGoroutine()
	for n := 0; ; n++ {
		here := false
		got, err := pool.Run(ctx, p, func(w *pool.Worker) (none R, _ error) {
			if here = thisGoroutine() == caller; here {
				return f(w)
			}
			return none, nil
		})
		if here || err != nil {
			return got, err
		}
		backOff(n)
	}
}

// hosts requires that a caller gets a place.
func hosts(t testing.TB, p *pool.Pool) {
	t.Helper()
	got, err := onCaller(t, background, p, seven)
	require.NoError(t, err)
	require.Equal(t, 7, got)
}

func TestGuest_OnlyIfAsked(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for range 10 {
		asleep(t, p)
		where, err := pool.Run(background, p, func(*pool.Worker) (string, error) { return thisGoroutine(), nil })
		require.NoError(t, err)
		require.NotEqual(t, thisGoroutine(), where)
	}
}

// A call returns and panics as if a worker had run its function, and the worker gets its place back.
func TestGuest_Ends(t *testing.T) {
	p := made(t, hosting(1))
	hosts(t, p)
	want := errors.New("an error")
	_, err := onCaller(t, background, p, func(*pool.Worker) (int, error) { return 0, want })
	require.Equal(t, want, err)

	v := caught(func() {
		_, _ = onCaller(t, background, p, func(*pool.Worker) (int, error) { panic(want) })
	})
	e, is := v.(*pool.PanicError)
	require.True(t, is, "%v", v)
	require.Equal(t, want, e.Value)
	require.Contains(t, string(e.Stack), "TestGuest_Ends")

	returned := false
	var exits sync.WaitGroup
	exits.Go(func() {
		_, _ = onCaller(t, background, p, func(*pool.Worker) (int, error) { runtime.Goexit(); return 0, nil })
		returned = true
	})
	exits.Wait()
	require.False(t, returned)
	hosts(t, p)
	asleep(t, p)
	s := p.Stats()
	require.Equal(t, s.Submitted, s.Run)
}

// A task that is published while the caller has the only place is run when it leaves.
func TestGuest_LeavesTasks(t *testing.T) {
	p := made(t, hosting(1))
	for range many(20, 1000) {
		var ran atomic.Int32
		_, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
			_, err := pool.Submit(background, w, func(*pool.Worker) (int, error) { ran.Add(1); return 0, nil })
			assert.NoError(t, err)
			return 0, p.Go(func(*pool.Worker) { ran.Add(1) })
		})
		require.NoError(t, err)
		until(t, "the tasks are run", func() bool { return ran.Load() == 2 })
	}
}

// The functions that a caller forks are stolen, in both tiers.
func TestGuest_Forks(t *testing.T) {
	p := made(t, hosting(2))
	for range many(20, 1000) {
		where, err := onCaller(t, background, p, func(w *pool.Worker) (string, error) {
			var elsewhere atomic.Bool
			_, b := pool.Join(w,
				func(*pool.Worker) int { assert.True(t, spin(elsewhere.Load)); return 0 },
				func(*pool.Worker) string { elsewhere.Store(true); return thisGoroutine() })
			return b, nil
		})
		require.NoError(t, err)
		require.NotEqual(t, thisGoroutine(), where)
	}
	n, err := onCaller(t, background, p, func(w *pool.Worker) (n int, err error) {
		return fibOf(w, 20), nil
	})
	require.NoError(t, err)
	require.Equal(t, 6765, n)
}

func fibOf(w *pool.Worker, n int) int {
	if n < 2 {
		return n
	}
	a, b := pool.Join(w, func(w *pool.Worker) int { return fibOf(w, n-1) }, func(w *pool.Worker) int { return fibOf(w, n-2) })
	return a + b
}

// A context ends a call before it begins, and while it runs.
func TestGuest_Context(t *testing.T) {
	p := made(t, hosting(1))
	ctx, cancel := context.WithCancelCause(background)
	want := errors.New("the cause")
	_, err := onCaller(t, ctx, p, func(w *pool.Worker) (int, error) {
		cancel(want)
		until(t, "the task is cancelled", func() bool { return w.Err() != nil })
		pool.Join(w, leaf, leaf)
		return 0, errors.New("it goes on")
	})
	require.Equal(t, want, err)
	_, err = pool.Run(ctx, p, seven)
	require.Equal(t, want, err)
	hosts(t, p)
}

func leaf(*pool.Worker) int { return 1 }

// Close waits for a caller, and refuses the next one.
func TestGuest_Close(t *testing.T) {
	for _, now := range []bool{false, true} {
		p := pool.New(hosting(2))
		closed, returned := make(chan error), atomic.Bool{}
		_, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
			go func() {
				end := p.Close
				if now {
					end = p.CloseNow
				}
				err := end(background)
				assert.True(t, returned.Load(), "Close must wait for the function")
				closed <- err
			}()
			refused := make(chan bool)
			go func() {
				refused <- spin(func() bool { _, err := pool.Run(background, p, seven); return errors.Is(err, pool.ErrClosed) })
			}()
			assert.True(t, <-refused)
			until(t, "the function is cancelled", func() bool { return !now || w.Err() != nil })
			returned.Store(true)
			return 1, nil
		})
		require.NoError(t, err)
		finishes(t, func() { require.NoError(t, <-closed) })
		_, err = pool.Run(background, p, seven)
		require.ErrorIs(t, err, pool.ErrClosed)
	}
}

// A caller that blocks has a spare.
func TestGuest_Blocking(t *testing.T) {
	p := made(t, hosting(1))
	replaced, err := onCaller(t, background, p, func(w *pool.Worker) (bool, error) {
		return w.Blocking(func() {
			done := make(chan struct{})
			assert.NoError(t, p.Go(func(*pool.Worker) { close(done) }))
			<-done
		}), nil
	})
	require.NoError(t, err)
	require.True(t, replaced)
	got, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
		f, err := pool.Submit(background, w, seven)
		if err != nil {
			return 0, err
		}
		return f.Get(background)
	})
	require.NoError(t, err)
	require.Equal(t, 7, got)
}

// The function is a task of the pool: what it calls by the pool runs in it.
func TestGuest_IsATask(t *testing.T) {
	needsIdentity(t)
	p := made(t, hosting(2))
	where, err := onCaller(t, background, p, func(*pool.Worker) (string, error) {
		assert.Contains(t, caught(func() { _ = p.Close(background) }), "in a task of the pool")
		return pool.Run(background, p, func(*pool.Worker) (string, error) { return thisGoroutine(), nil })
	})
	require.NoError(t, err)
	require.Equal(t, thisGoroutine(), where)
	asleep(t, p)
	require.NoError(t, pool.For(background, p, 10, func(int, int) {}))
	var other sync.WaitGroup
	_, err = onCaller(t, background, p, func(w *pool.Worker) (int, error) {
		other.Go(func() {
			assert.NotNil(t, caught(func() { pool.Join(w, leaf, leaf) }), "another goroutine uses the worker")
		})
		other.Wait()
		return 0, nil
	})
	require.NoError(t, err)
}

// Tasks of two pools call each other, with a worker each. None hangs, and a task of one pool takes no place of the
// other.
func TestGuest_OtherPools(t *testing.T) {
	needsIdentity(t)
	a, b := made(t, hosting(1)), made(t, hosting(1))
	got, err := onCaller(t, background, a, func(*pool.Worker) (string, error) {
		return pool.Run(background, b, func(*pool.Worker) (string, error) {
			where := thisGoroutine()
			_, err := pool.Run(background, a, seven)
			return where, err
		})
	})
	require.NoError(t, err)
	require.NotEqual(t, thisGoroutine(), got)
}

// A caller keeps the profiler labels of its goroutine, and the function gets those of the context.
func TestGuest_Labels(t *testing.T) {
	p := made(t, hosting(1))
	hosts(t, p)
	pprof.Do(labelled(background, "caller"), pprof.Labels(), func(ctx context.Context) {
		before := mine()
		got, err := onCaller(t, background, p, func(w *pool.Worker) (string, error) {
			_, err := pool.Run(labelled(background, "inner"), w, seven)
			return mine(), err
		})
		require.NoError(t, err)
		require.Equal(t, before, got)
		require.Equal(t, before, mine())
		asleep(t, p)
		got, err = pool.Run(labelled(background, "task"), p, func(*pool.Worker) (string, error) { return mine(), nil })
		require.NoError(t, err)
		require.Contains(t, got, "task")
		require.Equal(t, before, mine())
	})
	asleep(t, p)
	noLabelsOnWorkers(t)
}

// In a bubble, the clock goes on while a caller sleeps.
func TestGuest_InABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(hosting(1))
		synctest.Wait()
		caller := thisGoroutine()
		got, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			assert.Equal(t, caller, thisGoroutine())
			time.Sleep(time.Hour)
			a, b := pool.Join(w, leaf, leaf)
			return a + b, p.Go(func(*pool.Worker) { time.Sleep(time.Hour) })
		})
		require.NoError(t, err)
		require.Equal(t, 2, got)
		require.NoError(t, p.Close(background))
	})
}

// A deque that cannot be made is the caller's panic, and the place is given back.
func TestGuest_NoDeque(t *testing.T) {
	var fails atomic.Bool
	o := hosting(1)
	o.Deque = func() wsq.Deque[*pool.Task] {
		if fails.Load() {
			panic("no deque")
		}
		return wsq.NewChaseLev[*pool.Task](4)
	}
	p := made(t, o)
	fails.Store(true)
	require.Equal(t, "no deque", caught(func() { hosts(t, p) }))
	fails.Store(false)
	hosts(t, p)
}

// A sleeping pool keeps nothing of the functions of callers.
func TestGuest_KeepsNothing(t *testing.T) {
	p := made(t, hosting(2))
	var freed atomic.Int32
	const tasks = 20
	for range tasks {
		captured := new([100]int)
		runtime.AddCleanup(captured, func(int) { freed.Add(1) }, 0)
		_, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
			var elsewhere atomic.Bool
			a, b := pool.Join(w,
				func(*pool.Worker) int { assert.True(t, spin(elsewhere.Load)); return captured[0] },
				func(*pool.Worker) int { elsewhere.Store(true); return captured[1] })
			return a + b, nil
		})
		require.NoError(t, err)
	}
	asleep(t, p)
	until(t, "all captured values are free", func() bool { runtime.GC(); return freed.Load() == tasks })
}

// A function that locks itself to its thread locks the caller, as a call of the function would. No worker is locked.
func TestGuest_LocksItsThread(t *testing.T) {
	p := made(t, hosting(1))
	var caller sync.WaitGroup
	caller.Go(func() {
		_, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
			runtime.LockOSThread()
			return fibOf(w, 5), nil
		})
		assert.NoError(t, err)
		assert.True(t, lockedToThread())
		assert.Zero(t, lockedWorkers())
		asleep(t, p)
		assert.NoError(t, p.Go(func(*pool.Worker) { assert.False(t, lockedToThread()) }))
		hosts(t, p)
		assert.True(t, lockedToThread(), "the pool does not unlock it")
		runtime.UnlockOSThread()
		assert.False(t, lockedToThread())
	})
	caller.Wait()
	rests(t, p)
	require.Len(t, p.Stats().Workers, 2, "the worker and its guest")
}

// lockedToThread reports whether the calling goroutine is locked to its thread.
func lockedToThread() bool {
	var head [64]byte
	return strings.Contains(string(head[:runtime.Stack(head[:], false)]), "locked to thread")
}

// If the pool shrinks while callers have all places, workers go on standby when the callers have left. If a caller has
// the place of one of two workers, the other one goes at once.
func TestGuest_Resize(t *testing.T) {
	p := made(t, hosting(2))
	for range many(5, 100) {
		_, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
			p.Resize(1)
			until(t, "the other worker stands by", func() bool { return p.StandingBy() == 1 })
			assert.NoError(t, p.Go(func(*pool.Worker) {}))
			return fibOf(w, 10), nil
		})
		require.NoError(t, err)
		asleep(t, p)
		hosts(t, p)
		p.Resize(2)

		var inside sync.WaitGroup
		var callers sync.WaitGroup
		inside.Add(2)
		for range 2 {
			callers.Go(func() {
				_, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
					inside.Done()
					inside.Wait()
					p.Resize(1)
					return fibOf(w, 10), nil
				})
				assert.NoError(t, err)
			})
		}
		callers.Wait()
		until(t, "a worker stands by", func() bool { return p.StandingBy() == 1 })
		hosts(t, p)
		p.Resize(2)
	}
}

// A call that blocks on a caller's goroutine is in the report of a stall, and only while it blocks.
func TestGuest_Stall(t *testing.T) {
	stalled, got := reports()
	o := hosting(1)
	o.Spares, o.StallAfter, o.Stalled = -1, time.Millisecond, stalled
	p := made(t, o)
	_, err := onCaller(t, background, p, func(w *pool.Worker) (int, error) {
		over := make(chan struct{})
		assert.NoError(t, p.Go(func(*pool.Worker) {}))
		go func() {
			defer close(over)
			s := <-got
			assert.Len(t, s.Calls, 1)
			assert.Equal(t, 1, s.Waiting)
			assert.Contains(t, s.Calls[0].At, "pool_test.blocksHere ")
		}()
		blocksHere(w, over)
		return 0, nil
	})
	require.NoError(t, err)
	hosts(t, p)
	require.Empty(t, got)
}

// ForEachErr also runs on the caller's goroutine, with its errors, its panics and its contexts.
func TestGuest_ForEachErr(t *testing.T) {
	p := made(t, hosting(2))
	caller, want := thisGoroutine(), errors.New("an error")
	here := false
	each := func(body func(w *pool.Worker, i int) error) error {
		for n := 0; ; n++ {
			here = false
			asleep(t, p)
			err := pool.ForEachErr(background, p, 10, func(w *pool.Worker, i int) error {
				if i == 0 {
					here = thisGoroutine() == caller
				}
				return body(w, i)
			})
			if here {
				return err
			}
			backOff(n)
		}
	}
	var sum atomic.Int64
	require.NoError(t, each(func(_ *pool.Worker, i int) error { sum.Add(int64(i)); return nil }))
	require.Zero(t, sum.Load()%45)
	require.Equal(t, want, each(func(w *pool.Worker, i int) error {
		if i == 0 {
			return want
		}
		return nil
	}))
	v := caught(func() { _ = each(func(_ *pool.Worker, i int) error { panic(want) }) })
	e, is := v.(*pool.PanicError)
	require.True(t, is, "%v", v)
	require.Equal(t, want, e.Value)
	require.Equal(t, want, each(func(w *pool.Worker, i int) error {
		if i == 0 {
			return want
		}
		<-w.Context().Done()
		return context.Cause(w.Context())
	}))
	hosts(t, p)
}

// Callers, submissions, cancellation and Resize beside each other.
func TestGuest_Stress(t *testing.T) {
	p := made(t, hosting(3))
	var all sync.WaitGroup
	var ran atomic.Int64
	rounds := many(100, 5000)
	for g := range 4 {
		all.Go(func() {
			for n := range rounds {
				ctx, cancel := context.WithCancel(background)
				if n%8 == g {
					cancel()
				}
				switch f, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) { ran.Add(1); return fibOf(w, 5), nil }); {
				case err == nil:
					assert.Equal(t, 5, f)
				default:
					assert.ErrorIs(t, err, context.Canceled)
				}
				cancel()
				if n%16 == 0 {
					p.Resize(1 + (n/16+g)%3)
				}
				if n%4 == 0 {
					assert.NoError(t, p.Go(func(*pool.Worker) { ran.Add(1) }))
				}
			}
		})
	}
	all.Wait()
	p.Resize(3)
	hosts(t, p)
}
