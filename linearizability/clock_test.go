package linearizability_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
)

// The clock must not go backwards along a chain of synchronization: two
// goroutines pass a token, each reading the clock while it has it. If one of
// them sees less than the other has read before, recorded intervals could lie.
func TestClock_NeverGoesBackwardsAcrossCores(t *testing.T) {
	for _, clock := range []linearizability.Clock{linearizability.Monotonic(), linearizability.Counter()} {
		t.Run(clock.String(), func(t *testing.T) {
			const turns = 20_000
			var token atomic.Int64 // whose turn it is
			var last atomic.Int64
			var wg sync.WaitGroup
			var backwards [2]int64
			for me := range 2 {
				wg.Go(func() {
					for turn := int64(me); turn < turns; turn += 2 {
						for spins := 0; token.Load() != turn; spins++ {
							if spins > 1000 {
								runtime.Gosched() // the other may have no core
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

// The counter's cost grows with the goroutines that read it, since each reading
// synchronizes with all others; the monotonic clock's does not.
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
