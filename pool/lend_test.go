package pool_test

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// occupied makes all workers of the pool run tasks that end when release is called.
func occupied(t *testing.T, p *pool.Pool) (release func()) {
	over := make(chan struct{})
	var begun atomic.Int32
	for range p.Workers() {
		require.NoError(t, p.Go(func(*pool.Worker) { begun.Add(1); <-over }))
	}
	until(t, "all workers are busy", func() bool { return int(begun.Load()) == p.Workers() })
	release = sync.OnceFunc(func() { close(over) })
	t.Cleanup(release)
	return release
}

// submissions are all ways to submit a task from outside, and its end.
var submissions = map[string]func(t *testing.T, p *pool.Pool, task func()){
	"Run": func(t *testing.T, p *pool.Pool, task func()) {
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { task(); return 0, nil })
		assert.NoError(t, err)
	},
	"Submit": func(t *testing.T, p *pool.Pool, task func()) {
		_, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { task(); return 0, nil })
		assert.NoError(t, err)
	},
	"Go": func(t *testing.T, p *pool.Pool, task func()) {
		assert.NoError(t, p.Go(func(*pool.Worker) { task() }))
	},
	"For": func(t *testing.T, p *pool.Pool, task func()) {
		assert.NoError(t, pool.For(background, p, 1, func(int, int) { task() }))
	},
}

// A submission runs although each worker is in a task that ends only after it.
func TestLent_BesideLongTasks(t *testing.T) {
	for name, submit := range submissions {
		t.Run(name, func(t *testing.T) {
			p := made(t, pool.Options{})
			release := occupied(t, p)
			for range 3 {
				var ran atomic.Bool
				finishes(t, func() { submit(t, p, func() { ran.Store(true) }) })
				until(t, "the submission runs", ran.Load)
			}
			release()
			until(t, "the lent workers stand by", func() bool { return p.Lent() == 0 })
			finishes(t, func() { assert.NoError(t, p.Close(background)) })
		})
	}
}

// A task submits another one to its worker, and waits for it without the pool's knowledge.
func TestLent_ToASubmissionOfATask(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Patience: time.Microsecond})
	finishes(t, func() {
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			over := make(chan struct{})
			_, err := pool.Submit(background, w, func(*pool.Worker) (int, error) { close(over); return 0, nil })
			<-over
			return 0, err
		})
		assert.NoError(t, err)
	})
}

// A lent worker may itself be busy. Then the next submission gets another one.
func TestLent_SeveralAtOnce(t *testing.T) {
	const several = 5
	p := made(t, pool.Options{})
	release := occupied(t, p)
	var all sync.WaitGroup
	var met atomic.Int32
	for range several {
		all.Go(func() {
			_, err := pool.Run(background, p, func(*pool.Worker) (int, error) {
				met.Add(1)
				assert.True(t, spin(func() bool { return met.Load() == several }))
				return 0, nil
			})
			assert.NoError(t, err)
		})
	}
	finishes(t, all.Wait)
	release()
}

// A number of workers that was set is a limit.
func TestLent_UnlessWorkersIsSet(t *testing.T) {
	for _, c := range []struct {
		o     pool.Options
		lends bool
	}{
		{pool.Options{}, true},
		{pool.Options{Workers: 2}, false},
		{pool.Options{Workers: 2, Patience: 1}, true},
		{pool.Options{Patience: -1}, false},
		{pool.Options{Spares: -1}, false},
	} {
		require.Equal(t, c.lends, made(t, c.o).Lends(), "%+v", c.o)
	}
}

// Options.Spares limits the number of lent workers, and of these and spares together.
func TestLent_KeepsTheLimit(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Spares: 1, Patience: time.Microsecond})
	var running, most atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
				n := running.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				for range 50 {
					runtime.Gosched()
				}
				running.Add(-1)
				w.Blocking(runtime.Gosched)
				return 0, nil
			})
			assert.NoError(t, err)
		})
	}
	finishes(t, all.Wait)
	require.LessOrEqual(t, int(most.Load()), 2)
	require.LessOrEqual(t, p.Alive(), 2)
}

