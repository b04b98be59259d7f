package pool

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// These tests look inside, at tasks, their frames and their contexts. Each has failed with its line broken.

var errGiven = errors.New("of the test")

// A function that asks for its context again gets the same one, also after an inner function has asked for its own.
func TestContext_IsTheSameAfterAnInnerOne(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	none := func(*Worker) int { return 0 }
	runsTask(t, p, func(w *Worker) {
		c := w.Context()
		Join(w, func(w *Worker) int { w.Context(); return 0 }, none)
		assert.Same(t, c, w.Context())
	})
}

// The context of a task that is cancelled already has ended, and the next fork notices the cancellation, too. The goroutine
// that has cancelled the task has not interrupted the worker yet.
func TestContext_OfACancelledTask(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		w.task.abort.Store(&failure{err: &CancelError{errGiven}})
		defer w.task.abort.Store(nil)
		assert.Equal(t, errGiven, context.Cause(w.Context()))
		assert.True(t, w.interrupted())
		assert.Error(t, w.Err())
	})
}

// A closure that is used again in another tree belongs to that tree. Between two submissions that wait, a worker does not
// scrub.
func TestJoin_ReusesItsClosureInAnotherTree(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	none := func(*Worker) int { return 0 }
	var begun, waits atomic.Bool
	var kept [2]*Task
	var roots, own [2]*Task
	joins := func(n int) func(w *Worker) (int, error) {
		return func(w *Worker) (int, error) {
			if n == 0 {
				begun.Store(true)
				assert.True(t, holds(waits.Load))
			}
			Join(w, func(w *Worker) int {
				Join(w, func(w *Worker) int {
					kept[n] = w.levels[w.depth-1]
					roots[n], own[n] = kept[n].root, w.task
					return 0
				}, none)
				return 0
			}, none)
			return 0, nil
		}
	}
	first, err := Submit(context.Background(), p, joins(0))
	require.NoError(t, err)
	require.True(t, holds(begun.Load))
	second, err := Submit(context.Background(), p, joins(1))
	require.NoError(t, err)
	waits.Store(true)
	for _, f := range []*Future[int]{first, second} {
		_, err := f.Get(context.Background())
		require.NoError(t, err)
	}
	require.Same(t, kept[0], kept[1], "the closure is used again")
	require.NotSame(t, own[0], own[1])
	require.Same(t, own[0], roots[0])
	require.Same(t, own[1], roots[1])
}

// forksPublished forks a frame that is published at once.
func forksPublished[A, R any](w *Worker, c *Ctx[A, R], a A) (h int) {
	w.ask()
	return c.Fork(a)
}

// A frame that was published and taken back leaves a job for the next one, and no reference to itself.
func TestFrames_OfAJobThatIsTakenBack(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	def := Define(func(_ *Ctx[*int, int], n *int) int { return *n })
	runsTask(t, p, func(w *Worker) {
		c, seven := def.In(w), 7
		assert.Equal(t, 7, c.Join(forksPublished(w, c, &seven)))
		job := c.spare
		assert.NotNil(t, job)
		assert.Nil(t, c.jobs[:1][0])
		for _, a := range c.stack[:cap(c.stack)] {
			assert.Nil(t, a)
		}
		h := forksPublished(w, c, &seven)
		assert.Same(t, job, c.jobs[0])
		c.Join(h)
	})
}

// A fork on another goroutine panics, and leaves no frame.
func TestFork_OnAnotherGoroutineLeavesNothing(t *testing.T) {
	if park.Goroutine() == 0 {
		t.Skip("goroutines cannot be told apart")
	}
	p := opened(t, Options{Workers: 1})
	def := Define(func(_ *Ctx[int, int], n int) int { return n })
	runsTask(t, p, func(w *Worker) {
		c, done := def.In(w), make(chan struct{})
		go func() {
			defer close(done)
			assert.PanicsWithValue(t, misplaced, func() { forksPublished(w, c, 1) })
		}()
		<-done
		assert.Zero(t, c.height())
	})
}

// If a second Join has taken an older frame, the next fork that looks panics. A frame at the place of that older one would
// be mistaken for it.
func TestFork_AfterJoiningTwice(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	def := Define(func(_ *Ctx[int, int], n int) int { return n })
	runsTask(t, p, func(w *Worker) {
		c := def.In(w)
		c.Fork(6)
		h := forksPublished(w, c, 7) // publishes the older frame
		assert.Equal(t, 7, c.Join(h))
		assert.Equal(t, 6, c.Join(h))
		assert.PanicsWithValue(t, misjoined, func() { forksPublished(w, c, 8) })
	})
}

// A call on a worker waits until its task is complete, also if another goroutine has claimed the task to drop it.
func TestPerform_WaitsForTheGoroutineThatDrops(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	for name, call := range map[string]func(w *Worker, c *Task) error{
		"in a task":           func(w *Worker, c *Task) error { return w.perform(context.Background(), c) },
		"in Options.Panicked": func(w *Worker, c *Task) error { c.root = c; return w.runOnWorker(c) },
	} {
		t.Run(name, func(t *testing.T) {
			runsTask(t, p, func(w *Worker) {
				c := &newCall(func(*Worker) (int, error) { return 0, nil }).Task
				c.status.Store(nobody)
				var over atomic.Bool
				dropped := make(chan struct{})
				go func() {
					defer close(dropped)
					for c.waiters.Load() == nil && !over.Load() {
						runtime.Gosched()
					}
					c.failure = &failure{err: &CancelError{errGiven}}
					c.finish()
				}()
				var err error
				assert.NotPanics(t, func() { err = call(w, c) })
				over.Store(true)
				<-dropped
				assert.Equal(t, errGiven, err)
			})
		})
	}
}

