package pool_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// rests lets the workers of a pool pause more than a thousand times.
func rests(t *testing.T, p *pool.Pool) {
	t.Helper()
	for range 1200 {
		asleep(t, p)
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
		require.NoError(t, err)
	}
}

// lockedWorkers returns how many workers' goroutines are locked to a thread.
func lockedWorkers() (n int) {
	for g := range strings.SplitSeq(stacks(), "\n\n") {
		head, calls, _ := strings.Cut(g, "\n")
		if strings.Contains(head, "locked to thread") && strings.Contains(calls, "pool.(*Worker).loop") {
			n++
		}
	}
	return n
}

// A task that leaves its goroutine locked to a thread does not slow down the tasks after it for
// ever: the worker gets another goroutine. A task that unlocks it changes nothing.
func TestChores_ATaskThatLeavesItsThreadLocked(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for _, locks := range []int{1, 3} {
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) {
			for range locks {
				runtime.LockOSThread()
			}
			assert.Equal(t, 1, lockedWorkers())
			return 0, nil
		})
		require.NoError(t, err)
		rests(t, p)
		asleep(t, p)
		require.Zero(t, lockedWorkers(), "after %d locks", locks)
	}
	require.Len(t, p.Stats().Workers, 1)
}

// The number of workers follows GOMAXPROCS if Options leave it open, until Resize sets one.
func TestChores_FollowGOMAXPROCS(t *testing.T) {
	n := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(n)
	open, set, resized := made(t, pool.Options{}), made(t, pool.Options{Workers: n}), made(t, pool.Options{})
	resized.Resize(n)
	runtime.GOMAXPROCS(n + 3)
	for _, p := range []*pool.Pool{open, set, resized} {
		rests(t, p)
	}
	require.Equal(t, n+3, open.Workers())
	require.Equal(t, n, set.Workers())
	require.Equal(t, n, resized.Workers())
	runtime.GOMAXPROCS(n)
	rests(t, open)
	require.Equal(t, n, open.Workers())
}

// A worker that is never idle also follows GOMAXPROCS.
func TestChores_OfABusyWorker(t *testing.T) {
	n := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(n)
	p := made(t, pool.Options{})
	last := make(chan struct{})
	var next func(w *pool.Worker, tasks int)
	next = func(w *pool.Worker, tasks int) {
		switch {
		case tasks == 0:
			runtime.GOMAXPROCS(n + 3)
		case tasks > 5_000*(n+4):
			t.Error("the worker has not looked")
			close(last)
			return
		case p.Workers() == n+3:
			close(last)
			return
		}
		_, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) { next(w, tasks+1); return 0, nil })
		assert.NoError(t, err)
	}
	require.NoError(t, p.Go(func(w *pool.Worker) { next(w, 0) }))
	finishes(t, func() { <-last })
}

// A worker that is never idle also leaves a thread that a task has left locked.
func TestChores_ABusyWorkerLeavesALockedThread(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	last := make(chan bool)
	var next func(w *pool.Worker, tasks int)
	next = func(w *pool.Worker, tasks int) {
		switch {
		case tasks == 0:
			runtime.LockOSThread()
			assert.Equal(t, 1, lockedWorkers())
		case tasks%1000 == 0 && lockedWorkers() == 0:
			last <- true
			return
		case tasks == 50_000:
			last <- false
			return
		}
		_, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) { next(w, tasks+1); return 0, nil })
		assert.NoError(t, err)
	}
	require.NoError(t, p.Go(func(w *pool.Worker) { next(w, 0) }))
	finishes(t, func() { assert.True(t, <-last, "the thread is still locked") })
	require.NoError(t, works(p))
	s := p.Stats()
	require.Len(t, s.Workers, 1)
}

// New and Close look a few times for each worker, and not for each pair of workers.
func TestMany_WorkersStartAndLeaveInLinearTime(t *testing.T) {
	const workers = 1000
	p := pool.New(pool.Options{Workers: workers})
	asleep(t, p)
	require.NoError(t, p.Close(background))
	require.Less(t, p.Stats().Failed, uint64(10*workers))
}

// With many workers each task is found, though they sleep without having looked.
func TestMany_TasksAreFound(t *testing.T) {
	p := pool.New(pool.Options{Workers: 300})
	defer func() { require.NoError(t, p.Close(background)) }()
	finishes(t, func() {
		n, err := pool.Run(background, p, func(w *pool.Worker) (int, error) { return join.In(w).Join(join.In(w).Fork(10)), nil })
		require.NoError(t, err)
		require.Positive(t, n)
	})
	for range 20 {
		require.NoError(t, pool.ForEach(background, p, 1000, func(int) { runtime.Gosched() }))
	}
	asleep(t, p)
}

// A Run costs about the same beside hundreds of other pools.
func TestMany_IdlePools(t *testing.T) {
	p := made(t, pool.Options{})
	once := func() time.Duration {
		least := time.Hour
		for range 100 {
			began := time.Now()
			for range 20 {
				_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
				require.NoError(t, err)
			}
			least = min(least, time.Since(began))
		}
		return least
	}
	alone := once()
	for range 1000 {
		made(t, pool.Options{Workers: 2})
	}
	for tries := 50; once() >= 3*alone; tries-- { // other programs may be in the way
		require.Positive(t, tries, "a Run takes three times as long")
	}
}
