package engine_test

import (
	"runtime"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

func spinLock(threads int) func(*sched.S) {
	return func(s *sched.S) {
		var held atomic.Bool
		inside := 0
		for range threads {
			s.Go(func() {
				for !held.CompareAndSwap(false, true) {
					engine.Yield()
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
		r := search(spinLock(threads), engine.Options{})
		require.Equal(t, report.Exhausted, r.Ending, "%+v", r)
		t.Logf("%+v", r)
	}
}

func TestAwait_Livelock(t *testing.T) {
	r := search(func(s *sched.S) {
		var never atomic.Bool
		s.Go(func() {
			for !never.Load() {
				engine.Yield()
			}
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.Failed, r.Ending)
	require.Equal(t, report.RuleLivelock, r.Failure.Rule)
}

// A plain write does not count in the next execution, for a thread that releases what another one has locked.
func TestAwait_ForgetsPlainWrites(t *testing.T) {
	count := func(writes bool) int {
		r := search(func(s *sched.S) {
			var mu sync.Mutex
			var flag atomic.Bool
			n := 0
			mu.Lock()
			s.Go(func() {
				mu.Unlock()
				for !flag.Load() {
					engine.Yield()
				}
				if writes {
					engine.PlainWrite(0, unsafe.Pointer(&n), unsafe.Sizeof(n))
				}
			})
			s.Go(func() {
				mu.Lock()
				flag.Store(true)
				mu.Unlock()
			})
			s.Wait()
		}, engine.Options{})
		require.Equal(t, report.Exhausted, r.Ending)
		return r.Executions
	}
	require.Equal(t, count(false), count(true))
}

// Loops that read under a lock wake each other, since taking the lock changes it for a thread that
// waits for it. That is a livelock, unless one of them changes something else now and then.
func TestAwait_LivelockUnderALock(t *testing.T) {
	for _, counts := range []bool{false, true} {
		r := searchOnly(func(s *sched.S) {
			var mu sync.Mutex
			var rounds atomic.Int64
			never := false
			looks := func() bool {
				mu.Lock()
				defer mu.Unlock()
				return never
			}
			for i := range 3 {
				s.Go(func() {
					for n := 0; !looks(); n++ {
						if counts && i == 0 && n%100 == 0 {
							rounds.Add(1)
						}
						engine.Yield()
					}
				})
			}
			s.Wait()
		}, engine.Options{Strategy: strategy.NewRandom(1), Executions: long.Programs(2, 2)})
		if counts {
			require.Nil(t, r.Failure, "%v", r.Failure)
			require.Equal(t, report.BoundHit, r.Ending)
			continue
		}
		require.Equal(t, report.Failed, r.Ending)
		require.Equal(t, report.RuleLivelock, r.Failure.Rule)
	}
}

func TestAwait_LoopThatGivesUp(t *testing.T) {
	r := search(func(s *sched.S) {
		var never atomic.Bool
		s.Go(func() {
			for range 10 {
				if never.Load() {
					return
				}
				engine.Yield()
			}
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending)
}

// bothGiveUp has two loops that wait for each other and give up. It returns which of them has seen
// the other's store.
func bothGiveUp(s *sched.S) (saw [2]bool) {
	var x atomic.Int64
	for i := range saw {
		s.Go(func() {
			for range 3 {
				if x.Load() != 0 {
					saw[i] = true
					break
				}
				engine.Yield()
			}
			x.Store(1)
		})
	}
	s.Wait()
	return saw
}

// If no other thread is enabled, both loops may go on, in any order.
func TestAwait_BothGiveUp(t *testing.T) {
	seen := map[[2]bool]bool{}
	r := search(func(s *sched.S) { seen[bothGiveUp(s)] = true }, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending)
	require.Equal(t, map[[2]bool]bool{{false, false}: true, {true, false}: true, {false, true}: true}, seen)
}

// A search that has to begin anew when its time is over still reports executions.
func TestAwait_BeginsAnewTooLate(t *testing.T) {
	const bound = time.Millisecond
	start := time.Now()
	r := search(func(s *sched.S) {
		for time.Since(start) < bound {
			runtime.Gosched()
		}
		bothGiveUp(s)
	}, engine.Options{For: bound})
	require.Positive(t, r.Executions, "%v", r)
	require.Positive(t, r.Steps)
}

// A worker spins for a while and then gives up. The search shows it spinning, and giving up at any
// moment.
func TestAwait_SpinsAndGivesUp(t *testing.T) {
	for _, rounds := range []int{1, 5, 30} {
		seen := map[string]bool{}
		r := search(func(s *sched.S) {
			var work, asleep atomic.Int64
			worker, waker := "gave up", "saw it"
			s.Go(func() {
				for range rounds {
					if work.Load() != 0 {
						worker = "found"
						return
					}
					engine.Yield()
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
		}, engine.Options{NoRaces: true})
		require.Equal(t, report.Exhausted, r.Ending)
		want := map[string]bool{"found, saw nobody": true, "gave up, saw nobody": true, "gave up, saw it": true}
		require.Equal(t, want, seen, "%d rounds", rounds)
	}
}

// Other threads can see a value that a round writes and then puts back. So such a round is not one
// that changes nothing.
func TestAwait_RoundsThatAnnounce(t *testing.T) {
	r := search(func(s *sched.S) {
		var work, idle, last atomic.Int64
		s.Go(func() {
			for work.Load() == 0 {
				idle.Add(1)
				last.Store(7)
				engine.Yield()
				last.Store(0)
				idle.Add(-1)
			}
		})
		s.Go(func() {
			idle.Load()
			work.Store(1)
		})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.BoundHit, r.Ending, "%v", r.Failure)
	require.Contains(t, r.Bound, "if only for a moment")
	require.Empty(t, r.Waits)
}

// lights are what a loop turns on and off.
type lights struct {
	on   atomic.Int64
	a, b sync.Mutex
}

// blinks has one thread in a loop until another one has looked. The program fails if the other
// thread has seen a sequence of values that takes more than one round.
func blinks(round func(*lights), seen func(*lights) bool) func(*sched.S) {
	return func(s *sched.S) {
		var l lights
		var done atomic.Bool
		s.Go(func() {
			for !done.Load() {
				round(&l)
				engine.Yield()
			}
		})
		s.Go(func() {
			if seen(&l) {
				s.Errorf("it blinked")
			}
			done.Store(true)
		})
		s.Wait()
	}
}

// A round puts back what it writes, and other threads see the values in between, again and again.
func TestAwait_RoundsThatPutBackAreSeen(t *testing.T) {
	twice := func(l *lights) bool { return l.on.Load() == 1 && l.on.Load() == 0 && l.on.Load() == 1 }
	locked := func(mu *sync.Mutex) bool {
		if mu.TryLock() {
			mu.Unlock()
			return false
		}
		return true
	}
	holds := func(m *sync.Mutex) { m.Lock(); defer m.Unlock() }
	for name, program := range map[string]func(*sched.S){
		"stores": blinks(func(l *lights) { l.on.Store(1); l.on.Store(0) }, twice),
		"adds":   blinks(func(l *lights) { l.on.Add(1); l.on.Add(-1) }, twice),
		"locks": blinks(func(l *lights) { holds(&l.a); holds(&l.b) },
			func(l *lights) bool { return locked(&l.b) && locked(&l.a) }),
	} {
		t.Run(name, func(t *testing.T) {
			for what, s := range map[string]strategy.Strategy{"all": nil, "bounded": strategy.NewBounded(6), "random": strategy.NewRandom(1)} {
				if what == "bounded" && name != "locks" && long.Detecting() {
					continue // 10,000 executions of the same work
				}
				r := search(program, engine.Options{Strategy: s, Executions: 20_000})
				require.Equal(t, report.Failed, r.Ending, "%s: %v", what, r)
				require.Equal(t, "it blinked", r.Failure.Detail, what)
				token, err := report.ParseToken(r.Report(report.Token{}).Token)
				require.NoError(t, err)
				again := engine.Repeat(on(program), engine.Options{}, token)
				require.NotNil(t, again.Failure)
				require.Equal(t, "it blinked", again.Failure.Detail, what)
			}
		})
	}
}

// Two threads yield to each other for ever, and put back what they have taken. That is an endless
// loop, too.
func TestAwait_PoliteForEver(t *testing.T) {
	for name, enter := range map[string]func(mine, other *atomic.Bool) bool{
		"Dekker": func(mine, other *atomic.Bool) bool {
			mine.Store(true)
			alone := !other.Load()
			mine.Store(false)
			return alone
		},
		"two locks": func(mine, other *atomic.Bool) bool {
			if !mine.CompareAndSwap(false, true) {
				return false
			}
			both := other.CompareAndSwap(false, true)
			if both {
				other.Store(false)
			}
			mine.Store(false)
			return both
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := search(func(s *sched.S) {
				var flags [2]atomic.Bool
				for i := range 2 {
					s.Go(func() {
						for !enter(&flags[i], &flags[1-i]) {
							engine.Yield()
						}
					})
				}
				s.Wait()
			}, engine.Options{Executions: 2_000, Steps: 500})
			require.Equal(t, report.Failed, r.Ending, "%v", r)
		})
	}
}

// A loop that changes something in each round is tried only up to a bound, and the result names
// it.
func TestAwait_LoopThatCounts(t *testing.T) {
	r := search(func(s *sched.S) {
		var work, rounds atomic.Int64
		s.Go(func() {
			for work.Load() == 0 {
				rounds.Add(1)
				engine.Yield()
			}
		})
		s.Go(func() { work.Store(1) })
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.BoundHit, r.Ending)
}

// Two threads that poll, and change nothing that others see, do not keep each other going. Threads
// that announce themselves may. Their loops do change something.
func TestAwait_PollingTogether(t *testing.T) {
	for name, poll := range map[string]func(idle, work *atomic.Int64, mu *sync.Mutex) bool{
		"announce": func(idle, work *atomic.Int64, _ *sync.Mutex) bool {
			idle.Add(1)
			defer idle.Add(-1)
			return work.Load() != 0
		},
		"lock": func(_, work *atomic.Int64, mu *sync.Mutex) bool {
			mu.Lock()
			defer mu.Unlock()
			return work.Load() != 0
		},
		"swap": func(idle, work *atomic.Int64, _ *sync.Mutex) bool {
			return idle.Swap(7) == 7 && work.Load() != 0
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := search(func(s *sched.S) {
				var idle, work atomic.Int64
				var mu sync.Mutex
				for range 2 {
					s.Go(func() {
						for !poll(&idle, &work, &mu) {
							engine.Yield()
						}
					})
				}
				s.Go(func() { work.Store(1) })
				s.Wait()
			}, engine.Options{Executions: 2000})
			require.Nil(t, r.Failure, "%v", r.Failure)
			if name == "announce" {
				require.Equal(t, report.BoundHit, r.Ending, "%v", r)
				require.Empty(t, r.Waits)
				return
			}
			require.Equal(t, report.Exhausted, r.Ending, "%v", r)
			require.NotEmpty(t, r.Waits)
		})
	}
}

// A loop that times out after many rounds is no livelock.
func TestAwait_ManyRounds(t *testing.T) {
	r := search(func(s *sched.S) {
		var never atomic.Bool
		s.Go(func() {
			for i := 0; i < 500 && !never.Load(); i++ {
				engine.Yield()
			}
		})
		s.Go(func() { never.Load() })
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.BoundHit, r.Ending, "%v", r.Failure)
	require.Contains(t, r.Bound, "await_test.go:")
}
