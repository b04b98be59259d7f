package shim_test

import (
	"fmt"
	stditer "iter"
	"runtime"
	stdsync "sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/iter"
	"github.com/stealproof/stealproof/model/shim/sync"
)

func TestPull(t *testing.T) {
	for _, l := range []litmus{
		// Each thread pulls its own generator. The generators read and write a shared variable.
		{name: "LostUpdates", want: "2 | 3 | 4", run: func(w *world) string {
			x := w.integer()
			for range 2 {
				w.spawn(func() {
					next, stop := w.pull(func(yield func(int) bool) {
						for range 2 {
							v := x.Load()
							x.Store(v + 1)
							if !yield(int(v)) {
								return
							}
						}
					})
					defer stop()
					next()
					next()
				})
			}
			w.wait()
			return fmt.Sprint(x.Load())
		}},
		{name: "StoreBuffering", want: "01 | 10 | 11", run: func(w *world) string {
			x, y, got := w.integer(), w.integer(), [2]int{}
			flags := func(mine, other integer) stditer.Seq[int] {
				return func(yield func(int) bool) {
					mine.Store(1)
					yield(int(other.Load()))
				}
			}
			for i, seq := range []stditer.Seq[int]{flags(x, y), flags(y, x)} {
				w.spawn(func() {
					next, stop := w.pull(seq)
					defer stop()
					got[i], _ = next()
				})
			}
			w.wait()
			return fmt.Sprint(got[0]) + fmt.Sprint(got[1])
		}},
		// Two threads share a generator under a mutex.
		{name: "HandedOver", want: "[10 20] | [10 21] | [11 20] | [20 10] | [20 11] | [21 10]", run: func(w *world) string {
			m, x, got := w.mutex(), w.integer(), [2]int{}
			next, stop := w.pull(func(yield func(int) bool) {
				for i := 1; yield(10*i + int(x.Load())); i++ {
					x.Store(x.Load() ^ 1)
				}
			})
			w.spawn(func() { x.Store(x.Load() ^ 1) })
			for i := range got {
				w.spawn(func() {
					m.Lock()
					got[i], _ = next()
					m.Unlock()
				})
			}
			w.wait()
			stop()
			return fmt.Sprint(got)
		}},
		{name: "LocksInside", want: "[1 2] | [2 1]", run: func(w *world) string {
			m, n, got := w.mutex(), 0, [2]int{}
			for i := range got {
				w.spawn(func() {
					next, stop := w.pull(func(yield func(int) bool) {
						m.Lock()
						defer m.Unlock()
						n++
						w.gosched()
						yield(n)
					})
					got[i], _ = next()
					stop() // unlocks
				})
			}
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "Nested", want: "0 1 | 0 2 | 0 3 | 1 2 | 1 3 | 2 3", run: func(w *world) string {
			x, got := w.integer(), ""
			w.spawn(func() {
				next, stop := w.pull(func(yield func(int) bool) {
					inner, stop := w.pull(func(yield func(int) bool) {
						for yield(int(x.Load())) {
						}
					})
					defer stop()
					for {
						v, _ := inner()
						if !yield(v) {
							return
						}
						x.Add(1)
					}
				})
				defer stop()
				a, _ := next()
				b, _ := next()
				got = fmt.Sprint(a, " ", b)
			})
			w.spawn(func() {
				x.Add(1)
				x.Add(1)
			})
			w.wait()
			return got
		}},
		{name: "SpawnsInside", want: "1", run: func(w *world) string {
			x := w.integer()
			next, stop := w.pull(func(yield func(int) bool) {
				w.spawn(func() { x.Add(1) })
				yield(0)
			})
			next()
			stop()
			w.wait()
			return fmt.Sprint(x.Load())
		}},
		{name: "WaitsInside", want: "7", run: func(w *world) string {
			x, got := w.integer(), 0
			w.spawn(func() {
				next, stop := w.pull(func(yield func(int) bool) {
					for x.Load() == 0 {
						w.gosched()
					}
					yield(int(x.Load()))
				})
				defer stop()
				got, _ = next()
			})
			w.spawn(func() { x.Store(7) })
			w.wait()
			return fmt.Sprint(got)
		}},
		{name: "PanicInside", want: "recovered 0 false | recovered 1 false", run: func(w *world) string {
			x, got := w.integer(), ""
			w.spawn(func() {
				next, stop := w.pull(func(func(int) bool) { panic(x.Load()) })
				defer stop()
				func() {
					defer func() { got = fmt.Sprint("recovered ", recover()) }()
					next()
				}()
				_, ok := next()
				got += fmt.Sprint(" ", ok)
			})
			w.spawn(func() { x.Store(1) })
			w.wait()
			return got
		}},
		{name: "GoexitInside", want: "1", run: func(w *world) string {
			x := w.integer()
			w.spawn(func() {
				next, stop := w.pull(func(func(int) bool) {
					defer x.Add(1)
					w.goexit()
				})
				defer stop()
				next()
				x.Add(10)
			})
			w.spawn(func() { x.Load() })
			w.wait()
			return fmt.Sprint(x.Load())
		}},
		{name: "StopRunsTheRest", want: "0 11 | 10 11", run: func(w *world) string {
			x, got := w.integer(), int64(0)
			w.spawn(func() {
				next, stop := w.pull(func(yield func(int) bool) {
					yield(1)
					x.Add(1)
				})
				next()
				got = x.Load()
				stop()
				stop()
				next()
			})
			w.spawn(func() { x.Add(10) })
			w.wait()
			return fmt.Sprint(got, " ", x.Load())
		}},
		{name: "DeadlockInside", unreal: true, want: sched.RuleDeadlock, run: func(w *world) string {
			a, b := w.mutex(), w.mutex()
			both := func(a, b mutex) func() {
				return func() {
					next, stop := w.pull(func(yield func(int) bool) {
						a.Lock()
						defer a.Unlock()
						if yield(0) {
							b.Lock()
							b.Unlock()
						}
					})
					defer stop()
					next()
					next()
				}
			}
			w.spawn(both(a, b))
			w.spawn(both(b, a))
			w.wait()
			return ""
		}},
		{name: "UncaughtPanicInside", unreal: true, want: sched.RulePanic, run: func(w *world) string {
			next, stop := w.pull(func(func(int) bool) { panic("no") })
			defer stop()
			next()
			return ""
		}},
		{name: "TwoAtOnce", unreal: true, want: iter.RuleMisuse, run: func(w *world) string {
			next, stop := w.pull(func(yield func(int) bool) { yield(1) })
			w.spawn(func() { next() })
			w.spawn(stop)
			w.wait()
			return ""
		}},
		{name: "StopWhileInside", unreal: true, want: iter.RuleMisuse, run: func(w *world) string {
			x := w.integer()
			next, stop := w.pull(func(yield func(int) bool) {
				x.Store(1)
				x.Store(2)
				yield(1)
			})
			w.spawn(func() {
				defer stop()
				next()
			})
			w.spawn(func() {
				if x.Load() == 1 {
					stop()
				}
			})
			w.wait()
			return ""
		}},
		{name: "NextInItself", unreal: true, want: iter.RuleMisuse, run: func(w *world) string {
			var next func() (int, bool)
			next, stop := w.pull(func(func(int) bool) { next() })
			defer stop()
			next()
			return ""
		}},
	} {
		l.test(t)
	}
}

func TestPull2(t *testing.T) {
	seen := outcomes{}
	search(t, func(s *sched.S) {
		var x atomic.Int64
		got := ""
		s.Go(func() {
			next, stop := iter.Pull2(func(yield func(int, int64) bool) {
				for i := 0; yield(i, x.Load()); i++ {
				}
			})
			defer stop()
			for range 2 {
				k, v, ok := next()
				got += fmt.Sprint(k, v, ok, " ")
			}
			stop()
			k, v, ok := next()
			got += fmt.Sprint(k, v, ok)
		})
		s.Go(func() { x.Store(1) })
		s.Wait()
		seen[got]++
	})
	require.Equal(t, "0 0 true 1 0 true 0 0 false | 0 0 true 1 1 true 0 0 false | 0 1 true 1 1 true 0 0 false", seen.String())
	next, stop := iter.Pull2(func(yield func(int, int) bool) { yield(1, 2) })
	defer stop()
	k, v, ok := next()
	require.Equal(t, []any{1, 2, true}, []any{k, v, ok})
}

// A coroutine that was never stopped ends with its execution.
func TestPull_NeverStopped(t *testing.T) {
	before, cleaned := runtime.NumGoroutine(), 0
	executions := 0
	search(t, func(s *sched.S) {
		executions++
		var x atomic.Int64
		var m sync.Mutex
		for range 2 {
			s.Go(func() {
				next, _ := iter.Pull(func(yield func(int64) bool) {
					defer func() {
						cleaned++
						m.Lock() // would block for ever
						cleaned += 1000
					}()
					for {
						func() {
							defer func() { _ = recover() }()
							yield(x.Add(1))
						}()
					}
				})
				next()
				next()
				iter.Pull(func(func(int) bool) {}) // never begins
			})
		}
		m.Lock()
		s.Wait()
	})
	require.Greater(t, executions, 1)
	require.Equal(t, 2*executions, cleaned)
	require.Less(t, runtime.NumGoroutine(), before+20)
}

// A search that goes on after a failure leaves no coroutine behind.
func TestPull_Unwound(t *testing.T) {
	var stopped, begun int
	r := sched.Search(func(s *sched.S) {
		var a, b sync.Mutex
		for i := range 2 {
			s.Go(func() {
				next, stop := iter.Pull(func(yield func(int) bool) {
					begun++
					defer func() { stopped++ }()
					for yield(0) {
					}
				})
				defer stop()
				next()
				l := []*sync.Mutex{&a, &b}
				l[i].Lock()
				next()
				l[1-i].Lock()
				l[1-i].Unlock()
				l[i].Unlock()
			})
		}
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.RuleDeadlock, r.Failure.Rule)
	require.Equal(t, begun, stopped)
}

func TestPull_OfStd(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		var x atomic.Int64
		for range 2 {
			s.Go(func() {
				next, stop := stditer.Pull(func(yield func(int64) bool) {
					for yield(x.Load()) {
						x.Add(1)
					}
				})
				defer stop()
				next()
				next()
			})
		}
		s.Wait()
		if x.Load() != 2 {
			s.Errorf("x is %d", x.Load())
		}
	}, sched.Options{Strategy: strategy.NewRandom(1), Executions: 500})
	require.Nil(t, r.Failure)
}

