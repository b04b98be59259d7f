package engine_test

import (
	stdsync "sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// visitSite is the site of the calls in these tests.
const visitSite = 1<<20 + 1

// registersVisits names that site: a function that was not rewritten.
func registersVisits() {
	engine.RegisterSites(visitSite, []engine.Site{{Pos: "counter.go:7", Expr: "(*example.org/semaphore.Weighted).Acquire"}})
	engine.RegisterLeftOut("example.org/semaphore")
}

// calls calls a function that was not rewritten.
func calls() { access.Visit(visitSite, func() {})() }

// A race is not reported if calls of code that was not rewritten may order its accesses.
func TestVisits_MayOrderAccesses(t *testing.T) {
	registersVisits()
	for name, c := range map[string]struct {
		first, second func(add func())
		ending        report.Ending
	}{
		"around both":       {func(add func()) { calls(); add(); calls() }, func(add func()) { calls(); add(); calls() }, report.NotChecked},
		"a callback":        {func(add func()) { access.Visit(visitSite, add)() }, func(add func()) { access.Visit(visitSite, add)() }, report.NotChecked},
		"hand-over":         {func(add func()) { add(); calls() }, func(add func()) { calls(); add() }, report.NotChecked},
		"before both":       {func(add func()) { calls(); add() }, func(add func()) { calls(); add() }, report.Failed},
		"after both":        {func(add func()) { add(); calls() }, func(add func()) { add(); calls() }, report.Failed},
		"in one thread":     {func(add func()) { calls(); add(); calls() }, func(add func()) { add() }, report.Failed},
		"nowhere":           {func(add func()) { add() }, func(add func()) { add() }, report.Failed},
		"before the others": {func(add func()) { calls(); calls(); add() }, func(add func()) { add() }, report.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			r := search(func(s *sched.S) {
				n := new(int)
				add := func() { *access.W(1, n)++ }
				s.Go(func() { c.first(add) })
				s.Go(func() { c.second(add) })
				s.Wait()
			}, engine.Options{})
			require.Equal(t, c.ending, r.Ending, "%v", r.Failure)
			if c.ending == report.Failed {
				require.Equal(t, report.RuleRace, r.Failure.Rule)
				return
			}
			require.Equal(t, report.RuleUnseen, r.Failure.Rule)
			require.Contains(t, r.Failure.Detail, "unless (*example.org/semaphore.Weighted).Acquire orders them")
			require.Contains(t, r.Failure.Detail, "counter.go:7")
		})
	}
}

// A third thread may carry the order on.
func TestVisits_OrderByAnotherThread(t *testing.T) {
	registersVisits()
	for _, carries := range []bool{true, false} {
		r := search(func(s *sched.S) {
			n := new(int)
			var told atomic.Bool
			s.Go(func() { *access.W(1, n)++; told.Store(true) })
			s.Go(func() {
				if told.Load() {
					if carries {
						calls()
					}
					s.Go(func() { calls(); *access.W(2, n)++ })
				}
			})
			s.Go(func() {
				if !carries {
					*access.W(3, n)++
				}
			})
			s.Wait()
		}, engine.Options{})
		if carries {
			require.Equal(t, report.RuleUnseen, r.Failure.Rule, "%v", r.Failure)
		} else {
			require.Equal(t, report.RuleRace, r.Failure.Rule)
		}
	}
}

