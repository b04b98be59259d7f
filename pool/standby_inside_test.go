package pool

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bursts blocks so many tasks at the same time. It returns when they have ended and the workers stand by that are no longer
// needed.
func bursts(t testing.TB, p *Pool, tasks int) {
	blocksMany(t, p, tasks)()
	require.True(t, holds(func() bool { return p.workers.blocked.Load() == 0 }))
	p.wakeAll() // a worker that went to sleep while others were blocked does not know that it is surplus
	require.True(t, holds(func() bool {
		return p.StandingBy() > 0 && p.Sleeping() == p.Workers() && p.workers.snapshot().active == p.Workers()
	}))
}

// blocksMany blocks so many tasks, until over is called.
func blocksMany(t testing.TB, p *Pool, tasks int) (over func()) {
	var blocked atomic.Int32
	end := make(chan struct{})
	for range tasks {
		require.NoError(t, p.Go(func(w *Worker) {
			w.Blocking(func() {
				blocked.Add(1)
				<-end
			})
		}))
	}
	require.True(t, holds(func() bool { return int(blocked.Load()) == tasks }))
	return func() { close(end) }
}

// Workers look for tasks only at active workers, and leave requests only with these, however many stand by.
func TestStandby_IsNotSearched(t *testing.T) {
	p := opened(t, Options{Workers: 2, Spares: 64})
	bursts(t, p, 64)
	looks := func() (victims, crowd int) {
		runsTask(t, p, func(w *Worker) {
			before := w.counted.failed.n
			assert.Nil(t, w.look(nil))
			victims = int(w.counted.failed.n - before)
			for _, v := range p.workers.all() {
				if v.onStandby {
					atomic.StoreUint32(&v.poll, 0)
				}
			}
			w.requestAll()
			crowd = w.crowd
			for _, v := range p.workers.all() {
				if v.onStandby {
					assert.Zero(t, atomic.LoadUint32(&v.poll), "it is asked")
					v.ask()
				}
			}
		})
		return victims, crowd
	}
	victims, crowd := looks()
	require.Equal(t, []int{1, 2}, []int{victims, crowd})
	over := blocksMany(t, p, 3)
	victims, crowd = looks()
	over()
	require.Equal(t, []int{4, 5}, []int{victims, crowd}, "active again")
}

// A burst of spares takes no time that grows with the square of their number. No worker is listed twice.
func TestStandby_CopiesFew(t *testing.T) {
	const many = 2000
	c, workers := &workerList{}, make([]*searcher, many)
	for n := range workers {
		workers[n] = &searcher{}
		c = c.with(workers[n], many)
	}
	for range 3 {
		c = c.without(workers[7])
		require.Len(t, c.victims, many)
		c = c.with(workers[7], many)
	}
	require.True(t, slices.Equal(workers, c.victims))
	copied := 0
	for n, w := range workers {
		before := c.victims
		c = c.without(w)
		if len(before) != len(c.victims) {
			copied += len(before)
		}
		require.Equal(t, many-n-1, c.active)
		require.LessOrEqual(t, 8*(len(c.victims)-c.active), len(c.victims))
	}
	require.LessOrEqual(t, copied, 10*many)
	for _, w := range workers {
		c = c.with(w, many)
	}
	require.True(t, slices.Equal(workers, c.victims))
}

// Guests do not stand by. So the end of a burst beside many callers takes no time that grows with the square of the
// number of workers.
func TestStandby_CopiesFewBesideGuests(t *testing.T) {
	const many = 500
	p := opened(t, Options{Workers: 1, CallerRuns: true})
	for range many {
		p.registry.addGuest(p.state)
	}
	workers := make([]*searcher, many)
	c := p.workers.snapshot()
	for n := range workers {
		workers[n] = &searcher{}
		c = c.with(workers[n], many)
	}
	require.Len(t, c.victims, 1+many+many)
	copied := 0
	for _, w := range workers {
		before := c.victims
		c = c.without(w)
		if len(before) != len(c.victims) {
			copied += len(before)
		}
		require.LessOrEqual(t, 8*(len(c.victims)-c.active-many), len(c.victims))
	}
	require.Len(t, c.victims, c.active+many+(len(c.victims)-c.active-many))
	require.LessOrEqual(t, copied, 10*2*many)
	guests := 0
	for _, v := range c.victims {
		if v.handle != nil && v.handle.isGuest {
			guests++
		}
	}
	require.Equal(t, many, guests, "guests stay victims")
}

// A cancellation interrupts no worker that thieves do not look at, since it has no task.
func TestStandby_IsNotInterrupted(t *testing.T) {
	p := opened(t, Options{Workers: 2, Spares: 64})
	bursts(t, p, 64)
	p.registry.mu.Lock()
	defer p.registry.mu.Unlock() // no worker becomes active meanwhile
	for _, v := range p.workers.all() {
		atomic.AndUint32(&v.poll, ^cancel)
	}
	p.interrupt()
	spared := 0
	for _, v := range p.workers.all() {
		interrupted := atomic.LoadUint32(&v.poll)&cancel != 0
		require.Equal(t, v.victim, interrupted)
		if !interrupted {
			spared++
		}
	}
	require.Greater(t, spared, 50)
}

// A worker that is active again has its request: the sleeping workers ask it no more.
func TestStandby_KeepsItsRequest(t *testing.T) {
	p := opened(t, Options{Workers: 2})
	require.True(t, holds(func() bool { return p.Sleeping() == 2 }))
	p.Resize(1)
	require.True(t, holds(func() bool { return p.StandingBy() == 1 && p.Sleeping() == 1 }))
	p.Resize(2)
	require.True(t, holds(func() bool { return p.Sleeping() == 2 }))
	for _, w := range p.workers.all() {
		require.NotZero(t, atomic.LoadUint32(&w.poll)&request)
	}
}
