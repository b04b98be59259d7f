package pool

import (
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// These tests look inside, at how workers search, sleep, and come and go. Each has failed with its line broken.

// listsSleeper lists a sleeper that belongs to no worker.
func listsSleeper(l *sleepers, k kind, others int) *sleeper {
	w := &sleeper{parker: park.New()}
	l.beginSearch(k)
	l.announce(w, k, others)
	return w
}

// A submitter that blocks next wakes the sleeper that suits it, wherever that is in the list.
func TestSleepers_WakeTheOneThatSuits(t *testing.T) {
	l := &sleepers{}
	suits := listsSleeper(l, idle, 0)
	require.Equal(t, blocks, suits.suits)
	require.Equal(t, computes, listsSleeper(l, idle, 1).suits)
	require.Same(t, suits, l.pick(nil, blocks))
}

// Wakes for a task of an isolated part count, too.
func TestSleepers_CountWakesOfAPart(t *testing.T) {
	l, part := &sleepers{}, &isolation{}
	w := &sleeper{parker: park.New(), part: part}
	l.announce(w, helping, 0)
	l.wakeIsolated(part)
	require.EqualValues(t, 1, l.wakeCount())
}

// A thief that takes several tasks wakes a worker for those that it does not run. It may have found them in its first look,
// after which no search ends.
func TestSteal_WakesAWorkerForMore(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		v := newWorker(p.state, 1)
		c := &scoped{f: func(*Worker) {}}
		c.body = c
		c.child(w.task, nil)
		assert.True(t, v.deque.Push(&c.Task))
		listsSleeper(&p.sleepers, idle, 0)
		w.stealMore(&v.searcher)
		stolen, ok := w.deque.Pop()
		assert.True(t, ok)
		assert.Same(t, &c.Task, stolen)
		assert.Zero(t, p.Sleeping())
		p.sleepers.endSearch(idle)
	})
}

// A new worker looks for tasks as soon as one was submitted. It has not been woken for that one if it was about to sleep.
func TestCrowd_LooksAfterASubmission(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	w := newWorker(p.state, 1)
	w.fresh = true
	require.True(t, w.unused())
	runsTask(t, p, func(*Worker) {})
	require.False(t, w.unused())
	require.False(t, w.fresh)
}

// With many workers, or spares, a search has fewer rounds.
func TestCrowd_Rounds(t *testing.T) {
	for _, c := range []struct{ crowd, target, want int }{
		{manyWorkers, 0, 16}, {2 * manyWorkers, 0, 8}, {1 << 20, 0, 1}, {4, 4, 16}, {4, 2, 8}, {64, 2, besideSpares},
	} {
		w := &searcher{pool: &shared{sweeps: 16}, crowd: c.crowd, target: c.target}
		require.Equal(t, c.want, w.rounds(), "%+v", c)
	}
	p := opened(t, Options{Workers: 1})
	require.Equal(t, 6, newWorker(p.state, 5).crowd)
	runsTask(t, opened(t, Options{Workers: 2}), func(w *Worker) {
		w.crowd, w.target = 100, 100
		assert.Equal(t, 1, w.requestAll())
		assert.Equal(t, []int{2, 2}, []int{w.crowd, w.target})
	})
}

// A worker that is to search looks before it sleeps.
func TestSearch_LooksBeforeItSleeps(t *testing.T) {
	w := &searcher{pool: &shared{sweeps: 3}}
	require.Equal(t, 3, w.sweeps())
	w.spin = spinPolicy{long: true, usedLong: true, shortPauses: 2}
	w.spin.fallsAsleep()
	require.Equal(t, spinPolicy{required: 2}, w.spin)
	w.spin = spinPolicy{long: true, usedLong: true, required: 4}
	w.spin.wakes(true)
	require.Equal(t, spinPolicy{long: true, shortPauses: 1, required: 1}, w.spin)
}

// A worker clears the places of old tasks once, and not after each task.
func TestScrub_Once(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	w := newWorker(p.state, 1)
	w.dirty, w.unscrubbed = true, 7
	w.scrub(nil)
	require.False(t, w.dirty)
	require.Zero(t, w.unscrubbed)
}

