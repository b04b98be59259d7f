package workload

import (
	"sync"
	"sync/atomic"
	"testing"
)

// BenchmarkLocality runs the program heat on two goroutines that wait for each other after each
// step. In one variant each goroutine keeps its half, and in the other they swap halves in every
// second step. Rows that the other processor wrote last come from its cache.
func BenchmarkLocality(b *testing.B) {
	const n, steps = 512, 20
	for name, change := range map[string]int{"the same halves": 0, "halves that change": 1} {
		b.Run(name, func(b *testing.B) {
			plates := [2]matrix[float64]{newMatrix[float64](n), newMatrix[float64](n)}
			for b.Loop() {
				var arrived atomic.Int64
				var both sync.WaitGroup
				for me := range 2 {
					both.Go(func() {
						for s := range steps {
							half := (me + s*change) % 2
							spread(plates[s%2], plates[1-s%2], half*n/2, (half+1)*n/2)
							arrived.Add(1)
							for arrived.Load() < int64(2*(s+1)) {
							}
						}
					})
				}
				both.Wait()
			}
		})
	}
}
