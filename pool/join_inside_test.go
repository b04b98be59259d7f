package pool

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A Scope that has ended well has not failed.
func TestScope_EndsWell(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		var kept *Scope
		w.Scope(func(s *Scope) { kept = s })
		assert.Nil(t, kept.latch.abort.Load())
	})
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

// A Join that fails leaves no closure for reuse: it may be cancelled, or be the scope of a task that is still queued. Nor does a
// Join whose first function has asked for its context.
func TestJoin_LeavesNoClosureThatOthersMayUse(t *testing.T) {
	runsTask(t, opened(t, Options{Workers: 1}), func(w *Worker) {
		Join(w, leaf(1), leaf(2))
		kept := w.levels[w.depth]
		assert.NotNil(t, kept)
		assert.Panics(t, func() { Join(w, func(*Worker) int { panic("of the test") }, leaf(2)) })
		assert.Nil(t, w.levels[w.depth])
		assert.Nil(t, kept.body.(*closure[int]).g, "it keeps what its function has captured")
		Join(w, func(w *Worker) int { w.Context(); return 1 }, leaf(2))
		assert.Nil(t, w.levels[w.depth])
	})
}

// A closure that is used again in an isolated part belongs to that part.
func TestJoin_ReusesItsClosureInAnIsolatedPart(t *testing.T) {
	runsTask(t, opened(t, Options{Workers: 1}), func(w *Worker) {
		Join(w, leaf(1), leaf(2))
		kept := w.levels[w.depth]
		w.Isolate(func() {
			Join(w, func(w *Worker) int {
				assert.Same(t, kept, w.levels[w.depth-1])
				assert.NotNil(t, w.inside)
				assert.Same(t, w.inside, kept.inside)
				return 1
			}, leaf(2))
		})
	})
}

// At the end of a Join, a worker takes an older task from its deque, and puts it back. It wakes another worker, because a thief
// may have looked meanwhile.
func TestJoin_WakesAWorkerForATaskThatItPutsBack(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	runsTask(t, p, func(w *Worker) {
		older := &scoped{f: func(*Worker) {}}
		older.body = older
		older.child(w.task, nil)
		assert.True(t, w.deque.Push(&older.Task))
		listsSleeper(&p.sleepers, idle, 0)
		assert.False(t, w.popped(&Task{}))
		assert.Zero(t, p.Sleeping())
		p.sleepers.endSearch(idle)
		left, ok := w.deque.Pop()
		assert.True(t, ok)
		assert.Same(t, &older.Task, left)
	})
}
