package pool_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A fork whose frame nobody takes costs no allocation in the long run.
func TestCost_ForksAllocateNothing(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := join.In(w)
		c.Join(c.Fork(1))
		assert.Zero(t, testing.AllocsPerRun(1000, func() { c.Join(c.Fork(1)) }))
	}))
}

// What a worker submits costs the same however much is queued.
func BenchmarkSubmitOnAWorker(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := made(b, pool.Options{Workers: 1})
			for b.Loop() {
				in(p, func(w *pool.Worker) {
					for range n {
						_, err := pool.Submit(background, w, func(*pool.Worker) (int, error) { return 0, nil })
						if err != nil {
							b.Error(err)
						}
					}
				})
				until(b, "all are done", func() bool { return p.Sleeping() == 1 })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/task")
		})
	}
}
