package pool

import (
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