// A worker has woken a goroutine if another one waited for the task that it has run.
func TestRun_SaysWhetherItWoke(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		for _, waited := range []bool{false, true} {
			c := &scoped{f: func(*Worker) {}}
			c.body = c
			c.child(w.task, nil)
			if waited {
				assert.True(t, c.register(park.New()))
			}
			w.woke = false
			assert.True(t, w.run(&c.Task))
			assert.Equal(t, waited, w.woke)
		}
	})
}

// A waiting worker looks for no other task after it has run the awaited one itself.
func TestAwait_RunsTheTaskOnly(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		var c [2]*scoped
		for i := range c {
			c[i] = &scoped{f: func(*Worker) {}}
			c[i].body = c[i]
			c[i].child(w.task, nil)
		}
		assert.True(t, w.deque.Push(&c[1].Task))
		w.await(&c[0].Task)
		assert.True(t, c[0].isComplete())
		other, ok := w.deque.Pop()
		assert.True(t, ok, "the worker has run another task")
		assert.Same(t, &c[1].Task, other)
	})
}

// A pool of many workers is open after New.
func TestNew_HasOpened(t *testing.T) {
	p := opened(t, Options{Workers: manyWorkers + 1})
	p.registry.mu.Lock()
	defer p.registry.mu.Unlock()
	require.False(t, p.registry.opening)
}

// The timers of a new pool do not run.
func TestNew_TimersRest(t *testing.T) {
	p := opened(t, Options{Workers: 1, Patience: time.Minute})
	require.False(t, p.stalls.timer.Stop())
	require.False(t, p.injector.late.timer.Stop())
}

// The largest number of workers is allowed. A closed pool starts none.
func TestResize_ToTheLimit(t *testing.T) {
	p := New(Options{Workers: 1})
	require.NoError(t, p.Close(context.Background()))
	require.NotPanics(t, func() { p.Resize(workersLimit / 2) })
	require.Panics(t, func() { p.Resize(workersLimit/2 + 1) })
}

// No worker is lent to a pool whose workers have left.
func TestLend_NoneAfterTheLast(t *testing.T) {
	p := New(Options{Workers: 1})
	require.NoError(t, p.Close(context.Background()))
	require.False(t, p.staysOpen())
	require.False(t, p.registry.lend(p.state))
}

// If no worker has taken a submission for long, the next one gets a worker at once, and not when the timer rings.
func TestLend_AtOnce(t *testing.T) {
	p := opened(t, Options{Workers: 1, Patience: time.Hour})
	require.True(t, holds(func() bool { return p.Sleeping() == 1 }))
	var busy, over atomic.Bool
	require.NoError(t, p.Go(func(*Worker) {
		busy.Store(true)
		assert.True(t, holds(over.Load))
	}))
	require.True(t, holds(busy.Load))
	before := len(p.workers.all())
	p.injector.late.none()
	_, err := Submit(context.Background(), p, func(*Worker) (int, error) { return 0, nil })
	after := len(p.workers.all())
	over.Store(true)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, []int{before, after})
}

// The workers of a closed pool are no surplus: they need not look whether they may go on standby.
func TestClosing_LeavesNoSurplus(t *testing.T) {
	p := New(Options{Workers: 2})
	var busy atomic.Int32
	var over atomic.Bool
	for range 2 {
		require.NoError(t, p.Go(func(*Worker) {
			busy.Add(1)
			assert.True(t, holds(over.Load))
		}))
	}
	require.True(t, holds(func() bool { return busy.Load() == 2 }))
	p.Resize(1)
	require.EqualValues(t, 1, p.registry.surplus.Load())
	p.state.close()
	require.Zero(t, p.registry.surplus.Load())
	over.Store(true)
	require.NoError(t, p.Close(context.Background()))
}

// A pool is not stalled if its last submission was dropped, or if a worker was woken between two looks.
func TestStall_Signs(t *testing.T) {
	p := New(Options{Workers: 1, Spares: -1, StallAfter: time.Hour})
	var blocked, over atomic.Bool
	require.NoError(t, p.Go(func(w *Worker) {
		w.Blocking(func() {
			blocked.Store(true)
			assert.True(t, holds(over.Load))
		})
	}))
	require.True(t, holds(blocked.Load))
	require.Positive(t, p.workers.refused.Load())
	require.NoError(t, p.Go(func(*Worker) { t.Error("the task was not dropped") }))
	before, _, _ := p.stalled()
	require.NotNil(t, before)
	p.sleepers.mu.Lock()
	p.sleepers.wakes++
	p.sleepers.mu.Unlock()
	after, _, _ := p.stalled()
	require.NotNil(t, after)
	require.False(t, slices.Equal(before, after))
	p.abandon()
	after, _, _ = p.stalled()
	require.Nil(t, after, "no submission waits")
	over.Store(true)
	require.NoError(t, p.Close(context.Background()))
	require.Zero(t, p.workers.refused.Load())
}

