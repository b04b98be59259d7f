package pool_test

import (
	"context"
	"regexp"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// When New returns, all its workers have begun, even if nothing else has let them run.
func TestNew_WorkersAreReady(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	before := looping()
	p := pool.New(pool.Options{Workers: 8})
	ready := 0
	for w := range looping() {
		if !before[w] {
			ready++
		}
	}
	require.Equal(t, 8, ready)
	require.NoError(t, p.Close(context.Background()))
}

var loop = regexp.MustCompile(`pool\.\(\*Worker\)\.loop\((0x[0-9a-f]+)`)

// looping returns the addresses of the workers that are in their loops. They may include workers
// of other tests that are about to end.
func looping() map[string]bool {
	stacks := make([]byte, 1<<20)
	all := map[string]bool{}
	for _, m := range loop.FindAllSubmatch(stacks[:runtime.Stack(stacks, true)], -1) {
		all[string(m[1])] = true
	}
	return all
}
