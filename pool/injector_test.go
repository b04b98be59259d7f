package pool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The injector behaves like three lists, from whichever place items are taken.
func TestInjector_IsThreeLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const places = 40
		var i injector
		i.init(places)
		var queue, back, own []*Task
		outside := false // whether the queue is next, if both lists have submissions
		all := func() []*Task { return slices.Concat(back, own, queue) }
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				task := &Task{}
				task.root = task
				err := i.put(entry{task: task}, nil)
				if len(queue) == places {
					require.ErrorIs(t, err, ErrFull)
					return
				}
				require.NoError(t, err)
				queue = append(queue, task)
			},
			"putBack": func(t *rapid.T) {
				task := &Task{root: &Task{}}
				i.putBack(task)
				back = append(back, task)
			},
			"submit": func(*rapid.T) {
				task := &Task{}
				task.root = task
				i.putBack(task)
				own = append(own, task)
			},
			"take": func(t *rapid.T) {
				lent := rapid.Bool().Draw(t, "lent")
				from, turns := &back, len(own) > 0 && len(queue) > 0
				if lent || len(back) == 0 {
					from = &own
					if len(own) == 0 || turns && outside {
						from = &queue
					}
					outside = turns && !outside
				}
				e, _, _ := i.take(lent)
				if len(*from) == 0 {
					require.Zero(t, e)
					return
				}
				require.Same(t, (*from)[0], e.task)
				*from = (*from)[1:]
			},
			"reclaim": func(t *rapid.T) {
				if len(back) > 0 {
					want := rapid.SampledFrom(back).Draw(t, "wanted")
					require.Same(t, want, i.reclaim(func(t *Task) bool { return t == want }))
					back = slices.DeleteFunc(back, func(t *Task) bool { return t == want })
				}
			},
			"remove": func(t *rapid.T) {
				may := slices.Concat(own, queue)
				if len(may) == 0 {
					return
				}
				want := rapid.SampledFrom(may).Draw(t, "wanted")
				removed, _ := i.remove(want)
				for _, list := range []*[]*Task{&own, &queue} {
					n := slices.Index(*list, want)
					near := n >= 0 && (n < 16 || len(*list)-n <= 16)
					if n >= 0 {
						require.Equal(t, near, removed, "%d of %d", n, len(*list))
					}
					if near {
						*list = slices.Delete(slices.Clone(*list), n, n+1)
					}
				}
			},
			"": func(t *rapid.T) {
				require.Equal(t, len(all()) > 0, i.some.Load())
				require.Equal(t, len(queue), i.count)
				require.Equal(t, len(own), i.own.length())
				require.LessOrEqual(t, len(i.own.tasks), 2*len(own)+1)
				require.Equal(t, len(back), i.back.length())
				require.LessOrEqual(t, len(i.back.tasks), 2*len(back)+1)
				require.Equal(t, len(own)+len(queue) > 0, i.holdsSubmission())
			},
		})
	})
}

// A submitter that waits is listed once, however often it asks. When it finds a place it is not listed any more, also if it
// was not its turn.
func TestInjector_ListsASubmitterOnce(t *testing.T) {
	var i injector
	i.init(1)
	e := entry{task: &Task{}}
	require.NoError(t, i.put(e, nil))
	first, second := i.newSubmitter(), i.newSubmitter()
	for _, n := range []*submitter{first, second, second} {
		require.Equal(t, ErrFull, i.put(e, n))
	}
	require.Equal(t, 2, i.waiters.count)
	_, room, _ := i.take(false)
	require.Same(t, first.parker, room)
	require.NoError(t, i.put(e, second))
	require.Zero(t, i.waiters.count)
	require.False(t, second.listed)
}

// A task that was put back and is taken leaves its place empty.
func TestInjector_ClearsThePlaceOfAPutBackTask(t *testing.T) {
	var i injector
	i.init(1)
	for range 4 {
		i.putBack(&Task{root: &Task{}})
	}
	_, _, _ = i.take(false)
	require.Len(t, i.back.tasks, 4)
	require.Nil(t, i.back.tasks[0])
}
