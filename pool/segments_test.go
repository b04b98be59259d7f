package pool

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// countedFrames is a stack of frames that only counts them.
type countedFrames struct{ all, jobs int }

func (c *countedFrames) height() int        { return c.all }
func (c *countedFrames) promoted() int      { return c.jobs }
func (c *countedFrames) cut(from int)       { c.all, c.jobs = from, min(from, c.jobs) }
func (*countedFrames) blocks(*atomic.Int64) {}

func (*countedFrames) pending(*Task) (int, bool) { return 0, false }
func (c *countedFrames) scrub()                  {}

func (c *countedFrames) promote(scope *Task, inside *isolation) *Task {
	c.jobs++
	t := &Task{}
	t.child(scope, inside)
	return t
}

// A frame belongs to the task that has forked it. This also holds if a stale segment, whose
// frames are gone, is left below the task's fence.
func TestSegments_OldestBelongsToItsTask(t *testing.T) {
	outer, inner := &Task{}, &Task{}
	a := &core{frames: &countedFrames{all: 6, jobs: 3}}
	b := &core{frames: &countedFrames{all: 1, jobs: 1}}
	w := &forks{segments: []segment{
		{task: outer}, {of: a, start: 0}, {of: b, start: 0}, {of: a, start: 5},
		{task: inner}, {of: a, start: 3},
	}}
	i, fence := w.oldest()
	require.Equal(t, 5, i)
	require.Same(t, inner, fence.task)
}

// Where the frames of two definitions meet, the frames that were forked first are the oldest.
func TestSegments_OldestOfTwoDefinitions(t *testing.T) {
	task := &Task{}
	a := &core{frames: &countedFrames{all: 2}}
	b := &core{frames: &countedFrames{all: 2}}
	w := &forks{segments: []segment{
		{task: task}, {of: a, start: 0}, {of: b, start: 0}, {of: a, start: 1}, {of: b, start: 1},
	}}
	for _, want := range []int{1, 2, 3, 4} {
		i, fence := w.oldest()
		require.Equal(t, want, i)
		require.Same(t, task, fence.task)
		w.segments[i].of.frames.promote(task, nil)
	}
	i, _ := w.oldest()
	require.Equal(t, -1, i, "all frames have a job")
}

// A context that forks again goes on with its own segment. Segments whose frames are gone leave the order.
func TestSegments_OfGoneFrames(t *testing.T) {
	a, b := &core{frames: &countedFrames{}}, &core{frames: &countedFrames{}}
	w := &forks{}
	fork := func(c *core) {
		c.frames.(*countedFrames).all++
		if w.current != c {
			w.settle(c)
		}
	}
	join := func(c *core) { c.frames.(*countedFrames).all-- }
	fork(a)
	fork(b)
	fork(a)
	join(a)
	join(b)
	fork(a) // the segment of b is below that of the newest frame of a
	fork(b)
	require.Len(t, w.segments, 4)
	join(b)
	join(a)
	fork(a)
	require.Len(t, w.segments, 1)
}
