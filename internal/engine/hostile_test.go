package engine_test

import (
	"fmt"
	"iter"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	realatomic "sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	syncshim "github.com/stealproof/stealproof/model/shim/sync"
)

// Programs that misbehave, or are hard to control.

func TestHostile_Panic(t *testing.T) {
	r := search(func(s *sched.S) {
		var c atomic.Int64
		s.Go(func() { c.Store(1) })
		s.Go(func() {
			if c.Load() == 1 {
				panic("at last")
			}
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.RulePanic, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "panic: at last")
	require.Contains(t, r.Failure.Detail, "hostile_test.go")
	require.NotContains(t, r.Failure.Detail, "iter.Pull")
}

func TestHostile_Goexit(t *testing.T) {
	runs, cleaned := 0, 0
	r := search(func(s *sched.S) {
		runs++
		var c atomic.Int64
		for range 2 {
			s.Go(func() {
				defer func() {
					c.Add(1) // a step of a thread that is ending
					cleaned++
				}()
				c.Add(1)
				runtime.Goexit()
			})
		}
		s.Wait()
		if c.Load() != 4 {
			s.Errorf("the sum is %d", c.Load())
		}
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Greater(t, r.Executions, 1)
	// One run was void, since the first Goexit ended another thread, too. One run repeated the
	// first execution.
	require.Equal(t, r.Executions+2, runs)
	require.Equal(t, 2*runs-1, cleaned)
}

// The threads of a deadlock are unwound, however often the program recovers.
func TestHostile_RecoverInDeadlock(t *testing.T) {
	deadlocks := 0
	r := search(func(s *sched.S) {
		var a, b atomic.Bool
		wait := func(x *atomic.Bool) {
			for !x.Load() {
				engine.Yield()
			}
		}
		s.Go(func() {
			defer func() {
				if recover() != nil {
					deadlocks++
					a.Store(true) // would end the other thread's wait
				}
			}()
			wait(&b)
		})
		s.Go(func() {
			for {
				func() {
					defer func() { _ = recover() }()
					wait(&a)
				}()
				if a.Load() {
					return
				}
			}
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.RuleLivelock, r.Failure.Rule)
	require.Positive(t, deadlocks)
}

func TestHostile_StrayGoroutine(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	r := search(func(s *sched.S) {
		s.Go(func() {
			go func() { <-stop }()
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleStray, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "hostile_test.go:")
}

// A goroutine that is about to end is not a stray one, even if it gets no processor for a while. The goroutine of a closed
// server is an example.
func TestHostile_EndingGoroutine(t *testing.T) {
	r := search(func(s *sched.S) {
		s.Go(func() {
			go func() {
				for b := make([]byte, 1<<20); !strings.Contains(string(b[:runtime.Stack(b, true)]), "(*engine).strays("); {
				}
			}()
		})
		s.Wait()
	}, engine.Options{Executions: 1})
	require.Nil(t, r.Failure)
}

func TestHostile_NotRepeatable(t *testing.T) {
	n := 0
	r := search(func(s *sched.S) {
		var a, b atomic.Int64
		n++
		for range 2 {
			s.Go(func() {
				a.Add(1)
				if n%2 == 0 {
					b.Add(1)
				}
				a.Add(1)
			})
		}
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleRepeatable, r.Failure.Rule)
}

func TestHostile_EndlessLoopOfSteps(t *testing.T) {
	r := search(func(s *sched.S) {
		var a atomic.Int64
		s.Go(func() {
			for {
				a.Add(1)
			}
		})
		s.Go(func() { a.Add(1) })
		s.Wait()
	}, engine.Options{Steps: 100})
	require.Equal(t, report.BoundHit, r.Ending)
	require.Contains(t, r.Bound, "an execution was cut off after 10000 steps")
}

// A loop that ends by itself is run to its end, however many steps that takes.
func TestHostile_LongLoopOfSteps(t *testing.T) {
	for _, wrong := range []bool{false, true} {
		r := search(func(s *sched.S) {
			var a atomic.Int64
			s.Go(func() {
				for range 3000 {
					a.Add(1)
				}
				if wrong {
					panic("at the end")
				}
			})
			s.Go(func() { a.Add(1) })
			s.Wait()
		}, engine.Options{Steps: 100, Executions: 20})
		if wrong {
			require.Equal(t, report.RulePanic, r.Failure.Rule)
			continue
		}
		require.Nil(t, r.Failure)
		require.Equal(t, report.BoundHit, r.Ending)
		require.Contains(t, r.Bound, "more than 100 steps")
	}
}

func TestHostile_TooManyThreads(t *testing.T) {
	r := search(func(s *sched.S) {
		for range 70 {
			s.Go(func() {})
		}
		s.Wait()
	}, engine.Options{})
	require.Nil(t, r.Failure)
	require.Equal(t, report.BoundHit, r.Ending)
	require.Equal(t, "the program starts more than 64 threads", r.Bound)
	next := search(func(s *sched.S) { s.Go(func() {}); s.Wait() }, engine.Options{})
	require.Equal(t, report.Exhausted, next.Ending, "the next search is not affected")
}

// verdict is a test that records whether it has failed.
type verdict struct {
	testing.TB
	failed []string
}

func (v *verdict) Failed() bool { return len(v.failed) > 0 }
func (v *verdict) Errorf(format string, args ...any) {
	v.failed = append(v.failed, fmt.Sprintf(format, args...))
}

// A search that could not begin says why. It does not say that no step was traced.
func TestHostile_TooManyThreadsInATest(t *testing.T) {
	t.Cleanup(engine.SetSites([]engine.Site{{}}))
	v := &verdict{TB: t}
	r := sched.Explore(v, func(s *sched.S) {
		for range 70 {
			s.Go(func() {})
		}
		s.Wait()
	})
	require.Empty(t, v.failed)
	require.Equal(t, sched.BoundHit, r.Ending)
	require.Equal(t, "the program starts more than 64 threads", r.Bound)

	r = sched.Explore(v, func(*sched.S) {})
	require.Len(t, v.failed, 1)
	require.Contains(t, v.failed[0], "no step was traced")
	require.Equal(t, sched.BoundHit, r.Ending)
}

// Code that blocks for real ends the search, and all later ones. So the test runs in its own
// process. The failure names the place even in a coroutine, and in a coroutine of a coroutine.
func TestHostile_ReallyBlocks(t *testing.T) {
	within := os.Getenv("STEALPROOF_BLOCK")
	if within == "" {
		for _, within := range []string{"a thread", "a coroutine", "a coroutine of a coroutine", "a loop that reads", "a late Cleanup"} {
			t.Run(within, func(t *testing.T) {
				cmd := exec.Command(os.Args[0], "-test.run=^TestHostile_ReallyBlocks$")
				cmd.Env = append(os.Environ(), "STEALPROOF_BLOCK="+within)
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, string(out))
			})
		}
		return
	}
	engine.SetHangTimeout(50 * time.Millisecond)
	var mu sync.Mutex
	mu.Lock()
	blocks := func() { mu.Lock() } // the real one
	loops := within == "a loop that reads"
	if x := 0; loops {
		blocks = func() {
			for x == 0 {
				engine.PlainRead(0, unsafe.Pointer(&x), unsafe.Sizeof(x))
			}
		}
	}
	pull := func(f func()) {
		next, stop := iter.Pull(func(func(int) bool) { f() })
		defer stop()
		next()
	}
	var reached atomic.Int64
	r := search(func(s *sched.S) {
		s.Go(func() {
			reached.Add(1)
			for range strings.Count(within, "coroutine") {
				inner := blocks
				blocks = func() { pull(inner) }
			}
			if within == "a late Cleanup" {
				engine.Cleanup(blocks)
				var never syncshim.Mutex
				never.Lock()
				never.Lock()
			}
			blocks()
		})
		s.Go(func() { reached.Add(1) })
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleBlocked, r.Failure.Rule)
	long := "for 50ms"
	if loops {
		long = "in 300ms of processor time"
	}
	require.Regexp(t, "^no step "+long+`, at .*hostile_test\.go:\d+\n`, r.Failure.Detail)
	if !loops {
		require.Contains(t, r.Failure.Detail, "sync.(*Mutex).Lock")
	}
	require.NotContains(t, r.Failure.Detail, "engine.PlainRead")
	require.NotContains(t, r.Failure.Detail, "created by")
	t.Log(r.Failure.Detail)
	r = search(func(*sched.S) {}, engine.Options{})
	require.Equal(t, report.BoundHit, r.Ending, "later searches are refused")
	require.Nil(t, r.Failure)
}

// A long calculation does not block.
func TestHostile_Calculates(t *testing.T) {
	const timeout = 50 * time.Millisecond
	t.Cleanup(func() { engine.SetHangTimeout(10 * time.Second) })
	engine.SetHangTimeout(timeout)
	r := search(func(s *sched.S) {
		s.Go(func() {
			for start := time.Now(); time.Since(start) < 3*timeout; {
			}
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
}

// On a busy machine a calculation gets little processor time. Only that counts. It may be one of the program,
// of what the program has left for its end, or of the search.
func TestHostile_CalculatesSlowly(t *testing.T) {
	const timeout = 10 * time.Millisecond
	t.Cleanup(func() { engine.SetHangTimeout(10 * time.Second) })
	engine.SetHangTimeout(timeout)
	var looked realatomic.Int64
	t.Cleanup(engine.SetProcessorTime(func() time.Duration { looked.Add(1); return 0 }))
	calculate := func() {
		for end := looked.Load() + 5; looked.Load() < end; { // each look is a timeout later
		}
	}
	for _, where := range []string{"a thread", "a late Cleanup", "the search"} {
		t.Run(where, func(t *testing.T) {
			late, o := where == "a late Cleanup", engine.Options{}
			if where == "the search" {
				o.Strategy = slowEnd{strategy.NewDPOR(), calculate}
			}
			r := search(func(s *sched.S) {
				var mu syncshim.Mutex
				s.Go(func() {
					if late {
						engine.Cleanup(calculate)
						mu.Lock()
						mu.Lock()
					} else if where == "a thread" {
						calculate()
					}
				})
				s.Wait()
			}, o)
			if !late {
				require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
				return
			}
			require.Equal(t, report.RuleDeadlock, r.Failure.Rule, "%v", r.Failure)
		})
	}
}

// slowEnd is a search that calculates after each execution.
type slowEnd struct {
	*strategy.DPOR
	calculate func()
}

func (s slowEnd) End(state *strategy.State, why strategy.End) {
	s.calculate()
	s.DPOR.End(state, why)
}

// State that a program keeps from one execution to the next is noticed at once.
func TestHostile_Keeps(t *testing.T) {
	var claimed atomic.Bool
	r := search(func(s *sched.S) {
		for range 2 {
			s.Go(func() { claimed.CompareAndSwap(false, true) })
		}
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.NotChecked, r.Ending)
	require.Equal(t, report.RuleRepeatable, r.Failure.Rule)
}

// Deferred functions run when an execution is abandoned, here after a deadlock. A goroutine
// started by one of them does not run, and the failure's trace does not have it as a thread.
func TestHostile_GoInAnAbandonedExecution(t *testing.T) {
	for _, site := range []uint32{0, 1} {
		started := 0
		r := search(func(s *sched.S) {
			var mu syncshim.Mutex
			mu.Lock()
			s.Go(func() {
				defer engine.Spawn(site, func() { started++ })
				mu.Lock()
			})
			s.Wait()
		}, engine.Options{})
		require.NotNil(t, r.Failure)
		require.Equal(t, report.RuleDeadlock, r.Failure.Rule)
		require.Zero(t, started)
		require.NotContains(t, r.Failure.Detail, "panic")
		var table strings.Builder
		require.NoError(t, r.Failure.WriteTable(&table))
		require.NotEmpty(t, table.String())
	}
}
