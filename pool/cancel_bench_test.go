package pool_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stealproof/stealproof/pool"
)

// BenchmarkCancel measures the time from the end of a context until Run returns, while the workers
// fork. One processor is idle, or none.
func BenchmarkCancel(b *testing.B) {
	for _, workers := range []int{max(1, runtime.GOMAXPROCS(0)-1), runtime.GOMAXPROCS(0)} {
		b.Run(fmt.Sprintf("workers=%d/cancel", workers), func(b *testing.B) {
			benchCancel(b, workers, func() (context.Context, *time.Time) {
				ctx, cancel := context.WithCancel(context.Background())
				ended := new(time.Time)
				time.AfterFunc(2*time.Millisecond, func() {
					*ended = time.Now()
					cancel()
				})
				return ctx, ended
			})
		})
		b.Run(fmt.Sprintf("workers=%d/deadline", workers), func(b *testing.B) {
			benchCancel(b, workers, func() (context.Context, *time.Time) {
				ended := time.Now().Add(2 * time.Millisecond)
				ctx, cancel := context.WithDeadline(context.Background(), ended)
				context.AfterFunc(ctx, cancel)
				return ctx, &ended
			})
		})
	}
}

// benchCancel reports the median and the longest lateness.
func benchCancel(b *testing.B, workers int, begin func() (context.Context, *time.Time)) {
	p := pool.New(pool.Options{Workers: workers})
	defer p.Close(context.Background())
	var late []time.Duration
	for b.Loop() {
		ctx, ended := begin()
		_, err := join.Run(ctx, p, 60) // far longer than the context
		late = append(late, time.Since(*ended))
		if err == nil {
			b.Fatal("the tree was not cancelled")
		}
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2].Microseconds()), "median-us")
	b.ReportMetric(float64(late[len(late)-1].Microseconds()), "max-us")
}
