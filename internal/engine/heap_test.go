package engine

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// A long search seldom collects the garbage of its executions. A short one leaves the heap as it is.
func TestHeap(t *testing.T) {
	defer func(executions int) { heap.executions = executions }(heap.executions)
	heap.executions, heap.ballast = 0, strings.Builder{}
	var garbage []byte
	size := 1
	search := func(executions int) {
		Search(func() { garbage = make([]byte, size) }, Options{Strategy: strategy.NewRandom(1), Executions: executions})
	}
	search(ballastAfter - 1)
	require.Zero(t, heap.ballast.Cap())
	search(1)
	require.GreaterOrEqual(t, heap.ballast.Cap(), ballastSize)
	search(ballastAfter)
	require.Less(t, heap.ballast.Cap(), 2*ballastSize, "there is one for all searches")

	const percent, executions = 400, 256
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	runtime.GC()
	was := collections()
	size = 1 << 20
	search(executions)
	require.LessOrEqual(t, collections()-was, executions*size/(ballastSize*percent/100)+1)
	runtime.KeepAlive(garbage)
}

func collections() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.NumGC)
}
