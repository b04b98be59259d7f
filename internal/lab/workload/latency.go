package workload

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/wsq"
)

// measureLatency has a thief say that it has looked in vain before the owner pushes, so that
// it has left its request where the deque knows requests.
func measureLatency(p Plan) (Measured, error) {
	d, err := newDeque(p.Scheduler, 256)
	if err != nil {
		return Measured{}, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p.Workers))
	var looked, got atomic.Uint64 // which steal is tried, and which was done last
	var stop atomic.Bool
	var thief sync.WaitGroup
	thief.Go(func() {
		for k := uint64(1); !stop.Load(); {
			switch it, r := d.Steal(); {
			case r == wsq.Stolen && it.id == k:
				got.Store(k)
				k++
			case r == wsq.Stolen:
				panic("another item was stolen than the one that was pushed")
			case r == wsq.Empty && looked.Load() < k:
				looked.Store(k)
			}
		}
	})
	took := make([]float64, 0, 1<<20)
	for start, k := time.Now(), uint64(1); len(took) < 3 || len(took) < cap(took) && time.Since(start) < p.For; k++ {
		it := &item{k}
		await(&looked, k)
		begun := time.Now()
		for !d.Push(it) { // it is bounded, and gets its slots back when its owner finds nothing
			d.Pop()
		}
		await(&got, k)
		took = append(took, time.Since(begun).Seconds())
	}
	stop.Store(true)
	thief.Wait()
	return Measured{median(took), len(took), nil, nil}, nil
}

// await waits until a counter is so far.
func await(c *atomic.Uint64, k uint64) {
	for spins := 1; c.Load() < k; spins++ {
		if spins%4096 == 0 {
			runtime.Gosched()
		}
	}
}