// If no worker is likely to come by, a call that waits for its task does not wait for the timer.
func TestLent_AtOnce(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Patience: time.Hour})
	defer occupied(t, p)()
	p.NobodyComesBy()
	for range 100 {
		finishes(t, func() { submissions["Run"](t, p, func() {}) })
	}
}

// A lent worker takes no part in the tasks of others.
func TestLent_StealsNothing(t *testing.T) {
	p := made(t, pool.Options{Workers: 1, Patience: time.Hour})
	over, forked := make(chan struct{}), make(chan struct{})
	var stolen atomic.Int32
	until(t, "the worker sleeps", func() bool { return p.Sleeping() == 1 })
	var long sync.WaitGroup
	long.Go(func() {
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			w.Scope(func(s *pool.Scope) {
				for range 3 {
					s.Go(w, func(v *pool.Worker) {
						if v != w {
							stolen.Add(1)
						}
					})
				}
				close(forked)
				<-over
			})
			return 0, nil
		})
		assert.NoError(t, err)
	})
	<-forked
	p.NobodyComesBy()
	for range 20 {
		finishes(t, func() { submissions["Run"](t, p, func() {}) })
	}
	// On a busy machine, a second worker may have been lent before the first one stood by.
	until(t, "the lent workers stand by", func() bool { return p.StandingBy() == p.Alive()-1 })
	close(over)
	finishes(t, long.Wait)
	require.Zero(t, stolen.Load())
}

// Close waits for the tasks of lent workers, and CloseNow ends them.
func TestLent_Close(t *testing.T) {
	for name, end := range map[string]func(*pool.Pool, context.Context) error{
		"Close": (*pool.Pool).Close, "CloseNow": (*pool.Pool).CloseNow,
	} {
		t.Run(name, func(t *testing.T) {
			p := pool.New(pool.Options{Workers: 1, Patience: time.Microsecond})
			release := occupied(t, p)
			begun, over := make(chan struct{}), make(chan struct{})
			_, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { close(begun); <-over; return 0, nil })
			require.NoError(t, err)
			finishes(t, func() { <-begun })
			expired, cancel := context.WithCancel(background)
			cancel()
			require.ErrorIs(t, end(p, expired), context.Canceled, "a lent worker is in a task")
			close(over)
			release()
			finishes(t, func() { assert.NoError(t, end(p, background)) })
			require.Zero(t, p.Alive())
		})
	}
}

// A timer that runs keeps the memory of its pool. It is stopped when the last worker has left,
// also if a submitter arms it later.
func TestLent_ClosedPoolKeepsNoTimer(t *testing.T) {
	p := pool.New(pool.Options{Workers: 1, Patience: time.Hour})
	release := occupied(t, p)
	require.NoError(t, p.Go(func(*pool.Worker) {}))
	require.True(t, p.Watching(), "the submission is watched")
	release()
	finishes(t, func() { require.NoError(t, p.Close(background)) })
	require.False(t, p.StopTimer(), "the timer runs")
	p.WatchAnew()
	require.False(t, p.StopTimer(), "the timer runs again")
}

// A submission wakes a sleeping worker although that one sleeps in the way that suits a waker who goes on.
func TestLent_WakesAWorkerOfTheOtherKind(t *testing.T) {
	p := made(t, pool.Options{Workers: 2, Patience: time.Hour})
	var begun, ends atomic.Bool
	first, err := pool.Submit(background, p, func(*pool.Worker) (int, error) { // takes the worker that suits a waker who blocks
		begun.Store(true)
		assert.True(t, spin(ends.Load))
		return 0, nil
	})
	require.NoError(t, err)
	until(t, "a worker is busy", begun.Load)
	finishes(t, func() {
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
		require.NoError(t, err)
	})
	ends.Store(true)
	_, err = first.Get(background)
	require.NoError(t, err)
}
