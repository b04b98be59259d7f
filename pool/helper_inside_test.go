package pool

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// opened returns a pool that the test closes.
func opened(t *testing.T, o Options) *Pool {
	p := New(o)
	t.Cleanup(func() { require.NoError(t, p.Close(context.Background())) })
	return p
}

// runsTask runs f in a task.
func runsTask(t *testing.T, p *Pool, f func(w *Worker)) {
	t.Helper()
	_, err := Run(context.Background(), p, func(w *Worker) (int, error) { f(w); return 0, nil })
	require.NoError(t, err)
}

// holds waits for a condition inside a task.
func holds(condition func() bool) bool {
	for start := time.Now(); !condition(); runtime.Gosched() {
		if time.Since(start) > time.Minute {
			return false
		}
	}
	return true
}
