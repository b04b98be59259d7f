package pool

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// These tests look inside, at lines that no specification labels. Each has failed with its line broken.

// opened returns a pool that the test closes.
func opened(t *testing.T, o Options) *Pool {
	p := New(o)
	t.Cleanup(func() { require.NoError(t, p.Close(context.Background())) })
	return p
}

// runsTask runs f in a task.
func runsTask(t *testing.T, p *Pool, f func(w *Worker)) {
	t.Helper()
	_, err := Run(context.Background(), p, func(w *Worker) (int, error) { f(w); return 0, nil })
	require.NoError(t, err)
}

// holds waits for a condition inside a task.
func holds(condition func() bool) bool {
	for start := time.Now(); !condition(); runtime.Gosched() {
		if time.Since(start) > time.Minute {
			return false
		}
	}
	return true
}

// A worker whose task has ended its goroutine goes on with a new one, and reports on stalls name that one.
func TestLine_OfANewGoroutine(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	var lines [2]string
	for i := range lines {
		runsTask(t, p, func(w *Worker) {
			w.blocking(func() {
				lines[i] = goroutineLine()
				assert.Equal(t, lines[i], *w.lineSeen.Load())
			})
		})
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = Run(context.Background(), p, func(*Worker) (int, error) { runtime.Goexit(); return 0, nil })
		}()
		<-done
		// The worker's goroutine ends like the task's: the worker needs a new one.
		require.NoError(t, p.Go(func(*Worker) { runtime.Goexit() }))
	}
	require.NotEqual(t, lines[0], lines[1])
}

// A part of a failed loop does nothing more, also on the worker that has not failed.
func TestFor_StopsOnEachWorker(t *testing.T) {
	p := opened(t, Options{Workers: 2})
	var calls, together atomic.Int32
	l := &loop{grain: 1}
	l.body = func(_ *Worker, lo, _ int) {
		calls.Add(1)
		together.Add(1)
		assert.True(t, holds(func() bool { return together.Load() >= 2 }), "no other worker takes a part")
		if lo == 0 {
			panic("of the test")
		}
		assert.True(t, holds(l.failed), "the loop does not fail")
	}
	require.Panics(t, func() { _, _ = parts.Run(context.Background(), p, part{l, 0, 1 << 10}) })
	require.EqualValues(t, 2, calls.Load())
}

// The number of spares has no more than the room that the counters of sleepers leave.
func TestOptions_SparesFitTheCounters(t *testing.T) {
	require.Equal(t, workersLimit-3, Options{Workers: 3, Spares: workersLimit}.withDefaults().Spares)
	require.Equal(t, defaultStall, Options{}.withDefaults().StallAfter)
}

// Parts of up to the grain are left to the sort for one worker, and no larger ones.
func TestSort_Grain(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	for _, c := range []struct {
		n      int
		opts   []LoopOption
		splits bool
	}{{sortGrain, nil, false}, {sortGrain + 1, nil, true}, {100, []LoopOption{Grain(100)}, false}, {101, []LoopOption{Grain(100)}, true}, {smallest, []LoopOption{Grain(1)}, false}} {
		splits := false
		q := &quicksort[int]{
			s:        make([]int, c.n),
			sorted:   func([]int) bool { return false },
			reversed: func([]int) bool { return false },
			sort:     func([]int) {},
			split:    func(s []int, _ *int) (int, int) { splits = true; return len(s) / 2, len(s)/2 + 1 },
		}
		require.NoError(t, q.run(context.Background(), p, c.opts))
		require.Equal(t, c.splits, splits, "%d elements", c.n)
	}
}

// A worker that is blocked without a spare counts once, however often the calls nest, and not at all afterwards.
func TestUnreplaced_CountsOnce(t *testing.T) {
	p := opened(t, Options{Workers: 1, Spares: -1})
	runsTask(t, p, func(w *Worker) {
		w.blocking(func() {
			w.blocking(func() { assert.Equal(t, 1, UnreplacedWaits(w)) })
		})
		assert.Zero(t, UnreplacedWaits(w))
	})
	runsTask(t, opened(t, Options{Workers: 1, Spares: 1}), func(w *Worker) {
		w.blocking(func() { assert.True(t, w.blocking(func() {}), "the spare of the outer call") })
	})
}

