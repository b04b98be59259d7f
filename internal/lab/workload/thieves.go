package workload

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// plunder steals until it is told to stop. After a number of vain attempts it gives its processor
// away.
func plunder(d wsq.Thief[*item], stop *atomic.Bool) (got tally) {
	for misses := 0; !stop.Load(); {
		if it, r := d.Steal(); r == wsq.Stolen {
			got.add(it)
			misses = 0
			continue
		}
		if misses++; misses%64 == 0 {
			runtime.Gosched()
		}
	}
	return got
}

func measureThieves(p Plan) (Measured, error) {
	const batches = 256 // for each turn
	d, err := newDeque(p.Scheduler, 4*p.Size)
	if err != nil {
		return Measured{}, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p.Workers))
	var stop atomic.Bool
	var all sync.WaitGroup
	stolen := make([]tally, p.Workers-1)
	for i := range stolen {
		all.Go(func() { stolen[i] = plunder(d, &stop) })
	}
	batch := items(p.Size)
	var pushed, got tally
	m, err := turns(p, batches*p.Size, nil, func() error {
		for range batches {
			for _, it := range batch {
				if !d.Push(it) {
					return errors.New("the deque is full")
				}
				pushed.add(it)
			}
			for it, ok := d.Pop(); ok; it, ok = d.Pop() {
				got.add(it)
			}
		}
		return nil
	})
	stop.Store(true)
	all.Wait()
	if err != nil {
		return m, err
	}
	own := got.count
	for _, s := range stolen {
		got.count += s.count
		got.sum += s.sum
	}
	m.Metrics[Share] = float64(got.count-own) / float64(got.count)
	return m, same(got, pushed)
}
