package measure

import (
	"fmt"
	"runtime"
	"time"
)

// fib times whole computations, with as many processors as workers.
func (c Contestant) fib(p Plan, r *Result) error {
	runtime.GOMAXPROCS(p.Workers)
	fib, end := c.Fib(p.Workers)
	defer end()
	want, forks := serial(p.N), serial(p.N+1)-1
	run := func() error {
		if got := fib(p.N); got != want {
			return fmt.Errorf("%s: fib(%d) is %d, not %d", p, p.N, got, want)
		}
		return nil
	}
	if err := run(); err != nil { // the first run grows stacks and fills free lists
		return err
	}
	return repeat(p.For, forks, run, r)
}

// nest only waits for a computation to end.
func (c Contestant) nest(p Plan, r *Result) error {
	fib, _ := c.Fib(p.Workers) // a hanging pool cannot be ended
	result := make(chan int, 1)
	go func() { result <- fib(p.N) }()
	select {
	case got := <-result:
		r.Finished = true
		if want := serial(p.N); got != want {
			return fmt.Errorf("%s: fib(%d) is %d, not %d", p, p.N, got, want)
		}
	case <-time.After(p.For):
	}
	return nil
}

// serial computes fib by iteration, because it must not cost time.
func serial(n int) int {
	a, b := 0, 1
	for range n {
		a, b = b, a+b
	}
	return a
}

// few is the least number of repetitions.
const few = 3

// repeat times runs of the given number of operations, and counts their allocations.
func repeat(span time.Duration, operations int, run func() error, r *Result) error {
	runtime.GC() // earlier garbage is not theirs
	times := make([]float64, 0, 1<<16)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for begin := time.Now(); len(times) < few || len(times) < cap(times) && time.Since(begin) < span; {
		start := time.Now()
		if err := run(); err != nil {
			return err
		}
		times = append(times, float64(time.Since(start))/float64(operations))
	}
	runtime.ReadMemStats(&after)
	n := float64(len(times) * operations)
	bytes, allocations := tenths(float64(after.TotalAlloc-before.TotalAlloc)/n), tenths(float64(after.Mallocs-before.Mallocs)/n)
	r.Bytes, r.Allocations = &bytes, &allocations
	r.summarize(times)
	return nil
}
