package pool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// runners returns runners that no goroutine runs. They have only each other.
func runners(n int) []*runner {
	p := &shared{}
	p.injector.init(1)
	var all []*runner
	var listed []*searcher
	for number := range n {
		w := &runner{}
		w.init(p, nil, uint32(number), wsq.NewChaseLev[*Task](4))
		all, listed = append(all, w), append(listed, &w.searcher)
	}
	p.workers.list.Store(&workerList{all: listed, victims: listed, active: n})
	return all
}

// does is a body that calls a function and ignores the worker.
type does func()

func (f does) run(*Worker) { f() }

func doing(scope *Task, f func()) *Task {
	t := &Task{body: does(f)}
	if t.root = t; scope != nil {
		t.child(scope, nil)
	}
	return t
}

// A task runs once, on top of the running task. Afterwards the worker is where it was.
func TestRunner_RunsOnTop(t *testing.T) {
	w := runners(1)[0]
	var order []string
	root := doing(nil, func() {
		child := doing(w.task, func() { order = append(order, "child") })
		require.True(t, w.run(child))
		require.False(t, w.run(child), "once")
		order = append(order, "root")
	})
	require.True(t, w.run(root))
	require.Equal(t, []string{"child", "root"}, order)
	require.True(t, root.isComplete())
	require.Zero(t, w.position)
	require.Empty(t, w.segments)
}

// await does not sleep if it can run a task: one from the deque of the worker that has claimed
// the awaited task, or the awaited task itself if no worker has claimed it.
func TestRunner_AwaitHelps(t *testing.T) {
	all := runners(2)
	w, v := all[0], all[1]
	root := doing(nil, func() {
		ran := 0
		left := doing(w.task, func() { ran++ })
		awaited := doing(w.task, func() {})
		require.True(t, v.deque.Push(left))
		require.True(t, awaited.claim(v.number+1))
		left.body = does(func() { ran++; awaited.finish() }) // the owner's end of the awaited task
		w.await(awaited)
		require.Equal(t, 1, ran)
		queued := doing(w.task, func() { ran++ })
		w.await(queued)
		require.Equal(t, 2, ran)
	})
	w.run(root)
	require.Nil(t, root.failure)
}

// A task that panics cancels the tasks that it has forked, and not its siblings. A child of a
// cancelled task does not begin.
func TestRunner_Cancels(t *testing.T) {
	w := runners(1)[0]
	var child *Task
	failing := doing(nil, func() {
		child = doing(w.task, func() { t.Error("a cancelled task runs") })
		panic("boom")
	})
	w.run(failing)
	var e *PanicError
	require.ErrorAs(t, failing.failure.err, &e)
	require.Equal(t, "boom", e.Value)
	require.True(t, w.interrupted(), "no worker was told to check for a cancel")
	w.run(child)
	require.True(t, child.isComplete())
	require.Same(t, failing.failure, child.failure)
	other := doing(nil, func() {
		w.checkCancel()
		require.False(t, w.interrupted(), "the running task is not cancelled")
	})
	w.run(other)
	require.Nil(t, other.failure)
}

// blockOn runs nothing, and leaves the worker's tasks to others.
func TestRunner_BlockOn(t *testing.T) {
	w := runners(1)[0]
	w.run(doing(nil, func() {
		queued, awaited := doing(w.task, func() { t.Error("blockOn ran a task") }), doing(w.task, func() {})
		require.True(t, w.deque.Push(queued))
		go func() {
			awaited.claim(nobody)
			awaited.finish()
		}()
		w.blockOn(awaited)
		require.Same(t, queued, w.pool.injector.reclaim(func(*Task) bool { return true }))
	}))
}

// blockOn discards the cancelled tasks in the queue. All other workers may be blocked.
func TestRunner_BlockOnDiscards(t *testing.T) {
	w := runners(1)[0]
	w.run(doing(nil, func() {
		scope := doing(w.task, nil)
		scope.abort.Store(&failure{err: &CancelError{ErrClosed}})
		queued, awaited := doing(scope, func() { t.Error("a cancelled task runs") }), doing(w.task, func() {})
		w.pool.injector.putBack(queued)
		require.True(t, awaited.claim(nobody))
		awaited.finish()
		w.blockOn(awaited)
		require.True(t, queued.isComplete())
	}))
}