// The timer for stalls stays stopped after the last worker has left.
func TestStall_TimerEnds(t *testing.T) {
	s := &stalls{after: time.Hour, timer: time.AfterFunc(time.Hour, func() {})}
	s.end()
	s.watch()
	require.False(t, s.timer.Stop())
}

// A submitter that gives up passes its free place on. If another submission has taken the place, the others keep their
// order.
func TestInjector_GivesUp(t *testing.T) {
	i := &injector{}
	i.init(1)
	var n [3]*submitter
	require.NoError(t, i.put(entry{task: &Task{}}, nil))
	for k := range n {
		n[k] = i.newSubmitter()
		require.Equal(t, ErrFull, i.put(entry{task: &Task{}}, n[k]))
	}
	_, room, _ := i.take(false)
	require.Same(t, n[0].parker, room)
	require.Same(t, n[1].parker, i.giveUp(n[0]))
	require.NoError(t, i.put(entry{task: &Task{}}, nil))
	require.Nil(t, i.giveUp(n[1]), "there is no place")
	require.True(t, n[2].listed)
}

// Neighbouring ranges of a loop's rest are taken together.
func TestRest_JoinsNeighbours(t *testing.T) {
	r := newRest(&division{}, &atomic.Int64{})
	r.add(4, 8)
	r.add(0, 4)
	r.add(8, 9)
	lo, hi := r.take(100)
	require.Equal(t, []int{0, 9}, []int{lo, hi})
}

// A worker that has run a future in place of a blocked one is replaced again.
func TestReplacements_GoOnReplaced(t *testing.T) {
	p := opened(t, Options{Workers: 1, Spares: 1})
	runsTask(t, p, func(w *Worker) {
		done := &Task{}
		done.status.Store(complete)
		w.blocking(func() {
			w.runAsReplacement(done)
			assert.Equal(t, replaced, w.workState)
		})
		assert.Equal(t, active, w.workState)
	})
}

// A stolen frame counts as stolen. One that its own worker takes does not. All counts are there when the pool is closed.
func TestStats_CountStolenFrames(t *testing.T) {
	p := New(Options{Workers: 2})
	var ran atomic.Bool
	def := Define(func(*Ctx[int, int], int) int { ran.Store(true); return 0 })
	runsTask(t, p, func(w *Worker) {
		c := def.In(w)
		w.ask()
		h := c.Fork(1)
		assert.True(t, holds(ran.Load), "no thief comes")
		c.Join(h)
	})
	require.NoError(t, p.Close(context.Background()))
	require.EqualValues(t, 1, p.Stats().Stolen)

	one := New(Options{Workers: 1})
	runsTask(t, one, func(w *Worker) {
		c := def.In(w)
		w.ask()
		h := c.Fork(1)
		assert.NotNil(t, w.steal(&w.searcher, w.task))
		c.Join(h)
	})
	require.NoError(t, one.Close(context.Background()))
	require.Zero(t, one.Stats().Stolen)
}

// A worker that finds a task of its tree after it has slept helps, too.
func TestStats_CountHelpsOfASearch(t *testing.T) {
	p := New(Options{Workers: 2})
	var begun, ran atomic.Bool
	runsTask(t, p, func(w *Worker) {
		Join(w, func(*Worker) int {
			assert.True(t, holds(begun.Load), "no thief comes")
			return 0
		}, func(thief *Worker) int {
			begun.Store(true)
			assert.True(t, holds(func() bool { return p.Sleeping() == 1 }), "the other worker does not sleep")
			Join(thief, func(*Worker) int {
				assert.True(t, holds(ran.Load), "nobody helps")
				return 0
			}, func(*Worker) int { ran.Store(true); return 0 })
			return 0
		})
	})
	require.NoError(t, p.Close(context.Background()))
	require.EqualValues(t, 1, p.Stats().Helps)
}

