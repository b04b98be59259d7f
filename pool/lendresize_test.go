package pool_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A worker that stands by because the pool has shrunk is lent, although the pool is still to
// shrink further.
func TestLent_OfAPoolThatShrinks(t *testing.T) {
	const workers = 4
	p := made(t, pool.Options{Workers: workers, Patience: time.Hour})
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	var begun atomic.Int32
	first := make(chan struct{})
	for n := range workers {
		end := over
		if n == 0 {
			end = first
		}
		require.NoError(t, p.Go(func(*pool.Worker) { begun.Add(1); <-end }))
	}
	until(t, "all workers are busy", func() bool { return begun.Load() == workers })
	p.Resize(1)
	close(first)
	until(t, "a surplus worker stands by", func() bool { return p.StandingBy() == 1 })
	for range 3 {
		p.NobodyComesBy()
		finishes(t, func() { submissions["Run"](t, p, func() {}) })
		until(t, "the lent worker stands by", func() bool { return p.Lent() == 0 && p.StandingBy() == 1 })
	}
	require.Equal(t, workers, p.Alive(), "no worker was started")
}

// A submission that found the limit of spares reached gets a worker when the limit allows one.
func TestLent_WhenThePoolGrowsAgain(t *testing.T) {
	const workers = 3
	p := made(t, pool.Options{Workers: workers, Spares: 1, Patience: 10 * time.Millisecond})
	occupied(t, p)
	for p.Alive() != workers { // the occupying tasks have waited so long that a worker was lent to one
		p = made(t, pool.Options{Workers: workers, Spares: 1, Patience: 10 * time.Millisecond})
		occupied(t, p)
	}
	p.Resize(1)
	var ran atomic.Bool
	require.NoError(t, p.Go(func(*pool.Worker) { ran.Store(true) }))
	until(t, "the timer gives up", func() bool { return !p.Watching() })
	p.Resize(workers)
	until(t, "the submission runs", ran.Load)
}

// The clock of a bubble is far behind the time at which the program began.
func TestLent_InABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const tasks = 5
		p := pool.New(pool.Options{Workers: 1, Patience: time.Millisecond})
		over := make(chan struct{})
		var begun atomic.Int32
		for range tasks {
			require.NoError(t, p.Go(func(*pool.Worker) { begun.Add(1); <-over }))
		}
		time.Sleep(time.Second)
		require.EqualValues(t, tasks, begun.Load())
		close(over)
		require.NoError(t, p.Close(background))
	})
}

// A submission waits for one period of Options.Patience, and not for two, also on a clock that shows only full periods.
func TestLent_AfterOnePeriodInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool.New(pool.Options{Workers: 1, Patience: time.Second})
		over, began := make(chan struct{}), make(chan time.Time)
		require.NoError(t, p.Go(func(*pool.Worker) { <-over }))
		synctest.Wait() // the worker has taken it
		start := time.Now()
		require.NoError(t, p.Go(func(*pool.Worker) { began <- time.Now() }))
		waited := (<-began).Sub(start)
		close(over)
		require.NoError(t, p.Close(background))
		require.Equal(t, time.Second, waited)
	})
}

// A submission that is queued when the pool is closed gets a worker, too.
func TestLent_WhileThePoolCloses(t *testing.T) {
	p := pool.New(pool.Options{Workers: 1, Patience: 10 * time.Millisecond})
	over, begun := make(chan struct{}), make(chan struct{})
	require.NoError(t, p.Go(func(*pool.Worker) { close(begun); <-over }))
	<-begun
	require.NoError(t, p.Go(func(*pool.Worker) { close(over) }))
	finishes(t, func() { require.NoError(t, p.Close(background)) })
	require.Zero(t, p.Alive())
}
