package pool_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A worker that waits for a future under a context that cannot end runs it itself, if no other worker has begun it.
func TestFuture_GetRunsItself(t *testing.T) {
	needsIdentity(t)
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		var by *pool.Worker
		f, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) { by = w; return 0, nil })
		assert.NoError(t, err)
		_, err = f.Get(background)
		assert.NoError(t, err)
		assert.Same(t, w, by)
	}))
}