// A Scope that has ended well has not failed.
func TestScope_EndsWell(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		var kept *Scope
		w.Scope(func(s *Scope) { kept = s })
		assert.Nil(t, kept.latch.abort.Load())
	})
}

// The list of open pools has a pool from New to the end of Close.
func TestOpenPools(t *testing.T) {
	p := New(Options{Workers: 1})
	listed := func() bool { return slices.Contains(*openPools.all.Load(), p.state) }
	require.True(t, listed())
	require.NoError(t, p.Close(context.Background()))
	require.False(t, listed())
	require.True(t, p.stalls.ended.Load())
}

// An idle thief takes several tasks of a scope at once. Each counts as stolen.
func TestSteal_TakesSeveral(t *testing.T) {
	p := opened(t, Options{Workers: 2})
	var busy, pushed, first atomic.Bool
	require.NoError(t, p.Go(func(*Worker) {
		busy.Store(true)
		assert.True(t, holds(pushed.Load))
	}))
	require.True(t, holds(busy.Load))
	const tasks = 8
	var ran atomic.Int32
	runsTask(t, p, func(w *Worker) {
		w.Scope(func(s *Scope) {
			for range tasks {
				s.Go(w, func(thief *Worker) {
					ran.Add(1)
					if first.CompareAndSwap(false, true) {
						assert.Positive(t, thief.deque.(*wsq.ChaseLev[*Task]).Len(), "it has taken one only")
						assert.Equal(t, [15]*Task{}, thief.batch)
					}
				})
			}
			pushed.Store(true)
			assert.True(t, holds(func() bool { return ran.Load() == tasks }), "no thief comes")
		})
	})
	require.True(t, holds(func() bool { return p.Sleeping() == 2 })) // the counts are up to date
	require.EqualValues(t, tasks, p.Stats().Stolen)
}

// leaving is a context that counts the functions that are to run when it ends.
type leaving struct {
	context.Context
	n *atomic.Int32
}

func (leaving) Value(any) any { return nil }

func (l leaving) AfterFunc(func()) (stop func() bool) {
	l.n.Add(1)
	var once sync.Once
	return func() bool { once.Do(func() { l.n.Add(-1) }); return true }
}

// A call that has returned leaves nothing at its context.
func TestContext_KeepsNothingOfCalls(t *testing.T) {
	p := opened(t, Options{Workers: 1, Queue: 1})
	ending, cancel := context.WithCancel(context.Background())
	defer cancel()
	var n atomic.Int32
	ctx := leaving{ending, &n}
	_, err := Run(ctx, p, func(w *Worker) (int, error) {
		assert.Positive(t, n.Load(), "the call is watched")
		return Run(ctx, w, func(*Worker) (int, error) { return 0, nil })
	})
	require.NoError(t, err)
	require.Zero(t, n.Load(), "Run")

	var ends atomic.Bool
	f, err := Submit(ctx, p, func(*Worker) (int, error) { assert.True(t, holds(ends.Load)); return 0, nil })
	require.NoError(t, err)
	got := make(chan error)
	go func() {
		_, err := f.Get(ctx)
		got <- err
	}()
	require.True(t, holds(func() bool { return n.Load() == 2 }), "Get waits under its context")
	ends.Store(true)
	require.NoError(t, <-got)
	require.True(t, holds(func() bool { return n.Load() == 0 }), "Submit and Get: %d", n.Load())

	two := opened(t, Options{Workers: 2})
	runsTask(t, two, func(w *Worker) {
		f, err := Submit(context.Background(), w, func(*Worker) (int, error) { return 0, nil })
		assert.NoError(t, err)
		_, err = f.Get(ctx)
		assert.NoError(t, err)
	})
	require.True(t, holds(func() bool { return n.Load() == 0 }), "Get in a task: %d", n.Load())

	shut := New(Options{Workers: 1})
	require.NoError(t, shut.Close(context.Background()))
	_, err = Submit(ctx, shut, func(*Worker) (int, error) { return 0, nil })
	require.Equal(t, ErrClosed, err)
	require.Zero(t, n.Load(), "Submit to a closed pool")

	ends.Store(false)
	var begun atomic.Bool
	require.NoError(t, p.Go(func(*Worker) { begun.Store(true); assert.True(t, holds(ends.Load)) }))
	require.True(t, holds(begun.Load))
	require.NoError(t, p.Go(func(*Worker) {})) // the queue is full
	go func() {
		_, err := Submit(ctx, p, func(*Worker) (int, error) { return 0, nil })
		got <- err
	}()
	require.True(t, holds(func() bool { return n.Load() == 2 }), "Submit waits for room")
	ends.Store(true)
	require.NoError(t, <-got)
	require.True(t, holds(func() bool { return n.Load() == 0 }), "Submit after its wait: %d", n.Load())
}

