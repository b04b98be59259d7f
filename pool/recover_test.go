package pool_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// forksUntil forks until ended is set.
func forksUntil(w *pool.Worker, ended *atomic.Bool) int {
	for !ended.Load() {
		join.In(w).Both(1, 1)
		runtime.Gosched()
	}
	return 1
}

// If a task recovers from the panic of one call, its next call goes on.
func TestRecover_DoesNotEndAnotherJoin(t *testing.T) {
	p := made(t, pool.Options{Workers: 3, Deque: locked})
	var outer, inner, end atomic.Bool
	n, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		a, b := pool.Join(w,
			func(w *pool.Worker) int {
				spin(outer.Load)
				func() {
					defer func() { _ = recover() }()
					pool.Join(w,
						func(w *pool.Worker) int {
							spin(inner.Load)
							for range 1000 { // meanwhile the other worker forks
								pause()
							}
							return 0
						},
						func(w *pool.Worker) int { inner.Store(true); panic("recovered") })
				}()
				end.Store(true)
				return 1
			},
			func(w *pool.Worker) int { outer.Store(true); return forksUntil(w, &end) })
		return a + b, nil
	})
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

// A recover may leave a frame unjoined. If that frame fails, the task does not.
func TestRecover_FrameLeftBehindDoesNotFailTheTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	n, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		var began, recovered atomic.Bool
		func() {
			defer func() { _ = recover() }()
			elsewhere.In(w).Fork(func(*pool.Worker) {
				began.Store(true)
				spin(recovered.Load)
				panic("left behind")
			})
			spin(began.Load)
			panic("recovered")
		}()
		recovered.Store(true)
		for range 1000 {
			pause()
			join.In(w).Both(1, 1)
		}
		return 1, nil
	})
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

// Goexit in a task also ends the tasks below it on the same stack. When Run returns, their
// children have ended.
func TestGoexit_ChildrenEndFirst(t *testing.T) {
	for name, fork := range map[string]func(w *pool.Worker, f, g func(w *pool.Worker)){
		"Scope": func(w *pool.Worker, f, g func(w *pool.Worker)) {
			w.Scope(func(s *pool.Scope) { s.Go(w, g); f(w) })
		},
		"Join": func(w *pool.Worker, f, g func(w *pool.Worker)) {
			pool.Join(w, func(w *pool.Worker) int { f(w); return 0 }, func(w *pool.Worker) int { g(w); return 0 })
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: locked})
			var began, exits, ended atomic.Bool
			outcome(func() {
				_, _ = pool.Run(background, p, func(w *pool.Worker) (int, error) {
					fork(w,
						func(w *pool.Worker) { spin(began.Load) },
						func(w *pool.Worker) { // on the other worker; the first one helps
							began.Store(true)
							w.Scope(func(s *pool.Scope) {
								s.Go(w, func(*pool.Worker) { exits.Store(true); runtime.Goexit() })
								spin(exits.Load)
								for range 1000 {
									pause()
								}
								ended.Store(true)
							})
						})
					return 0, nil
				})
			})
			require.True(t, ended.Load(), "a child still runs")
			until(t, "the child ends", ended.Load)
		})
	}
}

// A frame that was published and taken back is called like any other. Its panic arrives
// unwrapped: it has not crossed workers.
func TestRecover_PanicOfAFrameTakenBack(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var held, done atomic.Bool
	busy, err := pool.Submit(background, p, func(*pool.Worker) (int, error) {
		held.Store(true)
		spin(done.Load)
		return 0, nil
	})
	require.NoError(t, err)
	until(t, "a worker is busy", held.Load)
	var got any
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := elsewhere.In(w)
		h := c.Fork(func(*pool.Worker) { panic("as it is") })
		got = caught(func() { c.Join(h) })
	}))
	done.Store(true)
	_, err = busy.Get(background)
	require.NoError(t, err)
	require.Equal(t, "as it is", got)
	require.EqualValues(t, 1, idleStats(t, p).Promotions)
}
