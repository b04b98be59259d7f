package engine_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// loops returns a program of two threads that loop, with and without yielding, until goesOn is false.
func loops(yields bool, goesOn func() bool) func(*sched.S) {
	return func(s *sched.S) {
		var flag atomic.Int64
		for range 2 {
			s.Go(func() {
				for flag.Load() == 0 && goesOn() {
					if yields {
						engine.Yield()
					}
				}
			})
		}
		s.Wait()
	}
}

// A loop that takes random numbers may end in each round. It is no livelock, however seldom the number comes. The same
// loop without numbers is one.
func TestDraw_NoLivelock(t *testing.T) {
	for name, goesOn := range map[string]func() bool{
		"one of 3": func() bool { return engine.Draw(3) != 1 },
		"one of 8, eight times": func() bool {
			for range 8 {
				if engine.Draw(8) != 1 {
					return true
				}
			}
			return false
		},
		"never":                   func() bool { engine.Draw(2); return true },
		"a number of the runtime": func() bool { return engine.Random() != 1 },
	} {
		for _, yields := range []bool{true, false} {
			r := search(loops(yields, goesOn), engine.Options{Steps: 200, Executions: 20})
			require.Nil(t, r.Failure, "%s: %+v", name, r.Failure)
			require.Equal(t, report.BoundHit, r.Ending, name)
			if name == "one of 3" { // both loops end; one of them has a runtime.Gosched already
				require.Equal(t, yields, strings.Contains(r.Bound, ": a loop may need more steps: see Options.Steps"), r.Bound)
				require.Equal(t, !yields, strings.Contains(r.Bound, "it lacks a runtime.Gosched"), r.Bound)
			}
		}
	}
	for _, yields := range []bool{true, false} {
		r := search(loops(yields, func() bool { return true }), engine.Options{Steps: 200, Executions: 20})
		require.NotNil(t, r.Failure)
		require.Equal(t, report.RuleLivelock, r.Failure.Rule)
	}
}

// A loop without steps has a limit too.
func TestDraw_WithoutSteps(t *testing.T) {
	r := search(func(s *sched.S) {
		for range 2 {
			s.Go(func() {
				for engine.Draw(2) < 2 {
				}
			})
		}
		s.Wait()
	}, engine.Options{Steps: 200, Executions: 3})
	require.Nil(t, r.Failure, "%+v", r.Failure)
	require.Equal(t, report.BoundHit, r.Ending)
	require.Regexp(t, `an execution was cut off after \d+ steps, in a loop: it is endless, or needs more steps: see Options\.Steps`, r.Bound)
}

// Many random numbers in a row, or many plain reads, are a step. What a thread did at the end of one execution does not
// count in the next one: else a schedule that is run again would have other steps.
func TestDraw_CountsAnew(t *testing.T) {
	var read int
	for name, one := range map[string]struct {
		times int
		f     func()
	}{
		"random numbers": {600, func() { engine.Random() }},
		"plain reads":    {6_000, func() { engine.PlainRead(0, unsafe.Pointer(&read), unsafe.Sizeof(read)) }},
	} {
		steps := func(executions int) int {
			r := search(func(s *sched.S) {
				var x atomic.Int64
				some := func() {
					for range one.times {
						one.f()
					}
				}
				for range 2 {
					s.Go(func() { some(); x.Store(x.Load() + 1); some() })
				}
				s.Wait()
			}, engine.Options{Executions: executions})
			require.Nil(t, r.Failure, "%s: %+v", name, r.Failure)
			return r.Steps
		}
		require.Equal(t, 2*steps(1), steps(2), name)
	}
}

// The numbers of two threads differ.
func TestRandom_Differs(t *testing.T) {
	seen := map[uint64]bool{}
	search(func(s *sched.S) {
		for range 4 {
			s.Go(func() {
				for range 100 {
					seen[engine.Random()] = true
				}
			})
		}
		s.Wait()
	}, engine.Options{Executions: 1})
	require.Len(t, seen, 400)
}