// Std's own synchronization matters only if a fault depends on it. Of a package that could not be
// rewritten, other schedules exist.
func TestVisits_ThatNothingDependsOn(t *testing.T) {
	registersVisits()
	program := func(s *sched.S) {
		var mu sync.Mutex
		n := new(int)
		for range 2 {
			s.Go(func() {
				calls()
				mu.Lock()
				*access.W(1, n)++
				mu.Unlock()
				calls()
			})
		}
		s.Wait()
	}
	engine.RegisterLeftOut("dotless")
	engine.RegisterLeftOut("dotless/inner")
	for function, ending := range map[string]report.Ending{
		"(*log.Logger).Printf":                        report.Exhausted,
		"(*io.PipeWriter).Close":                      report.Exhausted,
		"(*github.com/some/testify/mock.Mock).On":     report.Exhausted,
		"example.org/semaphores.New":                  report.Exhausted,
		"example.org/semaphore.New":                   report.NotChecked,
		"dotless.New":                                 report.NotChecked,
		"(*dotless/inner.Lock[example.org/a.b]).Lock": report.NotChecked,
		"(*example.org/semaphore.Weighted).Acquire":   report.NotChecked,
	} {
		engine.RegisterSites(visitSite, []engine.Site{{Pos: "counter.go:7", Expr: function}})
		r := search(program, engine.Options{})
		require.Equal(t, ending, r.Ending, "%v", r.Failure)
		if ending == report.NotChecked {
			require.Equal(t, "no other schedule inside "+function+" was searched; thread 1 calls it at counter.go:7", r.Failure.Detail)
		}
	}
}

// A deadlock is not reported if such code may hold what ends it. It holds no mutex of the program.
func TestVisits_MayEndADeadlock(t *testing.T) {
	registersVisits()
	waits := func(visits bool) engine.Result {
		return search(func(s *sched.S) {
			var g sync.WaitGroup
			g.Add(1)
			s.Go(func() {
				if visits {
					calls()
				}
				g.Wait()
			})
			s.Wait()
		}, engine.Options{})
	}
	r := waits(true)
	require.Equal(t, report.NotChecked, r.Ending, "%v", r.Failure)
	require.Equal(t, report.RuleUnseen, r.Failure.Rule)
	require.Contains(t, r.Failure.Detail, "All threads wait, unless (*example.org/semaphore.Weighted).Acquire wakes one of them.")
	require.Equal(t, report.RuleDeadlock, waits(false).Failure.Rule)

	r = search(func(s *sched.S) {
		var a, b sync.Mutex
		for _, m := range [][2]*sync.Mutex{{&a, &b}, {&b, &a}} {
			s.Go(func() {
				calls()
				m[0].Lock()
				m[1].Lock()
				//lint:ignore SA2001 the order of the locks is what is tested
				m[1].Unlock()
				m[0].Unlock()
			})
		}
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.RuleDeadlock, r.Failure.Rule)
}

// The function that is called gets its arguments, and its results come back.
func TestVisit_OfFunctions(t *testing.T) {
	sum := func(a int, more ...int) (int, error) {
		for _, m := range more {
			a += m
		}
		return a, nil
	}
	r := search(func(s *sched.S) {
		s.Go(func() {
			n, err := access.Visit(visitSite, sum)(1, 2, 3)
			require.NoError(t, err)
			require.Equal(t, 6, n)
			n, _ = access.Visit(visitSite, sum)(1, []int{4, 5}...)
			require.Equal(t, 10, n)
			require.Panics(t, func() { access.Visit(visitSite, func() { panic("it") })() })
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.RuleUnseen, r.Failure.Rule, "%v", r.Failure)
	n, _ := access.Visit(visitSite, sum)(1, 2)
	require.Equal(t, 3, n)
}

// A goroutine that the scheduler does not own, and that has not run yet, may be about to wake a thread.
func TestVisits_OfAGoroutineThatHasNotRun(t *testing.T) {
	for _, starts := range []bool{true, false} {
		hold, ends := make(chan struct{}), make(chan struct{})
		for range 5 { // they end during the search, so that the number of goroutines says little
			go func() { <-ends }()
		}
		var once stdsync.Once
		r := search(func(s *sched.S) {
			once.Do(func() { close(ends) })
			var g sync.WaitGroup
			var n atomic.Int32
			g.Add(1)
			s.Go(func() {
				if n.Add(1) == 1 {
					g.Done()
					return
				}
				if starts {
					go func() { <-hold }()
				}
			})
			s.Go(func() { n.Add(1); g.Wait() })
			s.Wait()
		}, engine.Options{})
		close(hold)
		if starts {
			require.Equal(t, report.RuleStray, r.Failure.Rule, "%v", r.Failure)
			require.Equal(t, report.NotChecked, r.Ending)
		} else {
			require.Equal(t, report.RuleDeadlock, r.Failure.Rule)
		}
	}
}
