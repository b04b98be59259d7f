package workload

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkTwins compares each program, with forks that are plain calls, with its serial twin, in
// turns. The ratio is the cost of the program's form, independent of the scheduler.
func BenchmarkTwins(b *testing.B) {
	for _, of := range []struct {
		kernel string
		size   int
	}{{"lu", 256}, {"lu", 1024}, {"strassen", 256}, {"uts", 500}, {"grains", 1}, {"fib", 27}} {
		k, err := Find(of.kernel)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%s/%d", of.kernel, of.size), func(b *testing.B) {
			c := k.New(of.size)
			timed := func(run func()) time.Duration {
				c.Ready()
				start := time.Now()
				run()
				return time.Since(start)
			}
			var forks, twin []float64
			for b.Loop() {
				forks = append(forks, timed(func() { c.Parallel(oneThread{}) }).Seconds())
				twin = append(twin, timed(c.Serial).Seconds())
			}
			b.ReportMetric(median(forks)/median(twin), "of-the-twin")
			b.ReportMetric(0, "ns/op")
		})
	}
}
