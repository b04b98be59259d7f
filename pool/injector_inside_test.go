package pool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

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
	require.Len(t, i.back.tasks, 64)
	i.putBack(root)
	i.putBack(child(notStarted))
	require.Len(t, i.back.tasks, 33)
	for _, c := range i.back.tasks {
		require.Equal(t, notStarted, c.status.Load())
	}
	require.Equal(t, 34, i.length())
	require.Equal(t, 34, i.waiting((*Task).cause))
	require.Len(t, i.takeAll(), 34)
	i.closed.Store(true)
	require.True(t, i.finished(0))
}

// A lent worker does not look at the tasks that were put back: here it would find nil.
func TestInjector_LooksAtNoTaskInVain(t *testing.T) {
	var i injector
	i.init(1)
	i.back.tasks = make([]*Task, 1000)
	require.False(t, i.holdsSubmission())
	e, _, _ := i.take(true)
	require.Zero(t, e)
	root := &Task{}
	root.root = root
	for range 2 {
		i.putBack(root)
		require.NoError(t, i.put(entry{task: root}, nil))
		for range 2 {
			require.True(t, i.holdsSubmission())
			e, _, _ = i.take(true)
			require.Same(t, root, e.task)
		}
	}
	require.Equal(t, 1000, i.length())
}
