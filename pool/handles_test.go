package pool_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// echo returns its argument, and notes that it has begun.
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

// held forks frames, of which the other worker has begun the first when it returns.
func held(c *pool.Ctx[*echoed, int], n int, until func() bool) (handles []int, served bool) {
	oldest := &echoed{n: 0, until: until}
	handles = append(handles, c.Fork(oldest))
	served = spin(oldest.began.Load)
	for i := 1; i < n; i++ {
		handles = append(handles, c.Fork(&echoed{n: i}))
	}
	return handles, served
}

// Frames that are promoted are joined by the handles they had.
func TestHandles_HeldWhilePromoted(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	for range many(50, 5000) {
		require.Nil(t, in(p, func(w *pool.Worker) {
			c := echo.In(w)
			handles, served := held(c, 5, nil)
			assert.True(t, served, "the leaf waits for the thief, and nobody comes")
			for i := len(handles) - 1; i >= 0; i-- {
				assert.Equal(t, i, c.Join(handles[i]))
			}
			panicsOfPool(t, func() { c.Join(handles[0]) })
		}))
	}
}

// Joined twice, it panics, whoever has run it.
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

// Frames above one that is joined are dropped, and their handles are no longer good.
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

// A task cannot join what another one has forked below it on the same stack.
func TestHandles_OfAnotherTask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := echo.In(w)
		h := c.Fork(&echoed{n: 1})
		assert.NoError(t, tree(w, func(w *pool.Worker) { panicsOfPool(t, func() { echo.In(w).Await(h) }) }))
		assert.Equal(t, 1, c.Join(h))
	}))
}

// A recover leaves frames behind, of which a thief runs one. Those below are joined as
// if they had not been there.
func TestHandles_FramesLeftBehind(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	for range many(50, 5000) {
		require.Nil(t, in(p, func(w *pool.Worker) {
			var recovered atomic.Bool
			c := echo.In(w)
			lowest := &echoed{n: 7}
			below := c.Fork(lowest)
			spin(lowest.began.Load) // so that the next one is published
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
	p := made(t, pool.Options{Workers: 2})
	for round := range many(50, 5000) {
		require.Nil(t, in(p, func(w *pool.Worker) {
			var order []int // of what the other worker takes; it takes one by one
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
			spin(held.Load) // the other one is busy
			var hs [4]int
			for n := range hs {
				if (n+round)%2 == 0 {
					hs[n] = a.Fork(note(n))
				} else {
					hs[n] = b.Fork(note(n))
				}
			}
			gate.Store(true)
			// One is published ahead. The next ones are asked for by the join of a leaf.
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

// other is elsewhere in another definition.
var other = pool.Define(func(c *pool.Ctx[func(*pool.Worker), string], f func(*pool.Worker)) string {
	f(c.Worker())
	return ""
})
