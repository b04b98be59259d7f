package engine_test

import (
	stdatomic "sync/atomic"
	"testing"
	stdtime "time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/time"
)

// spinUntilTimer spins without a yield until the last of some timers fires. Two of them may fire ahead of their times.
func spinUntilTimer(timers int, ends bool) func(*sched.S) {
	return func(s *sched.S) {
		var done atomic.Bool
		for i := range timers {
			time.AfterFunc(stdtime.Duration(i+1)*stdtime.Second, func() {
				if ends && i == timers-1 {
					done.Store(true)
				}
			})
		}
		s.Go(func() {
			for !done.Load() {
			}
		})
		s.Wait()
	}
}

// A loop that only waits for a timer is no livelock, even if the timer may not fire while another thread can go on.
func TestBeyond_ATimerEndsTheLoop(t *testing.T) {
	for timers := 1; timers <= 4; timers++ {
		r := search(spinUntilTimer(timers, true), engine.Options{Steps: 100, Executions: 20, Idle: true, Ahead: true})
		require.Nil(t, r.Failure, "%d timers: %+v", timers, r.Failure)
		require.Equal(t, report.BoundHit, r.Ending)
	}
}

// A loop that waits for nothing that can happen is a livelock. If its state recurs, that is known after few steps.
func TestBeyond_Recurs(t *testing.T) {
	for name, body := range map[string]func(flag, other *atomic.Int64){
		"one object": func(flag, _ *atomic.Int64) {
			for flag.Load() == 0 {
			}
		},
		"two objects": func(flag, other *atomic.Int64) {
			for flag.Load() == 0 && other.Load() == 0 {
			}
		},
		"compares": func(flag, _ *atomic.Int64) {
			for !flag.CompareAndSwap(1, 2) {
			}
		},
		"a call": func(flag, _ *atomic.Int64) {
			for spins(flag, 3) {
			}
		},
		"what it writes, it takes back": func(flag, other *atomic.Int64) {
			for flag.Load() == 0 {
				other.Add(1)
				other.Add(-1)
			}
		},
	} {
		r := engine.SearchDefault(func() {
			s := &sched.S{}
			var flag, other atomic.Int64
			for range 2 {
				s.Go(func() { body(&flag, &other) })
			}
			s.Wait()
		}, engine.Options{Steps: 100})
		require.NotNil(t, r.Failure, name)
		require.Equal(t, report.RuleLivelock, r.Failure.Rule, name)
		require.Less(t, r.Deepest, 1_500, name)
		require.Less(t, len(r.Failure.Trace), 100, name)
	}
}

func spins(flag *atomic.Int64, n int) bool {
	if n > 0 {
		return spins(flag, n-1)
	}
	return flag.Load() == 0
}

// A loop that counts its rounds ends, wherever the count is.
func TestBeyond_CountsItsRounds(t *testing.T) {
	type node struct{ n int }
	next := func(at *node) *node { return &node{at.n + 1} }
	const rounds = 2_000
	for name, body := range map[string]func(flag *atomic.Int64){
		"a local variable": func(flag *atomic.Int64) {
			for n := 0; n < rounds && flag.Load() == 0; n++ {
			}
		},
		"a new object": func(flag *atomic.Int64) {
			for at := new(node); at.n < rounds && flag.Load() == 0; at = next(at) {
			}
		},
		"recursion": func(flag *atomic.Int64) { deep(flag, 2*rounds/3) },
		"memory that nobody reports": func(flag *atomic.Int64) {
			at := new(node)
			hidden.Store(at) // so it is not on the stack
			for at.n < 400 && flag.Load() == 0 {
				counts(&at.n)
			}
		},
		"a plain variable": func(flag *atomic.Int64) {
			at := new(node)
			for at.n < rounds && flag.Load() == 0 {
				engine.PlainWrite(0, unsafe.Pointer(at), unsafe.Sizeof(*at))
				at.n++
			}
		},
		"another object": func(flag *atomic.Int64) {
			var other atomic.Int64
			for flag.Load() == 0 && other.Add(1) < rounds/2 {
			}
		},
	} {
		r := search(func(s *sched.S) {
			var flag atomic.Int64
			for range 2 {
				s.Go(func() { body(&flag) })
			}
			s.Wait()
		}, engine.Options{Steps: 100, Executions: 2})
		require.Nil(t, r.Failure, "%s: %+v", name, r.Failure)
		require.Equal(t, report.BoundHit, r.Ending, name)
	}
}

var hidden stdatomic.Value

//go:noinline
func counts(n *int) { *n++ }

// A livelock is shown in few steps: the threads take turns, until the state recurs.
func TestBeyond_ShowsFewSteps(t *testing.T) {
	polite := func(s *sched.S) {
		var wants [2]atomic.Bool
		for i := range wants {
			s.Go(func() {
				for {
					wants[i].Store(true)
					if !wants[1-i].Load() {
						return
					}
					wants[i].Store(false)
				}
			})
		}
		s.Wait()
	}
	r := search(polite, engine.Options{NoRaces: true})
	require.NotNil(t, r.Failure)
	require.Equal(t, report.RuleLivelock, r.Failure.Rule)
	require.Less(t, len(r.Failure.Trace), 100)
	p := r.Report(report.Token{Test: t.Name(), Search: 1})
	require.Contains(t, p.Text, "the smallest schedule found, in which the threads take turns, after")
	require.Contains(t, p.Detail, "never: each round is the same")

	token, err := report.ParseToken(p.Token)
	require.NoError(t, err)
	require.Less(t, len(token.Decisions), 100)
	again := engine.Repeat(on(polite), engine.Options{NoRaces: true}, token)
	require.Empty(t, again.Differs)
	require.NotNil(t, again.Failure)
	require.Equal(t, r.Failure.Trace, again.Failure.Trace)
}