// A stack that ends behind the call of Blocking names no place.
func TestCallOf_ACutStack(t *testing.T) {
	const stack = "goroutine 7 [running]:\ngithub.com/stealproof/stealproof/pool.(*Worker).withSpare(0x1)\n\tx.go:1 +0x1\nmain.f()"
	require.Empty(t, callOf(stack, "goroutine 7 "))
	require.Equal(t, "main.f y.go:2", callOf(stack+"\n\ty.go:2 +0x1", "goroutine 7 "))
}

// splitFunc divides like split, and every element stays.
func TestSplit_PutsEqualsAside(t *testing.T) {
	s := make([]int, 100)
	for i := range s {
		s[i] = 3 + i*7%5/4 // most are 3, the others 4
	}
	three := 3
	twin := slices.Clone(s)
	lo, hi := split(s, &three)
	lo2, hi2 := splitFunc(twin, &three, cmp.Compare[int])
	require.Equal(t, []int{lo, hi}, []int{lo2, hi2})
	require.Equal(t, []int{0, 80}, []int{lo, hi})
	for i, v := range s {
		require.Equal(t, i >= hi, v == 4)
		require.Equal(t, v, twin[i])
	}
}

// The queue keeps no reference to what has left it, wherever in the queue that was, and keeps the order of the others.
func TestInjector_ClearsPlaces(t *testing.T) {
	for _, removed := range []int{2, 37} {
		var i injector
		i.init(40)
		tasks := make([]*Task, 40)
		for n := range tasks {
			tasks[n] = &Task{}
			tasks[n].root = tasks[n]
			require.NoError(t, i.put(entry{task: tasks[n]}, nil))
		}
		is, _ := i.remove(tasks[removed])
		require.True(t, is)
		full := func() (n int) {
			for _, e := range i.queue {
				if e.task != nil {
					n++
				}
			}
			return n
		}
		require.Equal(t, 39, full())
		require.True(t, slices.Equal(slices.Delete(slices.Clone(tasks), removed, removed+1), i.takeAll()))
		require.Zero(t, full())
		require.NoError(t, i.put(entry{task: tasks[0]}, nil))
		e, _, _ := i.take(false)
		require.Same(t, tasks[0], e.task)
		require.Zero(t, full())
	}
}

// Tasks that were put back and have started elsewhere are dropped in time, and no others. Submissions among the rest count
// as done when the pool is closed at once.
func TestInjector_Compacts(t *testing.T) {
	var i injector
	i.init(1)
	root := &Task{}
	root.root = root
	child := func(status uint32) *Task {
		c := &Task{root: root}
		c.status.Store(status)
		return c
	}
	for n := range 64 {
		i.putBack(child(uint32(n % 2)))
	}
	require.Len(t, i.back, 64)
	i.putBack(root)
	require.Len(t, i.back, 33)
	for _, c := range i.back[:32] {
		require.Equal(t, notStarted, c.status.Load())
	}
	require.Equal(t, 33, i.length())
	require.Len(t, i.takeAll(), 33)
	i.closed.Store(true)
	require.True(t, i.finished(0))
}

