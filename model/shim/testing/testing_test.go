package testing_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	shim "github.com/stealproof/stealproof/model/shim/testing"
)

// Outside of an execution the shim is the testing.T. Under the scheduler it leaves the testing.T alone.
func TestT_FailsTheExecution(t *testing.T) {
	require.Equal(t, t.Name(), shim.Of(t).Name())
	require.False(t, shim.Of(t).Failed())
	for name, fail := range map[string]func(t shim.T, n int64){
		"Error":   func(t shim.T, n int64) { t.Error("the sum is", n) },
		"Errorf":  func(t shim.T, n int64) { t.Errorf("the sum is %d", n) },
		"Fatal":   func(t shim.T, n int64) { t.Fatal("the sum is", n); panic("it goes on") },
		"Fatalf":  func(t shim.T, n int64) { t.Fatalf("the sum is %d", n); panic("it goes on") },
		"Fail":    func(t shim.T, n int64) { t.Fail() },
		"FailNow": func(t shim.T, n int64) { t.FailNow(); panic("it goes on") },
		"both":    func(t shim.T, n int64) { t.Error("the sum is", n); t.FailNow(); panic("it goes on") },
		"a TB": func(t shim.T, n int64) {
			if tb := shim.OfTB(t.T); !tb.Failed() {
				tb.Error("the sum is", n)
				require.True(tb, tb.Failed())
			}
		},
	} {
		for _, twin := range []struct {
			sound bool
			adds  func(n *atomic.Int64)
		}{
			{false, func(n *atomic.Int64) { n.Store(n.Load() + 1) }},
			{true, func(n *atomic.Int64) { n.Add(1) }},
		} {
			r := sched.Search(func(s *sched.S) {
				var n atomic.Int64
				s.Go(func() { twin.adds(&n) })
				s.Go(func() { twin.adds(&n) })
				s.Wait()
				if n := n.Load(); n != 2 {
					fail(shim.Of(t), n)
				}
			}, sched.Options{})
			if twin.sound {
				require.Equal(t, sched.Exhausted, r.Ending, "%s: %v", name, r.Failure)
				continue
			}
			require.NotNil(t, r.Failure, name)
			require.Equal(t, sched.RuleAssertion, r.Failure.Rule, name)
			require.Contains(t, []string{"the sum is 1", "t." + name + " was called"}, r.Failure.Detail)
			require.Equal(t, 1, r.Failure.Preemptions, "the smallest schedule is shown")
			require.False(t, t.Failed())
		}
	}
}

// Cleanups run at the end of each execution, also of one that is cut off.
func TestT_Cleanup(t *testing.T) {
	const key = "STEALPROOF_SHIM_TESTING"
	left, runs := 0, 0
	program := func(cut bool) func(s *sched.S) {
		return func(s *sched.S) {
			t, runs := shim.Of(t), &runs
			*runs++
			var n atomic.Int64
			left++
			t.Cleanup(func() { left -= 10 })
			t.Cleanup(func() {
				left += 9
				n.Add(1) // a step, or the end of the cleanup in an execution that is cut off
			})
			t.Setenv(key, "set")
			t.Parallel()
			t.Log("this prints only for the schedule that is shown")
			s.Go(func() { n.Add(1) })
			if cut {
				s.Go(func() { t.Fatal("enough") })
			}
			s.Wait()
		}
	}
	for _, cut := range []bool{false, true} {
		left = 0
		r := sched.Search(program(cut), sched.Options{})
		require.Equal(t, !cut, r.Failure == nil, "%v", r.Failure)
		require.Greater(t, runs, 1)
		require.Zero(t, left)
		_, set := os.LookupEnv(key)
		require.False(t, set)
	}
}

// A deferred function of a thread that is cut off fails nothing.
func TestT_FailsAfterTheEnd(t *testing.T) {
	for _, fail := range []func(){
		func() { shim.Of(t).Error("cut off") },
		func() { panic("cut off") },
	} {
		r := sched.Search(func(s *sched.S) {
			var n atomic.Int64
			s.Go(func() {
				defer func() {
					if n := recover(); n != nil {
						fail()
					}
				}()
				for n.Add(1) > 0 { // it never ends
				}
			})
			s.Wait()
		}, sched.Options{Steps: 20, Executions: 1})
		require.Equal(t, sched.BoundHit, r.Ending, "%v", r.Failure)
		require.Contains(t, r.Bound, "cut off after")
	}
}

// A program that skips its test is not exhausted, and one that runs a subtest is not checked.
func TestT_SkipAndRun(t *testing.T) {
	program := func(end func(t shim.T)) sched.Result {
		return sched.Search(func(s *sched.S) {
			var n atomic.Int64
			s.Go(func() { n.Add(1) })
			s.Go(func() { n.Add(1) })
			end(shim.Of(t))
			s.Wait()
		}, sched.Options{})
	}
	for _, skip := range []func(t shim.T){
		func(t shim.T) { t.Skip("not", "here") }, func(t shim.T) { t.Skipf("not %s", "here") },
	} {
		r := program(skip)
		require.Equal(t, sched.BoundHit, r.Ending)
		require.Contains(t, r.String(), "t.Skip: not here")
	}
	require.Equal(t, sched.BoundHit, program(shim.T.SkipNow).Ending)
	r := program(func(t shim.T) { t.Run("sub", func(*testing.T) { panic("it runs") }) })
	require.Equal(t, sched.NotChecked, r.Ending)
	require.Contains(t, r.Failure.String(), "t.Run")
	require.LessOrEqual(t, strings.Count(r.Failure.String(), "\n"), 3)
	require.Empty(t, r.Failure.Trace)
	require.Equal(t, sched.Exhausted, program(func(shim.T) {}).Ending)
}
