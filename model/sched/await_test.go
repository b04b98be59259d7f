package sched_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

func spinLock(threads int) func(*sched.S) {
	return func(s *sched.S) {
		var held atomic.Bool
		inside := 0
		for range threads {
			s.Go(func() {
				for !held.CompareAndSwap(false, true) {
					sched.Yield()
				}
				inside++
				if inside != 1 {
					s.Errorf("%d threads are inside", inside)
				}
				inside--
				held.Store(false)
			})
		}
		s.Wait()
	}
}

func TestAwait_SpinLock(t *testing.T) {
	for threads := 2; threads <= 3; threads++ {
		r := sched.Search(spinLock(threads), sched.Options{})
		require.Equal(t, sched.Exhausted, r.Ending, "%+v", r)
		t.Logf("%+v", r)
	}
}

func TestAwait_Livelock(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		var never atomic.Bool
		s.Go(func() {
			for !never.Load() {
				sched.Yield()
			}
		})
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.Failed, r.Ending)
	require.Equal(t, sched.RuleLivelock, r.Failure.Rule)
}

func TestAwait_LoopThatGivesUp(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		var never atomic.Bool
		s.Go(func() {
			for range 10 {
				if never.Load() {
					return
				}
				sched.Yield()
			}
		})
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.Exhausted, r.Ending)
}

// Two loops that wait for each other and give up: when nobody else can go on,
// both may, in any order.
func TestAwait_BothGiveUp(t *testing.T) {
	seen := map[[2]bool]bool{}
	r := sched.Search(func(s *sched.S) {
		var x atomic.Int64
		var saw [2]bool
		for i := range saw {
			s.Go(func() {
				for range 3 {
					if x.Load() != 0 {
						saw[i] = true
						break
					}
					sched.Yield()
				}
				x.Store(1)
			})
		}
		s.Wait()
		seen[saw] = true
	}, sched.Options{})
	require.Equal(t, sched.Exhausted, r.Ending)
	require.Equal(t, map[[2]bool]bool{{false, false}: true, {true, false}: true, {false, true}: true}, seen)
}

// A worker spins for a while and then gives up: it does both, and it is seen to
// give up at any moment.
func TestAwait_SpinsAndGivesUp(t *testing.T) {
	for _, rounds := range []int{1, 5, 30} {
		seen := map[string]bool{}
		r := sched.Search(func(s *sched.S) {
			var work, asleep atomic.Int64
			worker, waker := "gave up", "saw it"
			s.Go(func() {
				for range rounds {
					if work.Load() != 0 {
						worker = "found"
						return
					}
					sched.Yield()
				}
				asleep.Store(1)
			})
			s.Go(func() {
				work.Store(1)
				if asleep.Load() == 0 {
					waker = "saw nobody"
				}
			})
			s.Wait()
			seen[worker+", "+waker] = true
		}, sched.Options{NoRaces: true})
		require.Equal(t, sched.Exhausted, r.Ending)
		want := map[string]bool{"found, saw nobody": true, "gave up, saw nobody": true, "gave up, saw it": true}
		require.Equal(t, want, seen, "%d rounds", rounds)
	}
}

// A round may change something if it changes it back.
func TestAwait_RoundsThatAnnounce(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		var work, idle, last atomic.Int64
		s.Go(func() {
			for work.Load() == 0 {
				idle.Add(1)
				last.Store(7)
				sched.Yield()
				last.Store(0)
				idle.Add(-1)
			}
		})
		s.Go(func() {
			idle.Load()
			work.Store(1)
		})
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.Exhausted, r.Ending)
}

// A loop that changes something in each round is not tried for ever, and that is
// said.
func TestAwait_LoopThatCounts(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		var work, rounds atomic.Int64
		s.Go(func() {
			for work.Load() == 0 {
				rounds.Add(1)
				sched.Yield()
			}
		})
		s.Go(func() { work.Store(1) })
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.BoundHit, r.Ending)
}