// The first error ends a loop or a group, and no later one. A part that fails does no further index.
func TestFirstError_EndsOnce(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		calls := 0
		l := &failing{root: &Task{}, each: func(*Worker, int) error { calls++; return errGiven }}
		l.first.Store(&CancelError{errors.New("an earlier one")}) // which has not ended the loop yet
		l.part(w, 0, 2)
		assert.Equal(t, 1, calls)
		assert.Nil(t, l.root.abort.Load())

		w.Scope(func(s *Scope) {
			g := &Group{scope: s}
			g.first.Store(&CancelError{errors.New("an earlier one")})
			g.cancel(w, errGiven)
			assert.Nil(t, s.latch.abort.Load())
		})
	})
}

// The worker of a sequence calls the body itself as soon as 32 elements wait.
func TestForSeq_WaitingElements(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	first := -1
	require.NoError(t, ForSeq(context.Background(), p, func(yield func(int) bool) {
		for i := range 2 * ahead {
			if !yield(i) {
				return
			}
		}
	}, func(_ *Worker, i int) error {
		if first < 0 {
			first = i
		}
		return nil
	}))
	require.Equal(t, ahead, first)
}

// A Scope leaves nothing of itself at the worker, and a dropped task nothing of its function.
func TestScope_LeavesNothing(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		w.Scope(func(*Scope) {})
		assert.Nil(t, w.levels[w.depth])
	})
	c := &scoped{f: func(*Worker) {}}
	c.body = c
	require.True(t, c.discard(&failure{err: &CancelError{errGiven}}))
	require.Nil(t, c.f)
}

// A part of a loop is timed until the parts are as long as they may be, and then one of many.
func TestPace_TimesFew(t *testing.T) {
	p := newPace(0)
	require.True(t, p.timed())
	p.took(1<<14, time.Now().Add(time.Hour))
	require.Equal(t, coarsest, p.grain)
	for range 2 {
		for range untimed {
			require.False(t, p.timed())
		}
		require.True(t, p.timed())
		p.took(1<<14, time.Now().Add(time.Hour))
	}
	p = newPace(0)
	p.most = coarsestFold
	p.took(1<<14, time.Now().Add(time.Hour))
	require.Equal(t, coarsestFold, p.grain)
	for range untimed / 8 {
		require.False(t, p.timed())
	}
	require.True(t, p.timed(), "as many elements as in shorter parts")
	p = newPace(0)
	p.took(1, time.Now().Add(-time.Hour))
	require.Equal(t, 1, p.grain)
	require.True(t, p.timed(), "the next ones may be cheap")
}

// Loops over cheap elements get long parts. A measured part may seem expensive, but hardly all of a thousand loops.
func TestPace_GrowsInLoops(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	in := make([]byte, 1<<10)
	longest := 0
	sees := func(n int) { longest = max(longest, n) }
	for n := 0; n < 1000 && longest < 2; n++ {
		require.NoError(t, For(context.Background(), p, len(in), func(lo, hi int) { sees(hi - lo) }))
	}
	require.Greater(t, longest, 1)
	longest = 0
	fold := func(_ int, part []byte) int { sees(len(part)); return 0 }
	for n := 0; n < 1000 && longest < 2; n++ {
		_, err := ReduceParts(context.Background(), p, in, 0, fold, func(a, b int) int { return a + b })
		require.NoError(t, err)
	}
	require.Greater(t, longest, 1)
}

// The parts of ReduceParts may have more elements than those of a function for one element.
func TestPace_OfReduceParts(t *testing.T) {
	parts := &reduction[byte, int]{whole: func(int, []byte) int { return 0 }}
	require.Equal(t, coarsestFold, parts.pace().most)
	single := &reduction[byte, int]{f: func(int, byte) int { return 0 }}
	require.Equal(t, coarsest, single.pace().most)
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

// A Get that runs its future itself needs no spare.
func TestGet_NeedsNoSpareForAFutureThatItRuns(t *testing.T) {
	if park.Goroutine() == 0 {
		t.Skip("goroutines cannot be told apart")
	}
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		f, err := Submit(context.Background(), w, func(*Worker) (int, error) { return 7, nil })
		assert.NoError(t, err)
		n, err := f.Get(context.Background())
		assert.NoError(t, err)
		assert.Equal(t, 7, n)
	})
	require.Len(t, p.workers.all(), 1)
}

// A function of Go leaves no fence at its worker.
func TestGo_LeavesNoFence(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	segments := make(chan int)
	for range 3 {
		require.NoError(t, p.Go(func(w *Worker) { segments <- len(w.segments) }))
		require.Equal(t, 1, <-segments)
	}
}
