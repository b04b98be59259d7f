package pool_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// A stolen half is not used again for the next Join at the same depth.
func TestStolen_HalfIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		if k.name == "THEKeepLast" || k.name == "Split" {
			continue // thieves never take its last task, or not always before its owner pushes another one
		}
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 2, Deque: k.make})
			require.Nil(t, in(p, func(w *pool.Worker) {
				for n := range many(100, 10_000) {
					var began atomic.Bool
					_, b := pool.Join(w,
						func(*pool.Worker) bool {
							return assert.True(t, spin(began.Load), "Join %d: no worker takes the half", n)
						},
						func(*pool.Worker) int { began.Store(true); return n })
					if !assert.Equal(t, n, b) {
						return
					}
				}
			}))
		})
	}
}

// A waiting worker takes tasks that the awaited task has forked.
func TestStolen_WaiterHelps(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2, Deque: locked})
	for range many(100, 10_000) {
		var outer, inner atomic.Bool
		require.Nil(t, in(p, func(w *pool.Worker) {
			pool.Join(w,
				func(*pool.Worker) bool { return spin(outer.Load) },
				func(w *pool.Worker) bool {
					outer.Store(true)
					pool.Join(w,
						func(*pool.Worker) bool { return assert.True(t, spin(inner.Load), "the waiting worker does not help") },
						func(*pool.Worker) bool { inner.Store(true); return true })
					return true
				})
		}))
	}
}

// A submission that is cancelled before it begins is done, even if a waiting task gets to it
// first.
func TestSubmit_CancelledIsDone(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		ctx, cancel := context.WithCancel(background)
		f, err := pool.Submit(ctx, w, one)
		assert.NoError(t, err)
		cancel()
		told := make(chan error)
		go func() { // inside the task, Get would run f
			_, err := f.Get(background) // another goroutine sees the end of the context
			told <- err
		}()
		assert.ErrorIs(t, <-told, context.Canceled)
		assert.Equal(t, "of the test", caught(func() {
			w.Scope(func(*pool.Scope) { panic("of the test") })
		}).(*pool.PanicError).Value)
	}))
}

// payload is the argument of a frame.
type payload struct{ _ [1 << 10]byte }

var holds = pool.Define(func(_ *pool.Ctx[*payload, int], _ *payload) int { return 1 })

// An idle worker keeps nothing of frames that are gone.
func TestScrub_IdleWorkerKeepsNoFrame(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	var held weak.Pointer[payload]
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := holds.In(w)
		x := new(payload)
		held = weak.Make(x)
		c.Join(c.Fork(x))
	}))
	asleep(t, p)
	until(t, "the argument of the frame is collected", func() bool {
		runtime.GC()
		return held.Value() == nil
	})
}

// halfHearted is a deque that is full at every second Push.
type halfHearted struct {
	*wsq.ChaseLev[*pool.Task]
	pushes int
}

func (d *halfHearted) Push(t *pool.Task) bool {
	d.pushes++
	return d.pushes%2 != 0 && d.ChaseLev.Push(t)
}

// Tasks that are stolen together run once each, even if the thief has no room for them.
func TestStolen_TogetherWithoutRoom(t *testing.T) {
	t.Parallel()
	p := made(t, pool.Options{Workers: 2, Deque: func() wsq.Deque[*pool.Task] {
		return &halfHearted{ChaseLev: wsq.NewChaseLev[*pool.Task](64)}
	}})
	require.Nil(t, in(p, func(w *pool.Worker) {
		for range many(100, 10_000) {
			var ran [40]atomic.Int32
			w.Scope(func(s *pool.Scope) {
				for i := range ran {
					s.Go(w, func(*pool.Worker) { ran[i].Add(1) })
				}
				assert.True(t, spin(func() bool { return ran[0].Load() > 0 }), "no worker steals")
			})
			for i := range ran {
				if !assert.EqualValues(t, 1, ran[i].Load(), "task %d", i) {
					return
				}
			}
		}
	}))
}

// full is a deque that has no room for one Push.
type full struct {
	*wsq.ChaseLev[*pool.Task]
	room int
}

func (d *full) Push(t *pool.Task) bool {
	d.room--
	return d.room != 0 && d.ChaseLev.Push(t)
}

// In the deque, a Join may find a task of the Scope around it above its own task. If the deque
// has no room to put that task back, the Join leaves it to other workers.
func TestStolen_NotPutBack(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Deque: func() wsq.Deque[*pool.Task] {
		return &full{ChaseLev: wsq.NewChaseLev[*pool.Task](64), room: 3}
	}})
	ran, joined := 0, 0
	require.Nil(t, in(p, func(w *pool.Worker) {
		w.Scope(func(s *pool.Scope) {
			pool.Join(w,
				func(w *pool.Worker) int { s.Go(w, func(*pool.Worker) { ran++ }); return 0 },
				func(*pool.Worker) int { joined++; return 0 })
		})
	}))
	require.Equal(t, 1, ran)
	require.Equal(t, 1, joined)
}
