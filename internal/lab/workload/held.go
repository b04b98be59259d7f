package workload

import (
	"runtime"
	"time"
)

// measureItems measures the memory of the deque itself.
func measureItems(p Plan) (Measured, error) {
	held := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	capacity := 64
	if p.Scheduler == "abp" {
		capacity = p.Size // this deque does not grow
	}
	it, before := &item{}, held()
	d, err := newDeque(p.Scheduler, capacity)
	if err != nil {
		return Measured{}, err
	}
	begun := time.Now()
	for range p.Size {
		d.Push(it)
	}
	took := time.Since(begun)
	bytes := held() - before
	left := 0
	for _, ok := d.Pop(); ok; _, ok = d.Pop() {
		left++
	}
	n := float64(p.Size)
	return Measured{took.Seconds() / n, 1, map[string]float64{Bytes: tenths(bytes / n)}, nil}, same(left, p.Size)
}
