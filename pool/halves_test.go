package pool_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// halves are the two kinds of parts that a task can have: the first half of a Join, and the body
// of a Scope. f runs in the part, and fails runs in parallel with it.
var halves = map[string]func(w *pool.Worker, f, fails func(w *pool.Worker)){
	"join": func(w *pool.Worker, f, fails func(w *pool.Worker)) {
		pool.Join(w,
			func(w *pool.Worker) int { f(w); return 0 },
			func(w *pool.Worker) int { fails(w); return 0 })
	},
	"scope": func(w *pool.Worker, f, fails func(w *pool.Worker)) {
		w.Scope(func(s *pool.Scope) {
			s.Go(w, fails)
			f(w)
		})
	},
}

// If the function beside a half fails, the half's typed frames are cancelled, even if a thief
// runs them. A frame that was forked before the half is not.
func TestHalves_FramesAreTold(t *testing.T) {
	t.Parallel()
	for name, half := range halves {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 4, Deque: locked})
			for range many(20, 1000) {
				var before, began, told, over atomic.Bool
				v := in(p, func(w *pool.Worker) {
					h := elsewhere.In(w).Fork(func(w *pool.Worker) { before.Store(true); forksUntil(w, &over) })
					assert.True(t, spin(before.Load))
					err := caught(func() {
						half(w,
							func(w *pool.Worker) {
								h := elsewhere.In(w).Fork(func(w *pool.Worker) { began.Store(true); told.Store(forksUntilTold(w)) })
								assert.True(t, spin(began.Load))
								elsewhere.In(w).Join(h)
							},
							func(*pool.Worker) { assert.True(t, spin(began.Load)); panic("of the test") })
					})
					assert.NotNil(t, err)
					over.Store(true)
					assert.NotPanics(t, func() { elsewhere.In(w).Join(h) })
				})
				require.Nil(t, v)
				require.True(t, told.Load(), "the frame was not told")
			}
		})
	}
}

// Frames that a half leaves unjoined end with the half, whether it returns or panics. The task
// can still join a frame that it forked before.
func TestHalves_FramesEndWithIt(t *testing.T) {
	t.Parallel()
	for name, half := range halves {
		for how, ends := range map[string]func(){"returns": func() {}, "panics": func() { panic("of the test") }} {
			t.Run(name+" "+how, func(t *testing.T) {
				p := made(t, pool.Options{Workers: 2, Deque: locked})
				for range many(20, 1000) {
					var ended, late atomic.Int32
					require.Nil(t, in(p, func(w *pool.Worker) {
						c := echo.In(w)
						e := &echoed{n: 1}
						first := c.Fork(e)
						assert.True(t, spin(e.began.Load))
						second := c.Fork(&echoed{n: 2})
						err := caught(func() {
							half(w, func(w *pool.Worker) {
								var began atomic.Bool
								c.Join(second)
								elsewhere.In(w).Fork(func(w *pool.Worker) {
									defer ended.Add(1)
									began.Store(true)
									forksUntilTold(w)
								})
								c.Fork(&echoed{n: 3})
								elsewhere.In(w).Fork(func(*pool.Worker) { late.Add(1) })
								assert.True(t, spin(began.Load))
								ends()
							}, func(*pool.Worker) {})
						})
						assert.Equal(t, how == "panics", err != nil)
						assert.EqualValues(t, 1, ended.Load(), "a frame has outlived its half")
						n := late.Load()
						assert.Equal(t, 1, c.Join(first))
						assert.Equal(t, n, late.Load())
					}))
				}
			})
		}
	}
}

// The unjoined frames of a half also end with it if the deque has no room for the other half,
// which then runs after this one.
func TestHalves_WithoutRoom(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Deque: func() wsq.Deque[*pool.Task] { return wsq.NewABP[pool.Task](1) }})
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := echo.In(w)
		w.Scope(func(s *pool.Scope) {
			s.Go(w, func(*pool.Worker) {})
			var h int
			pool.Join(w,
				func(w *pool.Worker) int { h = c.Fork(&echoed{n: 7}); return 0 },
				func(*pool.Worker) int { panicsOfPool(t, func() { c.Join(h) }); return 0 })
			panicsOfPool(t, func() { c.Join(h) })
			assert.Equal(t, "of the test", caught(func() {
				pool.Join(w, func(*pool.Worker) int { panic("of the test") }, func(*pool.Worker) int { return 0 })
			}))
		})
	}))
}

// A half may join frames that were forked before it: each handle finds its own frame. In
// between, the half also forks and joins frames of its own.
func TestHalves_JoinOlderFrames(t *testing.T) {
	t.Parallel()
	for name, half := range halves {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2})
			for range many(50, 5000) {
				require.Nil(t, in(p, func(w *pool.Worker) {
					c := echo.In(w)
					hs, served := held(c, 3, nil)
					assert.True(t, served)
					half(w, func(w *pool.Worker) {
						h := c.Fork(&echoed{n: 3})
						assert.Equal(t, 3, c.Join(h))
						assert.Equal(t, 2, c.Join(hs[2]))
						assert.Equal(t, 1, c.Await(hs[1]))
						h = c.Fork(&echoed{n: 4})
						assert.Equal(t, 4, c.Join(h))
					}, func(*pool.Worker) {})
					h := c.Fork(&echoed{n: 5})
					assert.Equal(t, 5, c.Join(h))
					assert.Equal(t, 0, c.Join(hs[0]))
				}))
			}
		})
	}
}

// In the long run a Join allocates only what its functions capture.
func TestJoin_ReusesItsClosure(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	f := func(*pool.Worker) int { return 1 }
	require.Nil(t, in(p, func(w *pool.Worker) {
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			pool.Join(w, func(w *pool.Worker) int { a, _ := pool.Join(w, f, f); return a }, f)
		}))
	}))
}
