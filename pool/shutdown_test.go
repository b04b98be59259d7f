package pool_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// Resize may come in the middle of Close, when all workers have left.
func TestShutdown_Resize(t *testing.T) {
	t.Parallel()
	for range many(2000, 500_000) {
		p := pool.New(pool.Options{Workers: 1})
		var both sync.WaitGroup
		both.Go(func() { p.Resize(2) })
		both.Go(func() { p.Resize(3) })
		both.Go(func() { require.NoError(t, p.Close(background)) })
		both.Wait()
		require.Zero(t, p.Alive())
	}
}
