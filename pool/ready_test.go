package pool_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// All workers have begun when New returns, also where nobody else has run meanwhile.
func TestNew_WorkersAreReady(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	looping := func() int {
		stacks := make([]byte, 1<<20)
		return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "pool.(*Worker).loop(")
	}
	before := looping()
	p := pool.New(pool.Options{Workers: 8})
	require.Equal(t, 8, looping()-before)
	require.NoError(t, p.Close(context.Background()))
}
