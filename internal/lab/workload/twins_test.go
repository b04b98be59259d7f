package workload

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkTwins is how much longer programs take with forks that are calls than their serial
// twins, in turns: what the form of the program costs, whoever schedules it.
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
