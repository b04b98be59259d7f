package pool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A worker looks at its own deque, then at the submissions, and then at all others, of whom it
// begins with another one each time.
func TestLook_LocalGlobalSteal(t *testing.T) {
	const others = 3
	firsts := map[*Task]bool{}
	p, workers := newParts(1+others, 4, chaseLev)
	root := &Task{}
	root.root = root
	task := func() *Task { return &Task{root: root} }
	local, global := task(), task()
	var far []*Task
	for _, v := range workers[1:] {
		u := task()
		far = append(far, u)
		require.True(t, v.deque.Push(u))
	}
	for range 100 {
		require.NoError(t, p.injector.put(entry{task: global}, nil))
		require.True(t, workers[0].deque.Push(local))
		require.Same(t, local, workers[0].look(nil))
		require.Same(t, global, workers[0].look(nil))
		var got []*Task
		for range others {
			got = append(got, workers[0].look(nil))
		}
		require.ElementsMatch(t, far, got)
		require.Nil(t, workers[0].look(nil))
		firsts[got[0]] = true
		for i, u := range far {
			require.True(t, workers[1+i].deque.Push(u))
		}
	}
	require.Len(t, firsts, others)
}
