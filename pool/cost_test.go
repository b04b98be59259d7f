package pool_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
)

// A fork whose frame nobody steals allocates nothing in the long run.
func TestCost_ForksAllocateNothing(t *testing.T) {
	p := made(t, pool.Options{Workers: 1})
	require.Nil(t, in(p, func(w *pool.Worker) {
		c := join.In(w)
		c.Join(c.Fork(1))
		assert.Zero(t, testing.AllocsPerRun(1000, func() { c.Join(c.Fork(1)) }))
	}))
}

// The cost of a worker's Submit does not depend on the length of the queue.
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
				until(b, "all tasks are done", func() bool { return p.Sleeping() == 1 })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/task")
		})
	}
}

// This is the cost of a trace for a task that is a slice of its own.
func BenchmarkTrace(b *testing.B) {
	const tasks = 50_000 // few enough for the trace to hold
	for _, traced := range []bool{false, true} {
		b.Run(fmt.Sprintf("traced=%v", traced), func(b *testing.B) {
			p := made(b, pool.Options{Workers: 1})
			for b.Loop() {
				stop := func() error { return nil }
				if traced {
					b.StopTimer()
					var err error
					stop, err = p.Trace(io.Discard)
					require.NoError(b, err)
					b.StartTimer()
				}
				in(p, func(w *pool.Worker) {
					w.Scope(func(s *pool.Scope) {
						for range tasks {
							s.Go(w, func(*pool.Worker) {})
						}
					})
				})
				b.StopTimer()
				require.NoError(b, stop())
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/tasks, "ns/task")
		})
	}
}
