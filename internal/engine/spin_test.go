package engine_test

import (
	"testing"
	stdtime "time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/time"
)

// testAndSet is correct if threads are preempted.
func testAndSet(s *sched.S) {
	var taken atomic.Bool
	inside := 0
	for range 2 {
		s.Go(func() {
			for !taken.CompareAndSwap(false, true) {
			}
			if inside++; inside != 1 {
				s.Errorf("%d inside", inside)
			}
			inside--
			taken.Store(false)
		})
	}
	s.Wait()
}

// A loop that waits without yielding breaks no rule if it ends once the threads take turns. But
// then not all schedules are tried.
func TestSpin_IsABound(t *testing.T) {
	r := search(testAndSet, engine.Options{Steps: 100, Executions: 100})
	require.Nil(t, r.Failure)
	require.Equal(t, report.BoundHit, r.Ending)
	r = search(testAndSet, engine.Options{Steps: 100})
	require.Nil(t, r.Failure)
	require.Equal(t, report.BoundHit, r.Ending)
	require.Contains(t, r.Bound, "waits for another thread, it lacks a runtime.Gosched, else set Options.Steps")
}

func TestSpin_MayBreakARule(t *testing.T) {
	r := search(testAndSet, engine.Options{Steps: 100, NoSpinning: true})
	require.Equal(t, report.RuleSteps, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "If it needs more, set Options.Steps. A loop")
}

// A plain test has no options to set.
func TestSpin_InAPlainTest(t *testing.T) {
	r := search(testAndSet, engine.Options{Steps: 100, Idle: true})
	require.Contains(t, r.Bound, "waits for another thread, it lacks a runtime.Gosched")
	require.NotContains(t, r.Bound, "Options")
	r = search(testAndSet, engine.Options{Steps: 100, Idle: true, NoSpinning: true})
	require.Contains(t, r.Failure.Detail, "steps. A loop that waits for another thread has to yield")
}

// No other thread can end this loop.
func TestSpin_WithoutEnd(t *testing.T) {
	r := search(func(s *sched.S) {
		var never atomic.Bool
		s.Go(func() {
			for !never.Load() {
			}
		})
		s.Go(func() { never.Store(false) })
		s.Wait()
	}, engine.Options{Steps: 100})
	require.Equal(t, report.RuleLivelock, r.Failure.Rule)
}

// A failure beyond the limit of steps is found and repeated.
func TestSpin_FailsWhileAllTakeTurns(t *testing.T) {
	program := func(s *sched.S) {
		var done atomic.Bool
		s.Go(func() {
			for !done.Load() {
			}
			s.Errorf("it has ended")
		})
		s.Go(func() { done.Store(true) })
		s.Wait()
	}
	r := search(program, engine.Options{Steps: 100})
	require.Equal(t, report.RuleAssertion, r.Failure.Rule)
}

// A loop that waits for a plain variable is a data race.
func TestSpin_OnAPlainVariable(t *testing.T) {
	r := search(func(s *sched.S) {
		done := false
		at := unsafe.Pointer(&done)
		s.Go(func() {
			for !done {
				engine.PlainRead(0, at, 1)
			}
		})
		s.Go(func() {
			engine.Local()
			engine.PlainWrite(0, at, 1)
			done = true
		})
		s.Wait()
	}, engine.Options{Steps: 100})
	require.Equal(t, report.RuleRace, r.Failure.Rule)
}

func TestExplore_NoProgram(t *testing.T) {
	require.PanicsWithValue(t, "sched: a nil program", func() { sched.Search(nil, sched.Options{}) })
}

// A loop that receives from a closed channel for ever is a livelock, if all others are blocked.
// Another case of the select, or a time that comes, ends it.
func TestSpin_ClosedChannel(t *testing.T) {
	for name, sound := range map[string]bool{"for ever": false, "with a done": true, "until a time": true} {
		r := search(func(s *sched.S) {
			c, done, ended := channel.Made(0, make(chan int)), channel.Made(0, make(chan int)), channel.Made(0, make(chan int))
			s.Go(func() {
				x, y := channel.In(0, c), channel.In(0, done)
				for {
					if i := channel.Select(0, false, x, y); i == 1 && !y.OK {
						break
					}
				}
				channel.Close(0, ended)
			})
			channel.Close(0, c)
			switch name {
			case "with a done":
				channel.Close(0, done)
			case "until a time":
				time.Sleep(stdtime.Minute)
				channel.Close(0, done)
			}
			channel.Receive(0, ended)
		}, engine.Options{Steps: 100, Executions: 100, Idle: true})
		if sound {
			require.Equal(t, report.BoundHit, r.Ending, "%s: %v", name, r.Failure)
		} else {
			require.Equal(t, report.RuleLivelock, r.Failure.Rule, name)
		}
	}
}
