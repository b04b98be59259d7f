package pool

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two frames are with thieves. The join of the older one drops the newer one, and waits until that has ended.
func TestAwait_DropsNewerFrames(t *testing.T) {
	p := opened(t, Options{Workers: 3})
	var begun [2]atomic.Bool
	var release, over atomic.Bool
	def := Define(func(c *Ctx[int, int], n int) int {
		if n < 2 {
			begun[n].Store(true)
		}
		switch n {
		case 0:
			assert.True(t, holds(release.Load))
		case 1:
			assert.True(t, holds(func() bool { return c.Worker().Err() != nil }), "nobody cancels it")
			over.Store(true)
		default:
			w := c.Worker()
			older := c.Fork(0)
			w.blocking(func() { assert.True(t, holds(begun[0].Load), "no thief comes") })
			c.Fork(1)
			w.blocking(func() { assert.True(t, holds(begun[1].Load), "no other thief comes") })
			release.Store(true)
			c.Await(older)
			assert.True(t, over.Load())
		}
		return n
	})
	_, err := def.Run(context.Background(), p, 2)
	require.NoError(t, err)
}

// The order of frames stays short, however often definitions alternate. A worker that sleeps keeps none of it.
func TestForks_KeepShortOrder(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	leaf := func(*Ctx[*int, int], *int) int { return 0 }
	one, two := Define(leaf), Define(leaf)
	runsTask(t, p, func(w *Worker) {
		a, b := one.In(w), two.In(w)
		for range 100 {
			h := a.Fork(new(int))
			g := b.Fork(new(int))
			b.Join(g)
			a.Join(h)
		}
		for range 100 {
			w.Isolate(func() {})
		}
		assert.Less(t, len(w.segments), 10)
		Join(w, func(*Worker) int { return 0 }, func(*Worker) int { return 0 })
	})
	require.True(t, holds(func() bool { return p.Sleeping() == 1 }))
	for _, level := range p.workers.all()[0].levels {
		require.Nil(t, level)
	}
	for _, s := range p.workers.all()[0].segments[:cap(p.workers.all()[0].segments)] {
		require.Zero(t, s)
	}
}

// Only the context that forks takes the fast path, also if it forks the first frame of a level.
func TestForks_OneContextIsCurrent(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	leaf := func(*Ctx[int, int], int) int { return 0 }
	one, two := Define(leaf), Define(leaf)
	runsTask(t, p, func(w *Worker) {
		Join(w, func(w *Worker) int {
			a, b := one.In(w), two.In(w)
			a.Fork(0)
			assert.Same(t, &w.forks.poll, a.poll)
			b.Fork(0)
			assert.Same(t, &never, a.poll)
			assert.Same(t, &w.forks.poll, b.poll)
			return 0
		}, func(*Worker) int { return 0 })
	})
}
