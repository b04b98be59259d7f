//go:build unix

package pool_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/stealproof/stealproof/pool"
)

// BenchmarkRest measures a loop whose 2,000 calls wait for a millisecond each, 66 at once. It prints
// the processor time of all threads for a wait.
func BenchmarkRest(b *testing.B) {
	const n = 2000
	p := newPool(b, 2)
	loop := func() {
		err := pool.ForEachErr(bg, p, n, func(w *pool.Worker, _ int) error {
			w.Blocking(func() { time.Sleep(time.Millisecond) })
			return nil
		}, pool.Grain(1))
		if err != nil {
			b.Fatal(err)
		}
	}
	loop() // starts the spares
	begun := processor()
	for b.Loop() {
		loop()
	}
	b.ReportMetric(float64(processor()-begun)/float64(n*b.N), "cpu-ns/wait")
}

// processor returns the processor time of the process.
func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
