package linearizability_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
)

// The clock must not go backwards along a chain of synchronization, or recorded intervals
// could be wrong. Two goroutines pass a token, and each reads the clock while it has the
// token. No reading may be smaller than the one before.
func TestClock_NeverGoesBackwardsAcrossCores(t *testing.T) {
	for _, clock := range []linearizability.Clock{linearizability.Monotonic(), linearizability.Counter()} {
		t.Run(clock.String(), func(t *testing.T) {
			const turns = 20_000
			var token atomic.Int64 // the number of the current turn
			var last atomic.Int64
			var wg sync.WaitGroup
			var backwards [2]int64
			for me := range 2 {
				wg.Go(func() {
					for turn := int64(me); turn < turns; turn += 2 {
						for spins := 0; token.Load() != turn; spins++ {
							if spins > 1000 {
								runtime.Gosched() // the other goroutine may need the core
							}
						}
						now := clock.Now()
						if now < last.Load() {
							backwards[me]++
						}
						last.Store(now)
						token.Store(turn + 1)
					}
				})
			}
			wg.Wait()
			require.Zero(t, backwards[0]+backwards[1])
			t.Logf("%d hand-overs; a step of at most %v, %v a reading", turns, linearizability.Granularity(clock), linearizability.Cost(clock))
		})
	}
}

// The counter costs more with more goroutines, because each reading synchronizes with all
// others. The monotonic clock does not.
func BenchmarkClock(b *testing.B) {
	for _, clock := range []linearizability.Clock{linearizability.Monotonic(), linearizability.Counter()} {
		b.Run(clock.String(), func(b *testing.B) {
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					clock.Now()
				}
			})
		})
	}
}
