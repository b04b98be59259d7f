package pool_test

import (
	"context"
	"testing"

	"github.com/stealproof/stealproof/pool"
)

func BenchmarkRun(b *testing.B) {
	p := pool.New(pool.Options{Workers: 1})
	defer p.Close(context.Background())
	b.ReportAllocs()
	for b.Loop() {
		_, _ = pool.Run(context.Background(), p, func(*pool.Worker) (int, error) { return 1, nil })
	}
}

func BenchmarkGo(b *testing.B) {
	p := pool.New(pool.Options{Workers: 2})
	defer p.Close(context.Background())
	b.ReportAllocs()
	f := func(*pool.Worker) {}
	for b.Loop() {
		_ = p.Go(f)
	}
}
