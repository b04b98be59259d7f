package pool_test

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/pool"
)

// busyFor computes for about n turns of a loop.
var busyFor = pool.Define(func(_ *pool.Ctx[int, int], n int) int {
	x := n
	for range n {
		x = x*31 + 7
	}
	return x
})

// BenchmarkForks forks n frames one after the other, beside a thief, and joins them. The time for
// a frame does not depend on n. The parameter between says how long the task computes between two
// forks.
func BenchmarkForks(b *testing.B) {
	for _, between := range []int{0, 2000} {
		for _, n := range []int{100, 10_000, 100_000} {
			b.Run(fmt.Sprintf("between=%d/n=%d", between, n), func(b *testing.B) {
				p := pool.New(pool.Options{Workers: 2})
				defer p.CloseNow(background)
				frames := 0
				for b.Loop() {
					in(p, func(w *pool.Worker) {
						c := busyFor.In(w)
						handles := make([]int, n)
						for i := range handles {
							handles[i] = c.Fork(200)
							if between > 0 {
								c.Join(c.Fork(between))
							}
						}
						for i := n - 1; i >= 0; i-- {
							c.Join(handles[i])
						}
					})
					frames += n
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(frames), "ns/frame")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
