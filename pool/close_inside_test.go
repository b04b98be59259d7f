package pool

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"
)

// The list of open pools has a pool from New to the end of Close.
func TestOpenPools(t *testing.T) {
	p := New(Options{Workers: 1})
	listed := func() bool { return slices.Contains(*openPools.all.Load(), p.state) }
	require.True(t, listed())
	require.NoError(t, p.Close(context.Background()))
	require.False(t, listed())
	require.True(t, p.stalls.ended.Load())
}

// Nothing keeps a worker of a closed pool.
func TestClosed_KeepsNoWorker(t *testing.T) {
	p := New(Options{Workers: 2})
	w := weak.Make(p.workers.all()[1].handle)
	require.NoError(t, p.Close(context.Background()))
	p = nil
	require.True(t, holds(func() bool { runtime.GC(); return w.Value() == nil }))
}
