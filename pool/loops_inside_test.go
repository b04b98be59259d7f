package pool

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A part of a failed loop does nothing more, also on the worker that has not failed.
func TestFor_StopsOnEachWorker(t *testing.T) {
	p := opened(t, Options{Workers: 2})
	var calls, together atomic.Int32
	l := &loop{grain: 1}
	l.body = func(_ *Worker, lo, _ int) {
		calls.Add(1)
		together.Add(1)
		assert.True(t, holds(func() bool { return together.Load() >= 2 }), "no other worker takes a part")
		if lo == 0 {
			panic("of the test")
		}
		assert.True(t, holds(l.failed), "the loop does not fail")
	}
	require.Panics(t, func() { _, _ = parts.Run(context.Background(), p, part{l, 0, 1 << 10}) })
	require.EqualValues(t, 2, calls.Load())
}