// A Join whose second function has run elsewhere cancels nothing. A Join that has failed keeps nothing of that function.
func TestJoin_Ends(t *testing.T) {
	p := opened(t, Options{Workers: 2})
	runsTask(t, p, func(w *Worker) {
		var begun atomic.Bool
		var kept *Task
		Join(w, func(w *Worker) int {
			kept = w.levels[w.depth-1]
			assert.True(t, holds(begun.Load), "no thief comes")
			return 0
		}, func(*Worker) int { begun.Store(true); return 0 })
		assert.Nil(t, kept.abort.Load())

		assert.Panics(t, func() {
			Join(w, func(w *Worker) int {
				kept = w.levels[w.depth-1]
				panic("of the test")
			}, func(*Worker) int { return 0 })
		})
		assert.Nil(t, kept.body.(*closure[int]).g)
	})
}

// The first function of a Join adds a task to an outer scope. That task lies above the second function of the Join in the
// deque. At the end of the Join the second function is over nevertheless.
func TestJoin_BelowATaskOfAScope(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		w.Scope(func(s *Scope) {
			var kept *Task
			Join(w, func(w *Worker) int {
				kept = w.levels[w.depth-1]
				s.Go(w, func(*Worker) {})
				return 0
			}, func(*Worker) int { return 0 })
			assert.True(t, kept.isComplete())
		})
	})
}

// A closure that is used again belongs to the scope in which it is used.
func TestJoin_ReusesItsClosureInAnotherScope(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	none := func(*Worker) int { return 0 }
	runsTask(t, p, func(w *Worker) {
		Join(w, func(w *Worker) int {
			Join(w, none, none)
			return 0
		}, none)
		w.Scope(func(s *Scope) {
			Join(w, func(w *Worker) int {
				assert.Same(t, &s.latch, w.levels[w.depth-1].scope)
				return 0
			}, none)
		})
	})
}

// Two frames are with thieves. The join of the older one drops the newer one, and waits until that has ended.
func TestAwait_DropsNewerFrames(t *testing.T) {
	p := opened(t, Options{Workers: 3})
	var begun [2]atomic.Bool
	var release, over atomic.Bool
	def := Define(func(c *Ctx[int, int], n int) int {
		if n < 2 {
			begun[n].Store(true)
		}
		switch n {
		case 0:
			assert.True(t, holds(release.Load))
		case 1:
			assert.True(t, holds(func() bool { return c.Worker().Err() != nil }), "nobody cancels it")
			over.Store(true)
		default:
			w := c.Worker()
			older := c.Fork(0)
			w.blocking(func() { assert.True(t, holds(begun[0].Load), "no thief comes") })
			c.Fork(1)
			w.blocking(func() { assert.True(t, holds(begun[1].Load), "no other thief comes") })
			release.Store(true)
			c.Await(older)
			assert.True(t, over.Load())
		}
		return n
	})
	_, err := def.Run(context.Background(), p, 2)
	require.NoError(t, err)
}

// The order of frames stays short, however often definitions alternate. A worker that sleeps keeps none of it.
func TestForks_KeepShortOrder(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	leaf := func(*Ctx[*int, int], *int) int { return 0 }
	one, two := Define(leaf), Define(leaf)
	runsTask(t, p, func(w *Worker) {
		a, b := one.In(w), two.In(w)
		for range 100 {
			h := a.Fork(new(int))
			g := b.Fork(new(int))
			b.Join(g)
			a.Join(h)
		}
		for range 100 {
			w.Isolate(func() {})
		}
		assert.Less(t, len(w.segments), 10)
		Join(w, func(*Worker) int { return 0 }, func(*Worker) int { return 0 })
	})
	require.True(t, holds(func() bool { return p.Sleeping() == 1 }))
	for _, level := range p.workers.all()[0].levels {
		require.Nil(t, level)
	}
	for _, s := range p.workers.all()[0].segments[:cap(p.workers.all()[0].segments)] {
		require.Zero(t, s)
	}
}