// A loop ends that counts in atomics which have no new value after the first rounds, though its stack recurs.
func TestBeyond_CountsInBits(t *testing.T) {
	r := search(func(s *sched.S) {
		var flag atomic.Int64
		for range 2 {
			s.Go(func() { countsInBits(&flag) })
		}
		s.Wait()
	}, engine.Options{Steps: 400, Executions: 2})
	require.Nil(t, r.Failure, "%+v", r.Failure)
	require.Equal(t, report.BoundHit, r.Ending)
}

func countsInBits(flag *atomic.Int64) {
	var bits [8]atomic.Bool
	for flag.Load() == 0 {
		i := 0
		for i < len(bits) && bits[i].Load() {
			bits[i].Store(false)
			i++
		}
		if i == len(bits) {
			return
		}
		bits[i].Store(true)
	}
}

// Threads that give way to each other are no livelock if a timer ends their loops.
func TestBeyond_ATimerEndsPoliteness(t *testing.T) {
	for _, ends := range []bool{true, false} {
		executions := 2_000
		if ends {
			executions = long.Programs(2_000, 2_000)
		}
		r := search(func(s *sched.S) {
			var flags [2]atomic.Bool
			var done atomic.Bool
			if ends {
				time.AfterFunc(stdtime.Second, func() { done.Store(true) })
			}
			for i := range 2 {
				s.Go(func() {
					for !done.Load() {
						flags[i].Store(true)
						alone := !flags[1-i].Load()
						flags[i].Store(false)
						if alone {
							return
						}
						engine.Yield()
					}
				})
			}
			s.Wait()
		}, engine.Options{Steps: 500, Executions: executions, Idle: true})
		if ends {
			require.Nil(t, r.Failure, "%+v", r.Failure)
		} else {
			require.NotNil(t, r.Failure)
			require.Equal(t, report.RuleLivelock, r.Failure.Rule)
		}
	}
}

// pollsSome starts two threads that poll some objects, yield, and give up after some rounds, or never.
func pollsSome(objects, rounds int, timer bool) func(*sched.S) {
	return func(s *sched.S) {
		x := make([]atomic.Bool, objects)
		if timer {
			time.AfterFunc(stdtime.Second, func() { x[0].Store(true) })
		}
		for range 2 {
			s.Go(func() {
				for n := 0; rounds < 0 || n < rounds; n++ {
					for i := range x {
						if x[i].Load() {
							return
						}
					}
					engine.Yield()
				}
			})
		}
		s.Wait()
	}
}

// Loops that yield and give up are no livelock, though their rounds pass the limit of steps. The rounds are counted on
// the stack of a thread that has yielded, and is not enabled.
func TestBeyond_GivesUp(t *testing.T) {
	for _, c := range []struct{ steps, objects, rounds int }{{100, 1, 40}, {100, 2, 30}, {100, 1, 60}, {200, 2, 300}, {0, 60, 95}} {
		for _, timer := range []bool{false, true} {
			r := search(pollsSome(c.objects, c.rounds, timer), engine.Options{Steps: c.steps, Executions: 50, Idle: true})
			require.Nil(t, r.Failure, "%+v %v: %+v", c, timer, r.Failure)
			require.Equal(t, report.BoundHit, r.Ending)
		}
	}
}

// The same loops without an end are a livelock, except if a timer ends them.
func TestBeyond_GivesNeverUp(t *testing.T) {
	for _, timer := range []bool{false, true} {
		for _, objects := range []int{1, 2} {
			r := search(pollsSome(objects, -1, timer), engine.Options{Executions: long.Programs(50, 50), Idle: true})
			if timer {
				require.Nil(t, r.Failure, "%+v", r.Failure)
				continue
			}
			require.NotNil(t, r.Failure)
			require.Equal(t, report.RuleLivelock, r.Failure.Rule)
		}
	}
}

// A deep stack is not compared at each step, since that takes long. The livelock is found at the last limit.
func TestBeyond_DeepStack(t *testing.T) {
	r := search(func(s *sched.S) {
		var flag atomic.Int64
		for range 2 {
			s.Go(func() { below(5_000, func() { spinsFor(&flag) }) })
		}
		s.Wait()
	}, engine.Options{Steps: 300})
	require.NotNil(t, r.Failure)
	require.Equal(t, report.RuleLivelock, r.Failure.Rule)
	require.Greater(t, r.Deepest, 4_500)
	if !long.Detecting() { // it takes too long to find that part
		require.Less(t, len(r.Failure.Trace), 1_500, "a part of it is shown")
	}
}

// below calls f with a stack of n frames.
func below(n int, f func()) int {
	if n == 0 {
		f()
		return 0
	}
	return 1 + below(n-1, f)
}

func spinsFor(flag *atomic.Int64) {
	for flag.Load() == 0 {
	}
}

func deep(flag *atomic.Int64, n int) bool { return flag.Load() == 0 && n > 0 && deep(flag, n-1) }
