package workload

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/wsq"
)

// measureLatency measures Latency. The thief signals after a steal that found nothing, and then
// the owner pushes. So the thief has left its request, if the deque knows requests.
func measureLatency(p Plan) (Measured, error) {
	d, err := newDeque(p.Scheduler, 256)
	if err != nil {
		return Measured{}, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p.Workers))
	var looked, got atomic.Uint64 // the number of the tried steal, and of the last successful one
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
		for !d.Push(it) { // a bounded deque frees its slots when its owner finds nothing
			d.Pop()
		}
		await(&got, k)
		took = append(took, time.Since(begun).Seconds())
	}
	stop.Store(true)
	thief.Wait()
	return Measured{median(took), len(took), nil, nil}, nil
}

// await waits until a counter has reached a value.
func await(c *atomic.Uint64, k uint64) {
	for spins := 1; c.Load() < k; spins++ {
		if spins%4096 == 0 {
			runtime.Gosched()
		}
	}
}
