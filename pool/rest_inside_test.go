package pool

import (
	"context"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// A worker enters the rest of a loop once, until it leaves.
func TestRest_EnteredOnce(t *testing.T) {
	r, w := newRest(&division{}, &atomic.Int64{}), &Worker{}
	for range 2 {
		require.True(t, r.enter(w))
		require.False(t, r.enter(w))
		r.leave(w)
	}
}

// After a call of body has blocked, the worker takes ever more indices of the rest at a time, and offers the halves to others.
func TestRest_TakesEverMore(t *testing.T) {
	p := opened(t, Options{Workers: 1, Spares: -1})
	least, most := math.MaxInt, 0
	require.NoError(t, ForWorker(context.Background(), p, 64, func(w *Worker, lo, _ int) {
		if lo == 0 {
			w.Blocking(func() {})
			return
		}
		frames := parts.in(w).height()
		least, most = min(least, frames), max(most, frames)
	}, Grain(1)))
	require.Greater(t, most, least)
}