// No spare works while Options.Panicked runs on a worker that the pool recognizes.
func TestPanicked_NeedsNoSpare(t *testing.T) {
	if park.Goroutine() == 0 {
		t.Skip("goroutines cannot be told apart")
	}
	var blocked atomic.Int32
	var p *Pool
	p = opened(t, Options{Workers: 1, Panicked: func(*PanicError) { blocked.Store(p.registry.blocked.Load() + 1) }})
	require.NoError(t, p.Go(func(*Worker) { panic("of the test") }))
	require.True(t, holds(func() bool { return blocked.Load() != 0 }))
	require.EqualValues(t, 1, blocked.Load())
}

// A search is traced if it has rounds. A worker that has woken a goroutine searches without any.
func TestSearch_IsTraced(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		done := &Task{root: w.task.root}
		done.status.Store(complete)
		for _, woke := range []bool{false, true} {
			stop, err := p.Trace(io.Discard)
			assert.NoError(t, err)
			events := p.tracer.Load()
			w.woke = woke
			assert.Nil(t, w.search(done))
			events.mu.Lock()
			searched := slices.ContainsFunc(events.events, func(e traceEvent) bool { return e.Name == "search" })
			assert.Equal(t, traceLimit+1, cap(events.events), "a list that grows delays workers")
			events.mu.Unlock()
			assert.NoError(t, stop())
			assert.Equal(t, !woke, searched)
		}
	})
}

// A long search that ends in sleep was in vain, so the next one needs more short pauses.
func TestSearch_InVain(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		awaited := &Task{root: w.task.root}
		awaited.status.Store(nobody)
		assert.True(t, awaited.register(w.parker))
		parks := p.Stats().Parks
		go func() {
			assert.True(t, holds(func() bool { return p.Stats().Parks > parks }), "the worker does not sleep")
			awaited.finish()
		}()
		w.woke, w.spin = false, spinPolicy{long: true, required: 1}
		assert.Nil(t, w.search(awaited))
		assert.Equal(t, 2, w.spin.required)
	})
}

// keepsSome reports whether a call leaves something in a pool of values. Such a pool may drop a value, but hardly a hundred.
func keepsSome(pool *sync.Pool, call func()) bool {
	for range 100 {
		if call(); pool.Get() != nil {
			return true
		}
	}
	return false
}

// Calls that wait leave their parkers for the next ones.
func TestParkers_AreKept(t *testing.T) {
	p := opened(t, Options{Workers: 1, Queue: 1})
	require.True(t, keepsSome(&p.parkers, func() { runsTask(t, p, func(*Worker) {}) }), "Run")
	var parkers sync.Pool
	require.True(t, keepsSome(&parkers, func() {
		c := &Task{}
		go func() {
			assert.True(t, holds(func() bool { return c.waiters.Load() != nil }))
			c.finish()
		}()
		assert.NoError(t, c.wait(context.Background(), &parkers, nil))
	}), "a wait")
	require.True(t, keepsSome(&parkers, func() {
		c := &Task{}
		c.waiters.Store(closed) // it is complete now
		assert.NoError(t, c.wait(context.Background(), &parkers, nil))
	}), "a wait for a task that is just complete")

	var busy, over atomic.Bool
	require.NoError(t, p.Go(func(*Worker) { busy.Store(true); assert.True(t, holds(over.Load)) }))
	require.True(t, holds(busy.Load))
	require.NoError(t, p.Go(func(*Worker) {}))
	ended, end := context.WithCancel(context.Background())
	end()
	kept := keepsSome(&p.injector.submitters, func() { assert.Error(t, p.submitSlowly(ended, entry{f: func(*Worker) {}})) })
	over.Store(true)
	require.True(t, kept, "a submitter that waits for room")
}

// Stats costs one allocation, as documented.
func TestStats_AllocatesOnce(t *testing.T) {
	p := opened(t, Options{Workers: 4})
	require.True(t, holds(func() bool { return p.Sleeping() == 4 }))
	require.EqualValues(t, 1, testing.AllocsPerRun(100, func() { p.Stats() }))
}

