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
					sched.Yield(0)
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
				sched.Yield(0)
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
				sched.Yield(0)
			}
		})
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.Exhausted, r.Ending)
}
