package pool_test

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A sleeping pool keeps nothing of the tasks that it has run.
func TestKept_NothingOfATask(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var freed atomic.Int32
	const tasks = 50
	for range tasks {
		captured := new([100]int)
		runtime.AddCleanup(captured, func(int) { freed.Add(1) }, 0)
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			var elsewhere atomic.Bool
			a, b := pool.Join(w,
				func(*pool.Worker) int { assert.True(t, spin(elsewhere.Load)); return captured[0] },
				func(*pool.Worker) int { elsewhere.Store(true); return captured[1] })
			return a + b, nil
		})
		require.NoError(t, err)
	}
	asleep(t, p)
	until(t, "all captured values are free", func() bool {
		runtime.GC()
		return freed.Load() == tasks
	})
}

// A caller may keep a future for its result. The future then keeps neither its function nor its
// context alive.
func TestKept_NothingByAFuture(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	var freed, forgotten atomic.Bool
	captured, value := new([100]int), new([100]int)
	runtime.AddCleanup(captured, func(int) { freed.Store(true) }, 0)
	runtime.AddCleanup(value, func(int) { forgotten.Store(true) }, 0)
	type key struct{}
	of := context.WithValue(ctx, key{}, value)
	f, err := pool.Submit(of, p, func(*pool.Worker) (int, error) { return captured[0] + 1, nil })
	require.NoError(t, err)
	got, err := f.Get(background)
	require.NoError(t, err)
	require.Equal(t, 1, got)
	asleep(t, p)
	until(t, "the captured value is free", func() bool { runtime.GC(); return freed.Load() })
	until(t, "the context is free", func() bool { runtime.GC(); return forgotten.Load() })
	runtime.KeepAlive(f)
}

// A worker that goes to standby keeps nothing of the tasks that it has run.
func TestKept_NothingOnStandby(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	var freed atomic.Bool
	require.Nil(t, in(p, func(w *pool.Worker) {
		captured := new([100]int)
		runtime.AddCleanup(captured, func(int) { freed.Store(true) }, 0)
		pool.Join(w, func(*pool.Worker) int { return 0 }, func(*pool.Worker) int { return captured[0] })
		w.Blocking(func() {}) // then there is one worker too many
	}))
	until(t, "the captured value is free", func() bool { runtime.GC(); return freed.Load() })
}

// If callers give up waiting, the pool keeps no more entries than the most callers that waited
// at the same time. Later waiters are woken.
func TestKept_NothingOfWhoGivesUp(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	gate := make(chan struct{})
	f, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { <-gate; return 7, nil })
	require.NoError(t, err)
	ended, cancel := context.WithCancel(background)
	cancel()
	const at, once = 4, 100
	var waiters sync.WaitGroup
	for range at {
		waiters.Go(func() {
			for range once {
				_, err := f.Get(ended)
				assert.ErrorIs(t, err, context.Canceled)
				assert.ErrorIs(t, p.Close(ended), context.Canceled)
			}
		})
	}
	waiters.Wait()
	require.LessOrEqual(t, f.Waiting(), at)
	require.LessOrEqual(t, p.ClosedBy(), at)
	open, stop := context.WithCancel(background)
	defer stop()
	for range 2 * at {
		waiters.Go(func() {
			got, err := f.Get(open)
			assert.NoError(t, err)
			assert.Equal(t, 7, got)
			assert.NoError(t, p.Close(open))
		})
	}
	until(t, "all callers wait", func() bool { return f.Waiting() == 2*at })
	close(gate)
	finishes(t, waiters.Wait)
}

// A worker that never sleeps keeps no more of its old tasks than a worker that does.
func TestKept_NothingOfWhoNeverSleeps(t *testing.T) {
	def := pool.Define(func(_ *pool.Ctx[*[100]int, int], a *[100]int) int { return a[0] })
	for name, fork := range map[string]func(w *pool.Worker, captured *[100]int){
		"a function": func(w *pool.Worker, captured *[100]int) {
			pool.Join(w, func(*pool.Worker) int { return 0 }, func(*pool.Worker) int { return captured[0] })
		},
		"a typed frame": func(w *pool.Worker, captured *[100]int) { def.In(w).Both(captured, captured) },
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 1, Queue: 2000})
			var freed atomic.Bool
			started, gate := make(chan struct{}), make(chan struct{})
			require.NoError(t, p.Go(func(w *pool.Worker) {
				<-started // so that the other functions are queued
				captured := new([100]int)
				runtime.AddCleanup(captured, func(int) { freed.Store(true) }, 0)
				fork(w, captured)
			}))
			for range 1500 {
				require.NoError(t, p.Go(func(*pool.Worker) {}))
			}
			require.NoError(t, p.Go(func(*pool.Worker) { <-gate }))
			close(started)
			until(t, "the captured value is free", func() bool { runtime.GC(); return freed.Load() })
			close(gate)
		})
	}
}

// Blocking leaves a task to others, and its own worker runs it in the end. The pool does not keep
// that task, even if all workers are busy and none looks at its entry.
func TestKept_NothingOfWhatWasPutBack(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Spares: -1})
	const tasks = 20_000
	var freed atomic.Int32
	_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		for range tasks {
			captured := new([100]int)
			runtime.AddCleanup(captured, func(int) { freed.Add(1) }, 0)
			pool.Join(w,
				func(w *pool.Worker) int { w.Blocking(func() {}); return 0 },
				func(*pool.Worker) int { return captured[0] })
		}
		until(t, "nearly all captured values are free", func() bool {
			runtime.GC()
			return freed.Load() > tasks-1000
		})
		return 0, nil
	})
	require.NoError(t, err)
}

// A task that goes on keeps nothing that its children have captured.
func TestKept_NothingOfAChildWhileTheTaskGoesOn(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := made(t, pool.Options{Workers: workers})
		forks := map[string]func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)){
			"Join": func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)) {
				pool.Join(w,
					func(*pool.Worker) bool { return workers == 1 || spin(began.Load) },
					func(w *pool.Worker) bool { f(w); return true })
			},
			"Scope": func(w *pool.Worker, began *atomic.Bool, f func(*pool.Worker)) {
				w.Scope(func(s *pool.Scope) {
					s.Go(w, f)
					assert.True(t, workers == 1 || spin(began.Load))
				})
			},
		}
		require.Nil(t, in(p, func(w *pool.Worker) {
			for name, fork := range forks {
				var held weak.Pointer[payload]
				func() {
					x := new(payload)
					held = weak.Make(x)
					began := new(atomic.Bool)
					fork(w, began, func(*pool.Worker) { began.Store(true); runtime.KeepAlive(x) })
				}()
				assert.True(t, spin(func() bool { runtime.GC(); return held.Value() == nil }), "%s, %d workers", name, workers)
			}
		}))
	}
}

// A sleeping pool keeps no result of a function that another worker has stolen.
func TestKept_NoResultOfAStolenFunction(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var result weak.Pointer[[1 << 10]byte]
	require.Nil(t, in(p, func(w *pool.Worker) {
		var stolen atomic.Bool
		pool.Join(w, func(*pool.Worker) int {
			assert.True(t, spin(stolen.Load), "no thief comes")
			return 0
		}, func(*pool.Worker) *[1 << 10]byte {
			v := new([1 << 10]byte)
			result = weak.Make(v)
			stolen.Store(true)
			return v
		})
	}))
	asleep(t, p)
	until(t, "the result is collected", func() bool { runtime.GC(); return result.Value() == nil })
}