// A real goroutine started inside a coroutine is noticed.
func TestPull_Stray(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	r := sched.Search(func(s *sched.S) {
		s.Go(func() {
			next, stopped := iter.Pull(func(func(int) bool) {
				for range 5 { // goroutines of earlier tests may be ending at this moment
					go func() { <-stop }()
				}
			})
			next()
			stopped()
		})
		s.Wait()
	}, sched.Options{})
	require.Equal(t, sched.RuleStray, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "iter_test.go:")
}

// An unordered hand-over is a race, inside a coroutine as well.
func TestPull_Race(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		next, stop := iter.Pull(func(yield func(int) bool) {
			for yield(0) {
			}
		})
		defer stop()
		s.Go(func() { next() })
		s.Go(func() { next() })
		s.Wait()
	}, sched.Options{})
	require.Equal(t, iter.RuleMisuse, r.Failure.Rule)
	t.Log(r.Failure.Detail)
	for _, step := range r.Failure.Trace {
		t.Log(step.Name, step.Text, step.Pos)
	}
}

// Real goroutines may pull outside the scheduler during a search.
func TestPull_Unscheduled(t *testing.T) {
	var g stdsync.WaitGroup
	for range 4 {
		g.Go(func() {
			next, stop := iter.Pull(func(yield func(int) bool) { yield(3) })
			defer stop()
			if v, ok := next(); v != 3 || !ok {
				t.Errorf("%d %v", v, ok)
			}
		})
	}
	g.Wait()
}