// Each wait that is asked is asked once, for another blocked worker.
func TestReplacements_AskEachOnce(t *testing.T) {
	var r replacements
	var asked [2]int
	for i := range asked {
		r.addReplaced(&replacedWait{future: &Task{}, ask: func() { asked[i]++ }})
	}
	r.addUnreplaced(&unreplacedWait{})
	r.addUnreplaced(&unreplacedWait{})
	require.Equal(t, [2]int{1, 1}, asked)
}

// Only the context that forks takes the fast path, also if it forks the first frame of a level.
func TestForks_OneContextIsCurrent(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	leaf := func(*Ctx[int, int], int) int { return 0 }
	one, two := Define(leaf), Define(leaf)
	runsTask(t, p, func(w *Worker) {
		Join(w, func(w *Worker) int {
			a, b := one.In(w), two.In(w)
			a.Fork(0)
			assert.Same(t, &w.forks.poll, a.poll)
			b.Fork(0)
			assert.Same(t, &never, a.poll)
			assert.Same(t, &w.forks.poll, b.poll)
			return 0
		}, func(*Worker) int { return 0 })
	})
}

// A new worker has a request from the beginning, because the sleeping workers have not asked it.
func TestWorker_IsAskedAtOnce(t *testing.T) {
	p := opened(t, Options{Workers: 2})
	require.True(t, holds(func() bool { return p.Sleeping() == 2 }))
	p.Resize(3)
	require.True(t, holds(func() bool { return p.Sleeping() == 3 }))
	require.NotZero(t, atomic.LoadUint32(&p.workers.all()[2].poll)&request)
}

// A submission that is not taken at once is watched, also one of TrySubmit.
func TestOverdue_WatchesTrySubmit(t *testing.T) {
	p := opened(t, Options{Workers: 1, Patience: time.Hour})
	var begun, ends atomic.Bool
	require.NoError(t, p.Go(func(*Worker) { begun.Store(true); assert.True(t, holds(ends.Load)) }))
	require.True(t, holds(begun.Load))
	p.StopTimer()
	p.injector.late.armed.Store(false)
	p.injector.late.took(false, false)
	_, err := TrySubmit(context.Background(), p, func(*Worker) (int, error) { return 0, nil })
	require.NoError(t, err)
	require.True(t, p.Watching())
	ends.Store(true)
}

// A trace that has ended keeps no events.
func TestTracer_Ended(t *testing.T) {
	r := &tracer{}
	r.add(traceEvent{})
	events := r.ends()
	require.Len(t, events, 1)
	require.Positive(t, events[0].At)
	r.add(traceEvent{})
	require.Empty(t, r.events)
}

// Nothing keeps a worker of a closed pool.
func TestClosed_KeepsNoWorker(t *testing.T) {
	p := New(Options{Workers: 2})
	w := weak.Make(p.workers.all()[1].handle)
	require.NoError(t, p.Close(context.Background()))
	p = nil
	require.True(t, holds(func() bool { runtime.GC(); return w.Value() == nil }))
}

// The panic of a function that nobody waits for ends the program, if Options.Panicked is not set.
func TestPanicked_Crashes(t *testing.T) {
	before := crash
	told := make(chan *PanicError, 1)
	crash = func(e *PanicError) { told <- e }
	p := New(Options{Workers: 1})
	require.NoError(t, p.Go(func(*Worker) { panic("of the test") }))
	require.Equal(t, "of the test", (<-told).Value)
	require.NoError(t, p.Close(context.Background()))
	crash = before
}

// A call that is dropped keeps its context no longer than one that runs.
func TestFuture_OfADroppedCall(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	var begun, ends atomic.Bool
	require.NoError(t, p.Go(func(*Worker) { begun.Store(true); assert.True(t, holds(ends.Load)) }))
	require.True(t, holds(begun.Load))
	ctx, cancel := context.WithCancel(context.Background())
	f, err := Submit(ctx, p, func(*Worker) (int, error) { return 0, nil })
	require.NoError(t, err)
	cancel()
	_, err = f.Get(context.Background())
	require.ErrorIs(t, err, context.Canceled)
	ends.Store(true)
	require.True(t, holds(func() bool { return p.Sleeping() == 1 }))
	require.Nil(t, f.call.ctx)
}
