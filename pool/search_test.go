package pool

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// searchers returns searchers that have only each other and a queue of submissions.
func searchers(n, places int) (*shared, []*searcher) {
	p := &shared{sweeps: 1}
	p.injector.init(places)
	var all []*searcher
	for number := range n {
		w := &searcher{}
		w.init(p, nil, uint32(number), wsq.NewChaseLev[*Task](4))
		all = append(all, w)
	}
	p.workers.list.Store(&workerList{all: all, victims: all, active: n})
	return p, all
}

// A worker looks at its own deque, then at the submissions, and then at all other deques. It
// begins with another victim each time.
func TestLook_LocalGlobalSteal(t *testing.T) {
	const others = 3
	firsts := map[*Task]bool{}
	p, workers := searchers(1+others, 4)
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

// A waiting worker takes only tasks of its tree. It puts back tasks of other trees, for all
// workers.
func TestLook_AWaiterStaysInItsTree(t *testing.T) {
	p, workers := searchers(2, 4)
	w, v := workers[0], workers[1]
	mine, others := &Task{}, &Task{}
	mine.root, others.root = mine, others
	awaited, sibling, foreign := &Task{root: mine}, &Task{root: mine}, &Task{root: others}
	require.True(t, awaited.claim(v.number+1))
	require.NoError(t, p.injector.put(entry{task: others}, nil))
	for _, u := range []*Task{foreign, sibling} {
		require.True(t, v.deque.Push(u))
	}
	require.Same(t, sibling, w.look(awaited), "the oldest task is of another tree")
	require.Same(t, foreign, w.look(nil), "a task that was put back comes before submissions")
	require.Same(t, others, w.look(nil))
}

// A search ends with a task that others have published. It ends at once when the pool is closed.
func TestSearch_Ends(t *testing.T) {
	p, workers := searchers(2, 4)
	w, v := workers[0], workers[1]
	root := &Task{}
	root.root = root
	found := make(chan *Task)
	go func() { found <- w.search(nil) }()
	for p.sleepers.state.Load() != oneSleeps {
		runtime.Gosched()
	}
	require.Equal(t, request, atomic.LoadUint32(&v.poll), "the sleeper has not asked all others for frames")
	v.slot.Store(root)
	p.sleepers.notify(root, computes)
	require.Same(t, root, <-found)
	require.Zero(t, p.sleepers.state.Load())
	p.injector.shut()
	require.Nil(t, w.search(nil))
	require.Zero(t, p.sleepers.state.Load())
}

// A worker that puts an isolated task back wakes the workers that wait in its part, even if
// another worker is searching. It leaves the other waiting workers of the tree asleep.
func TestPass_WakesThePart(t *testing.T) {
	p, workers := searchers(4, 4)
	root, part := &Task{}, &isolation{}
	root.root = root
	asleep := func(w *searcher, in *isolation) *sleeper {
		w.helps, w.part = root, in
		p.sleepers.announce(&w.sleeper, helping, 3)
		return &w.sleeper
	}
	first, second, outside := asleep(workers[0], part), asleep(workers[1], part), asleep(workers[2], nil)
	p.sleepers.beginSearch(idle) // so notify wakes nobody
	workers[3].pass(&Task{root: root, inside: part})
	for _, s := range []*sleeper{first, second} {
		require.False(t, p.sleepers.retract(s, helping, false), "it was not woken")
	}
	require.True(t, p.sleepers.retract(outside, helping, false), "it was woken, and may not run the task")
	p.sleepers.endSearch(idle)
	require.Zero(t, p.sleepers.state.Load())
}

// A worker that ends its search wakes one that waits in the same tree: that of the found task, or its own if it waits itself.
func TestFound_WakesInTheTree(t *testing.T) {
	for _, k := range []kind{idle, helping} {
		p, workers := searchers(3, 4)
		w, root := workers[0], &Task{}
		root.root = root
		waits := &workers[1].sleeper
		waits.helps = root
		p.sleepers.announce(waits, helping, 2)
		p.sleepers.beginSearch(k)
		if k == idle {
			w.found(idle, &Task{root: root})
		} else {
			w.task = root
			w.found(helping, nil)
		}
		require.False(t, p.sleepers.retract(waits, helping, false), "it was not woken")
	}
}

// The worker that runs the awaited task may be so new that it is not in the list that the waiting worker has read.
func TestLook_AWorkerThatIsNotListed(t *testing.T) {
	_, workers := searchers(2, 4)
	root := &Task{}
	root.root = root
	awaited := &Task{root: root}
	require.True(t, awaited.claim(uint32(len(workers))+1))
	require.Nil(t, workers[0].look(awaited))
}

// A task that is put back is discarded if it is cancelled. For any other one a worker is woken.
func TestPass_DiscardsOrWakes(t *testing.T) {
	p, workers := searchers(2, 4)
	root := &Task{}
	root.root = root
	cancelled, other := &Task{root: root}, &Task{root: root}
	cancelled.abort.Store(&failure{err: &CancelError{ErrClosed}})
	workers[0].pass(cancelled)
	require.True(t, cancelled.isComplete())
	p.sleepers.beginSearch(idle)
	p.sleepers.announce(&workers[1].sleeper, idle, 1)
	workers[0].pass(other)
	require.False(t, other.isComplete())
	require.False(t, p.sleepers.retract(&workers[1].sleeper, idle, false), "it was not woken")
}

// A worker that waits in an isolated part leaves the deques of other workers alone.
func TestSteal_IsolatedLeavesDequesAlone(t *testing.T) {
	_, workers := searchers(2, 4)
	w, v, root := workers[0], workers[1], &Task{}
	root.root = root
	w.inside = &isolation{}
	other := &Task{root: root}
	require.True(t, v.deque.Push(other))
	require.Nil(t, w.steal(v, &Task{root: root}))
	left, ok := v.deque.Pop()
	require.True(t, ok)
	require.Same(t, other, left)
}

// A worker counts the other active ones before it sleeps, also if it asks nobody because it is new.
func TestSearch_CountsTheOthers(t *testing.T) {
	_, workers := searchers(3, 4)
	for _, fresh := range []bool{true, false} {
		workers[0].fresh = fresh
		require.Equal(t, 2, workers[0].requestAll())
	}
}

// A worker whose wait is over is busy again, whether it has slept or not.
func TestSearch_EndsBusy(t *testing.T) {
	p, workers := searchers(2, 4)
	w, root := workers[0], &Task{}
	root.root, w.task = root, root
	over := &Task{root: root}
	over.status.Store(complete)
	require.Nil(t, w.search(over))
	require.Equal(t, busy, w.counted.doing)
	awaited := &Task{root: root}
	awaited.status.Store(nobody)
	require.True(t, awaited.register(w.parker))
	go func() {
		for p.sleepers.state.Load() != oneHelps {
			runtime.Gosched()
		}
		awaited.finish()
	}()
	require.Nil(t, w.search(awaited))
	require.Equal(t, busy, w.counted.doing)
}