// A worker on standby sleeps, and is busy again when it is needed.
func TestStandby_IsCounted(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	w := newWorker(p.state, 1)
	r := &registry{}
	r.init(&workerSet{})
	go func() {
		assert.True(t, holds(func() bool {
			r.mu.Lock()
			defer r.mu.Unlock()
			return slices.Contains(r.standby, w)
		}))
		r.mu.Lock()
		r.standby = nil
		r.mu.Unlock()
		w.parker.Unpark()
	}()
	r.mu.Lock()
	r.rest(w)
	r.mu.Unlock()
	require.EqualValues(t, 1, w.counted.parks.load())
	require.Equal(t, busy, w.counted.doing)
}

// A woken worker searches again, also if its first search had no rounds.
func TestSearch_AfterAWake(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		awaited := &Task{root: w.task.root}
		awaited.status.Store(nobody)
		assert.True(t, awaited.register(w.parker))
		stop, err := p.Trace(io.Discard)
		assert.NoError(t, err)
		events := p.tracer.Load()
		parks := p.Stats().Parks
		go func() {
			assert.True(t, holds(func() bool { return p.Stats().Parks > parks }), "the worker does not sleep")
			w.parker.Unpark()
			assert.True(t, holds(func() bool { return p.Stats().Parks > parks+1 }), "the worker does not sleep again")
			awaited.finish()
		}()
		w.woke = true
		assert.Nil(t, w.search(awaited))
		events.mu.Lock()
		assert.True(t, slices.ContainsFunc(events.events, func(e traceEvent) bool { return e.Name == "search" }))
		events.mu.Unlock()
		assert.NoError(t, stop())
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

// A pool that closes gives a worker that blocks a spare. One that is in the place of another blocked worker does not count.
func TestRegistry_SparesOfAClosedPool(t *testing.T) {
	p := New(Options{Workers: 1, Spares: 2})
	var blocks, over atomic.Bool
	require.NoError(t, p.Go(func(w *Worker) {
		w.Blocking(func() {
			blocks.Store(true)
			assert.True(t, holds(over.Load))
		})
	}))
	require.True(t, holds(blocks.Load))
	replaced := make(chan bool)
	require.NoError(t, p.Go(func(w *Worker) {
		p.close()
		replaced <- w.Blocking(func() {})
	}))
	require.True(t, <-replaced)
	over.Store(true)
	require.NoError(t, p.Close(context.Background()))
}

// A worker that is lent to a pool that closes counts as one that has not left.
func TestRegistry_StaysOpen(t *testing.T) {
	s := stopped()
	s.alive.Store(1)
	require.True(t, s.staysOpen())
	require.EqualValues(t, 2, s.alive.Load())
}

// A worker on standby keeps no references to old tasks.
func TestRegistry_StandbyScrubs(t *testing.T) {
	s := stopped()
	w := newWorker(s, 0)
	w.dirty = true
	rested := make(chan struct{})
	go func() {
		defer close(rested)
		s.registry.mu.Lock()
		defer s.registry.mu.Unlock()
		s.registry.rest(w)
	}()
	require.True(t, holds(func() bool {
		s.registry.mu.Lock()
		defer s.registry.mu.Unlock()
		return len(s.registry.standby) > 0
	}))
	s.registry.releaseAll()
	w.parker.Unpark()
	<-rested
	require.False(t, w.dirty)
}

// A waiting worker is in the list of its task once, however many other tasks it runs meanwhile.
func TestRunner_AwaitRegistersOnce(t *testing.T) {
	w := runners(1)[0]
	w.run(doing(nil, func() {
		awaited, other, listed := doing(w.task, func() {}), doing(w.task, func() {}), 0
		require.True(t, awaited.claim(nobody))
		sleeps := func() bool { return w.pool.sleepers.state.Load() == oneHelps }
		go func() {
			assert.True(t, holds(sleeps), "the worker does not sleep")
			w.pool.injector.putBack(other)
			w.pool.sleepers.notify(other.root, computes)
			assert.True(t, holds(other.isComplete), "the worker does not help")
			assert.True(t, holds(sleeps), "the worker does not sleep again")
			listed = awaited.awaitedBy()
			awaited.finish()
		}()
		w.await(awaited)
		require.Equal(t, 1, listed)
	}))
}
