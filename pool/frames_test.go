package pool

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/wsq"
)

var echoes = Define(func(_ *Ctx[int, int], n int) int { return n })

// alone returns a worker that runs a task and has no pool.
func alone() *Worker {
	_, workers := newParts(2, 1, noDeque)
	w := workers[0]
	root := newCall(func(*Worker) (int, error) { return 0, nil })
	root.root = &root.Task
	w.task = &root.Task
	w.fence(w.task, nil, false)
	return w
}

// For any mix of fork, promotion, steal and join: a handle finds the frame that it was made for.
// The fast path takes no frame that others may have.
func TestFrames_AreAStack(t *testing.T) {
	type frame struct {
		value, handle int
		job           *Task // nil if it is not promoted
		stolen        bool
	}
	rapid.Check(t, func(t *rapid.T) {
		w := alone()
		c := echoes.In(w)
		var stack []frame
		published := -1 // the index of the frame in the slot, or -1
		values, promoted := 0, 0
		t.Repeat(map[string]func(*rapid.T){
			"fork": func(t *rapid.T) {
				values++
				w.poll = 0 // no thief has asked: see promote
				stack = append(stack, frame{value: values, handle: c.Fork(values)})
			},
			"promote": func(t *rapid.T) {
				if promoted == len(stack) || published >= 0 {
					t.Skip()
				}
				w.promote(&w.recorder)
				published, promoted = promoted, promoted+1
				stack[published].job = w.slot.Load()
				require.NotNil(t, stack[published].job)
			},
			"steal": func(t *rapid.T) {
				if published < 0 {
					t.Skip()
				}
				j := w.slot.Swap(nil).body.(*job[int, int])
				j.result = -j.arg
				j.status.Store(complete)
				stack[published].stolen, published = true, -1
			},
			"take": func(t *rapid.T) {
				if len(stack) == 0 {
					t.Skip()
				}
				top := stack[len(stack)-1]
				if top.job != nil {
					require.False(t, c.Take(top.handle), "a thief may have it")
				} else if c.Take(top.handle) {
					stack = stack[:len(stack)-1]
				}
			},
			"join": func(t *rapid.T) {
				if len(stack) == 0 {
					t.Skip()
				}
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				want := top.value
				if top.stolen {
					want = -want
				}
				require.Equal(t, want, c.Join(top.handle))
				if top.job != nil {
					promoted--
				}
				if published == len(stack) {
					published = -1
				}
			},
			"": func(t *rapid.T) {
				require.Equal(t, len(stack), c.height())
				require.Equal(t, promoted, c.promoted())
				seen := map[int]bool{}
				for p, f := range stack {
					require.Equal(t, p, c.position(f.handle))
					require.False(t, seen[f.handle], "two frames have one handle")
					seen[f.handle] = true
				}
			},
		})
		require.LessOrEqual(t, c.shift, len(stack)+1)
	})
}

// The task of the second half of a Join is reused, unless a task in its scope may still be
// queued. That is so if the first half has published a frame, or if the deque had no room for
// the second half.
func TestHalves_UsedAgain(t *testing.T) {
	half := func(deque func() wsq.Deque[*Task], f func(*Worker) int) *Task {
		w := alone()
		w.deque = deque()
		Join(w, f, leaf(1))
		return w.levels[0]
	}
	require.NotNil(t, half(chaseLev, leaf(1)))
	require.Nil(t, half(noDeque, leaf(1)))
	require.Nil(t, half(chaseLev, func(w *Worker) int {
		c := echoes.In(w)
		h := c.Fork(1)
		w.promote(&w.recorder)
		return c.Join(h)
	}))
}

// No frame moves more than once.
func TestFrames_MoveOnce(t *testing.T) {
	const n = 1000
	w := alone()
	c := echoes.In(w)
	var handles []int
	fork := func() { handles = append(handles, c.Fork(len(handles))) }
	serve := func() { w.promote(&w.recorder); w.slot.Store(nil) }
	for range n {
		fork()
	}
	for range n {
		serve()
	}
	require.Equal(t, 1, c.shift, "all frames move at once")
	for range n {
		fork()
		serve()
	}
	require.Equal(t, n+1, c.shift)
	for p := range n {
		// Each frame moved when it was promoted. It does not move again with the later
		// frames.
		require.Equal(t, n+p, c.stack[n+p+1+p], "the frames below have not moved with it")
	}
}

