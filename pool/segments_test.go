package pool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A frame belongs to the task that has forked it, also where a segment is left, below
// its fence, of frames that are gone.
func TestSegments_OldestBelongsToItsTask(t *testing.T) {
	outer, inner := &Task{}, &Task{}
	a := &core{height: func() int { return 6 }, promoted: func() int { return 3 }}
	b := &core{height: func() int { return 1 }, promoted: func() int { return 1 }}
	w := &Worker{segments: []segment{
		{task: outer}, {of: a, start: 0}, {of: b, start: 0}, {of: a, start: 5},
		{task: inner}, {of: a, start: 3},
	}}
	i, fence := w.oldest()
	require.Equal(t, 5, i)
	require.Same(t, inner, fence.task)
}
