package pool_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A pool that sleeps keeps nothing of what it has run.
func TestKept_NothingOfATask(t *testing.T) {
	p := made(t, pool.Options{Workers: 2})
	var freed atomic.Int32
	const tasks = 50
	for range tasks {
		captured := new([100]int)
		runtime.AddCleanup(captured, func(int) { freed.Add(1) }, 0)
		_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
			a, b := pool.Join(w, func(*pool.Worker) int { return captured[0] }, func(*pool.Worker) int { return captured[1] })
			return a + b, nil
		})
		require.NoError(t, err)
	}
	asleep(t, p)
	until(t, "all that the tasks captured is free", func() bool {
		runtime.GC()
		return freed.Load() == tasks
	})
}
