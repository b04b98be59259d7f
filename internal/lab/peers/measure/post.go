package measure

import (
	"sync/atomic"
	"time"
)

// flat times how long all tasks take that one goroutine posts. Each task counts itself in one
// place, and the sum shows that each ran as often as it should.
func (c Contestant) flat(p Plan, r *Result) error {
	var left struct {
		_ [64]byte
		atomic.Int64
		_ [64]byte
	}
	done := make(chan struct{}, 1)
	post, end := c.Post(p.Workers, func() {
		if left.Add(-1) == 0 {
			done <- struct{}{}
		}
	})
	defer end()
	run := func(tasks int) {
		left.Store(int64(tasks))
		for range tasks {
			post()
		}
		<-done
	}
	run(p.N/10 + 1)
	return repeat(p.For, p.N, func() error { run(p.N); return nil }, r)
}

// wake times how long a posted task takes to begin while the posting goroutine keeps its
// processor.
func (c Contestant) wake(p Plan, r *Result) {
	start := time.Now()
	var ran atomic.Int64
	post, end := c.Post(p.Workers, func() { ran.Store(int64(time.Since(start))) })
	defer end()
	var times []float64
	for begin := time.Now(); len(times) < few || time.Since(begin) < p.For; {
		compute(Idle)
		ran.Store(0)
		woken := int64(time.Since(start))
		post()
		for ran.Load() == 0 {
		}
		times = append(times, float64(ran.Load()-woken))
	}
	r.summarize(times)
}

// compute keeps a processor busy.
func compute(span time.Duration) {
	for start := time.Now(); time.Since(start) < span; {
	}
}

// rest adds up the processor time of an almost idle pool.
func (c Contestant) rest(p Plan, r *Result) {
	post, end := c.Post(p.Workers, func() {})
	defer end()
	tick := time.NewTicker(Tick)
	defer tick.Stop()
	for range 10 {
		<-tick.C
		post()
	}
	before, known := processorTime()
	start := time.Now()
	for time.Since(start) < p.For {
		<-tick.C
		post()
	}
	took := time.Since(start)
	after, _ := processorTime()
	if known {
		r.summarize([]float64{float64(after-before) / float64(took)})
	}
}
