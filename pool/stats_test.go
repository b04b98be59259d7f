package pool_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// The counts of an idle pool obey:
//
//	Run = the sum of Workers[i].Run
//	Run >= Submitted, if none was dropped: each submission runs, and so do stolen frames
//	Run <= Submitted + Promotions + closures and tasks of scopes
//	Helps <= Run
//	Stolen <= Run, if none was dropped
//	Failed > 0: a worker looks into the deques of the others before it sleeps
//	Parks >= Workers: all sleep
//	Wakes <= Parks: only a sleeping worker is woken
func TestStats_AddUp(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			p := made(t, pool.Options{Workers: 3, Deque: k.make})
			before := p.Stats()
			require.Zero(t, before.Submitted)
			require.Zero(t, before.Run)
			const rounds = 20
			for range rounds {
				require.NoError(t, works(p))
				require.NoError(t, p.Go(func(*pool.Worker) {}))
			}
			asleep(t, p)
			s := idleStats(t, p)
			require.EqualValues(t, 3*rounds, s.Submitted)
			var sum uint64
			for _, w := range s.Workers {
				sum += w.Run
				require.GreaterOrEqual(t, min(w.Busy, w.Stealing, w.Parked), 0*w.Busy)
			}
			require.Equal(t, sum, s.Run)
			require.GreaterOrEqual(t, s.Run, s.Submitted)
			require.LessOrEqual(t, s.Helps, s.Run)
			require.LessOrEqual(t, s.Stolen, s.Run)
			require.Positive(t, s.Failed, "no worker has looked in vain before it slept")
			require.GreaterOrEqual(t, s.Parks, uint64(p.Workers()))
			require.LessOrEqual(t, s.Wakes, s.Parks)
		})
	}
}

// A worker that is woken for nothing looks for tasks.
func TestStats_WokenInVain(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	asleep(t, p)
	before := idleStats(t, p)
	p.WakeInVain(0)
	until(t, "the worker sleeps again", func() bool { return p.Stats().Parks > before.Parks })
	after := idleStats(t, p)
	require.Greater(t, after.Workers[0].Stealing, before.Workers[0].Stealing)
	require.Equal(t, before.Workers[0].Busy, after.Workers[0].Busy)
}

// A submission to an idle pool wakes one worker. That worker finds it, and need not pass the
// search on.
func TestStats_OneWake(t *testing.T) {
	p := made(t, pool.Options{Workers: 4})
	const rounds = 100
	for range rounds {
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
		require.NoError(t, err)
		parked(t, p)
	}
	require.EqualValues(t, rounds, p.Stats().Wakes)
}

// A submission also wakes one worker while some workers stand by. The count may be off, because
// the workers that Resize has woken may search for a while.
func TestStats_OneWakeAfterResize(t *testing.T) {
	p := made(t, pool.Options{Workers: 4})
	p.Resize(2)
	const rounds = 100
	for range rounds {
		until(t, "two workers sleep, and two stand by", func() bool { return p.StandingBy() == 2 && p.Sleeping() == 2 })
		_, err := pool.Run(background, p, func(*pool.Worker) (int, error) { return 0, nil })
		require.NoError(t, err)
	}
	require.InDelta(t, rounds, p.Stats().Wakes, rounds/2)
}

// idleStats returns the counts once all workers have added theirs.
func idleStats(t *testing.T, p *pool.Pool) (s pool.Stats) {
	until(t, "all workers have added their counts", func() bool {
		s = p.Stats()
		return s.Run >= s.Submitted
	})
	return s
}

// Without thieves, there is one task for each submission.
func TestStats_OneWorker(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	for range 10 {
		require.NoError(t, works(p))
	}
	asleep(t, p)
	s := idleStats(t, p)
	require.Equal(t, s.Submitted, s.Run)
	require.Zero(t, s.Stolen)
	require.Zero(t, s.Promotions)
	require.Zero(t, s.Helps)
	require.Len(t, s.Workers, 1)
}

// A closed pool has counted everything.
func TestStats_AfterClose(t *testing.T) {
	for range many(50, 1000) {
		p := pool.New(pool.Options{Workers: 2})
		require.NoError(t, works(p))
		require.NoError(t, p.Close(background))
		s := p.Stats()
		require.EqualValues(t, 2, s.Submitted)
		require.GreaterOrEqual(t, s.Run, s.Submitted)
	}
}

// A waiting worker that runs other tasks has helped.
func TestStats_CountsHelps(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) { w.Invoke(func(*pool.Worker) {}, func(*pool.Worker) {}, func(*pool.Worker) {}) }))
	asleep(t, p)
	require.EqualValues(t, 3, idleStats(t, p).Helps)
}

// The times of a worker begin with the worker. Looks that find nothing count.
func TestStats_BeginWithTheWorker(t *testing.T) {
	began := time.Now()
	p := made(t, pool.Options{Workers: 2})
	require.Nil(t, in(p, func(*pool.Worker) {}))
	asleep(t, p)
	s := idleStats(t, p)
	require.Positive(t, s.Failed)
	for _, w := range s.Workers {
		require.LessOrEqual(t, w.Busy+w.Stealing+w.Parked, time.Since(began))
	}
}