// A context is listed once, however often it becomes the current one.
func TestForks_ListEachContextOnce(t *testing.T) {
	w := newWorker(stopped(), 0)
	w.task = &Task{}
	c := &Define(func(*Ctx[int, int], int) int { return 0 }).In(w).core
	for range 3 {
		w.settle(c)
		w.settle(nil)
	}
	require.Len(t, w.used, 1)
}

// A handle that no frame has finds none, also if it lies between the handles of two frames.
func TestFrames_HandleOfNoFrame(t *testing.T) {
	w := alone()
	c := echoes.In(w)
	for n := range 3 {
		c.Fork(n)
	}
	w.promote(&w.recorder)
	newest := c.Fork(3)
	require.Equal(t, 4, newest, "the frames have moved")
	require.Equal(t, 3, c.position(newest))
	require.Equal(t, -1, c.position(3))
}

// Frames that are promoted and joined again and again above another promoted frame need no more room, and no more marks.
func TestFrames_PromotedAgainAndAgain(t *testing.T) {
	w := alone()
	c := echoes.In(w)
	c.Fork(0)
	w.promote(&w.recorder)
	w.slot.Store(nil)
	for n := range 100 {
		h := c.Fork(n)
		w.promote(&w.recorder)
		require.Equal(t, n, c.Join(h))
		require.LessOrEqual(t, c.shift, 2)
		require.LessOrEqual(t, len(c.marks), 2)
	}
}

// A frame is promoted when the one above it was joined. The next frame finds its handle.
func TestFrames_PromotedBelowAJoinedOne(t *testing.T) {
	w := alone()
	c := echoes.In(w)
	c.Fork(0)
	w.promote(&w.recorder)
	w.slot.Store(nil)
	c.Fork(1)
	require.Equal(t, 2, c.Await(c.Fork(2)))
	w.promote(&w.recorder)
	require.Equal(t, 2, c.position(c.Fork(3)))
}

// If a second Join of a handle has taken an older frame, the Join of a still older one panics.
func TestFrames_AwaitAfterJoiningTwice(t *testing.T) {
	w := alone()
	c := echoes.In(w)
	oldest := c.Fork(5)
	c.Fork(6)
	newest := c.Fork(7)
	for range 2 {
		w.promote(&w.recorder)
		w.slot.Store(nil)
	}
	require.Equal(t, 7, c.Join(newest))
	require.Equal(t, 6, c.Join(newest), "the older frame is at the index in the handle")
	require.PanicsWithValue(t, misjoined, func() { c.Join(oldest) })
}

// toldArgument records what it is told.
type toldArgument struct{ told *[]bool }

func (a *toldArgument) blocks(promoted bool, _ *atomic.Int64) { *a.told = append(*a.told, promoted) }

func (a *toldArgument) empty() bool { return false }

// The arguments of all frames learn that their worker blocks, also that of a promoted frame.
func TestFrames_LearnThatTheWorkerBlocks(t *testing.T) {
	w := alone()
	c := Define(func(*Ctx[toldArgument, int], toldArgument) int { return 0 }).In(w)
	var told []bool
	for range 2 {
		c.Fork(toldArgument{&told})
	}
	w.promote(&w.recorder)
	w.forks.blocks()
	require.Equal(t, []bool{true, false}, told)
}

// A worker that scrubs keeps no job, which would keep an argument.
func TestFrames_ScrubDropsTheSpareJob(t *testing.T) {
	w := alone()
	c := echoes.In(w)
	h := c.Fork(1)
	w.promote(&w.recorder)
	c.Join(h)
	require.NotNil(t, c.spare)
	c.scrub()
	require.Nil(t, c.spare)
}

// In an isolated part, no frame from before can be joined. After the part it can.
func TestFrames_AroundAnIsolatedPart(t *testing.T) {
	w := alone()
	c := echoes.In(w)
	h := c.Fork(7)
	w.Isolate(func() {
		require.NotNil(t, w.inside)
		require.PanicsWithValue(t, misjoined, func() { c.Await(h) })
	})
	require.Nil(t, w.inside)
	require.Equal(t, 7, c.Join(h))
}

// The first fork after an isolated part enters the order of frames, although the same context has forked last.
func TestFrames_AfterAnIsolatedPart(t *testing.T) {
	w := alone()
	c := echoes.In(w)
	w.Isolate(func() { c.Fork(1) })
	c.Fork(2)
	oldest, _ := w.oldest()
	require.Equal(t, 1, oldest, "behind the fence of the task")
}
