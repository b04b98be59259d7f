package pool_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// echo notes that it has begun, and returns its argument.
var echo = pool.Define(func(_ *pool.Ctx[*echoed, int], e *echoed) int {
	e.began.Store(true)
	if e.until != nil {
		spin(e.until)
	}
	return e.n
})

type echoed struct {
	n     int
	began atomic.Bool
	until func() bool
}

// held forks frames. When it returns, the other worker has begun the first.
func held(c *pool.Ctx[*echoed, int], n int, until func() bool) (handles []int, served bool) {
	oldest := &echoed{n: 0, until: until}
	handles = append(handles, c.Fork(oldest))
	served = spin(oldest.began.Load)
	for i := 1; i < n; i++ {
		handles = append(handles, c.Fork(&echoed{n: i}))
	}
	return handles, served
}

// The handle of a frame stays valid when the frame is promoted.
func TestHandles_HeldWhilePromoted(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2})
	for range many(50, 5000) {
		require.Nil(t, in(p, func(w *pool.Worker) {
			c := echo.In(w)
			handles, served := held(c, 5, nil)
			assert.True(t, served, "the leaf waits, and no thief comes")
			for i := len(handles) - 1; i >= 0; i-- {
				assert.Equal(t, i, c.Join(handles[i]))
			}
			panicsOfPool(t, func() { c.Join(handles[0]) })
		}))
	}
}

// A second Join of a frame panics, whichever worker has run the frame.
func TestHandles_JoinedTwice(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		p := made(t, pool.Options{Workers: workers})
		require.Nil(t, in(p, func(w *pool.Worker) {
			c := echo.In(w)
			first := c.Fork(&echoed{n: 1})
			second := c.Fork(&echoed{n: 2})
			assert.Equal(t, 2, c.Join(second))
			panicsOfPool(t, func() { c.Join(second) })
			assert.Equal(t, 1, c.Join(first))
			panicsOfPool(t, func() { c.Join(first) })
			panicsOfPool(t, func() { c.Await(first) })
			assert.False(t, c.Take(first))
			panicsOfPool(t, func() { c.Join(-1) })
			assert.False(t, c.Take(-1))
			panicsOfPool(t, func() { c.Await(-1) })
			panicsOfPool(t, func() { c.Join(1 << 30) })
		}))
	}
}

// Join drops the frames above its own. Their handles are no longer valid.
func TestHandles_WrongNesting(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		p := made(t, pool.Options{Workers: workers})
		for range many(50, 5000) {
			require.Nil(t, in(p, func(w *pool.Worker) {
				c := echo.In(w)
				outer := c.Fork(&echoed{n: 1})
				inner := c.Fork(&echoed{n: 2})
				assert.Equal(t, 1, c.Join(outer))
				panicsOfPool(t, func() { c.Join(inner) })
			}))
		}
	}
}

// A task cannot join a frame that another task has forked below it on the same stack.
func TestHandles_OfAnotherTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := echo.In(w)
		h := c.Fork(&echoed{n: 1})
		assert.NoError(t, tree(w, func(w *pool.Worker) { panicsOfPool(t, func() { echo.In(w).Await(h) }) }))
		assert.Equal(t, 1, c.Join(h))
	}))
}

// A task recovers, and leaves unjoined frames behind. A thief runs one of them. The frames below
// can still be joined.
func TestHandles_FramesLeftBehind(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2})
	for range many(50, 5000) {
		require.Nil(t, in(p, func(w *pool.Worker) {
			var recovered atomic.Bool
			c := echo.In(w)
			lowest := &echoed{n: 7}
			below := c.Fork(lowest)
			spin(lowest.began.Load) // then the next frame is published
			var above []int
			caught(func() {
				above, _ = held(c, 3, recovered.Load)
				panic("of the test")
			})
			recovered.Store(true)
			assert.Equal(t, 7, c.Join(below))
			for _, h := range above {
				panicsOfPool(t, func() { c.Await(h) })
			}
		}))
	}
}

// The oldest frame is published first, whatever its definition.
func TestHandles_OldestAcrossDefinitions(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2})
	for round := range many(50, 5000) {
		require.Nil(t, in(p, func(w *pool.Worker) {
			var order []int // of the values that the other worker takes, one by one
			var taken atomic.Int32
			note := func(n int) func(*pool.Worker) {
				return func(v *pool.Worker) {
					if v != w {
						order = append(order, n)
						taken.Add(1)
					}
				}
			}
			var gate, held atomic.Bool
			a, b := elsewhere.In(w), other.In(w)
			h := a.Fork(func(*pool.Worker) { held.Store(true); spin(gate.Load) })
			spin(held.Load) // the other worker is busy
			var hs [4]int
			for n := range hs {
				if (n+round)%2 == 0 {
					hs[n] = a.Fork(note(n))
				} else {
					hs[n] = b.Fork(note(n))
				}
			}
			gate.Store(true)
			// One frame is published ahead. The join of a leaf asks for the next ones.
			spin(func() bool { return taken.Load() > 0 })
			for n := len(hs) - 1; n >= 0; n-- {
				if (n+round)%2 == 0 {
					a.Join(hs[n])
				} else {
					b.Join(hs[n])
				}
			}
			a.Join(h)
			for i, n := range order {
				assert.Equal(t, i, n, "%v", order)
			}
		}))
	}
}

// other is like elsewhere, in another definition.
var other = pool.Define(func(c *pool.Ctx[func(*pool.Worker), string], f func(*pool.Worker)) string {
	f(c.Worker())
	return ""
})
