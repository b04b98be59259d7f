package pool

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A worker whose task has ended its goroutine goes on with a new one, and reports on stalls name that one.
func TestLine_OfANewGoroutine(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	var lines [2]string
	for i := range lines {
		runsTask(t, p, func(w *Worker) {
			w.blocking(func() {
				lines[i] = goroutineLine()
				assert.Equal(t, lines[i], *w.lineSeen.Load())
			})
		})
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = Run(context.Background(), p, func(*Worker) (int, error) { runtime.Goexit(); return 0, nil })
		}()
		<-done
		// The worker's goroutine ends like the task's: the worker needs a new one.
		require.NoError(t, p.Go(func(*Worker) { runtime.Goexit() }))
	}
	require.NotEqual(t, lines[0], lines[1])
}

// A stack that ends behind the call of Blocking names no place.
func TestCallOf_ACutStack(t *testing.T) {
	const stack = "goroutine 7 [running]:\ngithub.com/stealproof/stealproof/pool.(*Worker).withSpare(0x1)\n\tx.go:1 +0x1\nmain.f()"
	require.Empty(t, callOf(stack, "goroutine 7 "))
	require.Equal(t, "main.f y.go:2", callOf(stack+"\n\ty.go:2 +0x1", "goroutine 7 "))
}

// The timer for stalls stops when the last worker leaves.
func TestStall_TimerStops(t *testing.T) {
	s := &stalls{after: time.Hour, timer: time.AfterFunc(time.Hour, func() {})}
	s.end()
	require.False(t, s.timer.Stop())
}

// Workers that wait for tasks of a blocked one are part of a stall. A call that blocks again is another one.
func TestStall_WithAWaitingWorker(t *testing.T) {
	var blocked, over atomic.Bool
	var reports atomic.Int64
	p := opened(t, Options{Workers: 2, Spares: -1, StallAfter: time.Hour, Stalled: func(*Stall) { reports.Add(1) }})
	f, err := Submit(context.Background(), p, func(w *Worker) (int, error) {
		w.Scope(func(s *Scope) {
			s.Go(w, func(w *Worker) {
				w.Blocking(func() {
					blocked.Store(true)
					assert.True(t, holds(over.Load))
				})
			})
			assert.True(t, holds(blocked.Load), "no thief comes")
		})
		return 0, nil
	})
	require.NoError(t, err)
	require.True(t, holds(func() bool { return blocked.Load() && p.Sleeping() == 1 }))
	require.NoError(t, p.Go(func(*Worker) {}))
	before, calls, waiting := p.stalled()
	p.reportStall(calls, waiting)
	assert.EqualValues(t, 1, reports.Load())
	if len(calls) == 1 {
		calls[0].w.blockedSince.Add(1)
	}
	after, _, _ := p.stalled()
	p.reportStall(calls, waiting)
	assert.EqualValues(t, 1, reports.Load(), "a call is reported that has ended")
	over.Store(true)
	_, err = f.Get(context.Background())
	require.NoError(t, err)
	require.Len(t, calls, 1)
	require.NotEqual(t, before, after)
}

// A worker that runs a future in place of a blocked one does not count as blocked meanwhile.
func TestStall_NotOfAReplacement(t *testing.T) {
	p := opened(t, Options{Workers: 1, Spares: 1})
	runsTask(t, p, func(w *Worker) {
		w.Blocking(func() {
			before, during := w.blockedSince.Load(), int64(-1)
			assert.NotZero(t, before)
			c := newCall(func(w *Worker) (int, error) { during = w.blockedSince.Load(); return 0, nil })
			c.root = &c.Task
			w.runAsReplacement(&c.Task)
			assert.Zero(t, during)
			assert.Equal(t, before, w.blockedSince.Load())
		})
	})
}

// A spare may become free after a call was refused one, and before that call counts. Then it works for that call, and
// goes on standby again when the call ends.
func TestRegistry_RefusesAgain(t *testing.T) {
	p := opened(t, Options{Workers: 1, Spares: 1})
	r := &p.registry
	rests := func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.standby) == 1
	}
	require.True(t, r.compensate(p.state))
	require.False(t, r.compensate(p.state))
	r.uncompensate()
	require.True(t, holds(func() bool {
		runsTask(t, p, func(*Worker) {}) // a worker that sleeps goes on standby after its next task
		return rests()
	}))
	r.refuse(p.state)
	require.False(t, rests())
	require.False(t, r.hasSurplus())
	r.accept()
	require.True(t, holds(rests))
}
