package pool

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A worker whose task has ended its goroutine goes on with a new one, and reports on stalls name that one.
func TestLine_OfANewGoroutine(t *testing.T) {
	p := opened(t, Options{Workers: 1})
	var lines [2]string
	for i := range lines {
		runsTask(t, p, func(w *Worker) {
			w.blocking(func() {
				lines[i] = goroutineLine()
				assert.Equal(t, lines[i], *w.lineSeen.Load())
			})
		})
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = Run(context.Background(), p, func(*Worker) (int, error) { runtime.Goexit(); return 0, nil })
		}()
		<-done
		// The worker's goroutine ends like the task's: the worker needs a new one.
		require.NoError(t, p.Go(func(*Worker) { runtime.Goexit() }))
	}
	require.NotEqual(t, lines[0], lines[1])
}

// A stack that ends behind the call of Blocking names no place.
func TestCallOf_ACutStack(t *testing.T) {
	const stack = "goroutine 7 [running]:\ngithub.com/stealproof/stealproof/pool.(*Worker).withSpare(0x1)\n\tx.go:1 +0x1\nmain.f()"
	require.Empty(t, callOf(stack, "goroutine 7 "))
	require.Equal(t, "main.f y.go:2", callOf(stack+"\n\ty.go:2 +0x1", "goroutine 7 "))
}
