package pool_test

import (
	"context"
	"testing"

	"github.com/stealproof/stealproof/pool"
)

func fibTake(c *pool.Ctx[int, int], n int) int {
	if n < 2 {
		return n
	}
	h := c.Fork(n - 2)
	a := fibTake(c, n-1)
	if c.Take(h) {
		return a + fibTake(c, n-2)
	}
	return a + c.Await(h)
}

func fibJoin(c *pool.Ctx[int, int], n int) int {
	if n < 2 {
		return n
	}
	h := c.Fork(n - 2)
	a := fibJoin(c, n-1)
	return a + c.Join(h)
}

var take, join = pool.Define(fibTake), pool.Define(fibJoin)

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func fibClosure(w *pool.Worker, n int) int {
	if n < 2 {
		return n
	}
	a, b := pool.Join(w,
		func(w *pool.Worker) int { return fibClosure(w, n-1) },
		func(w *pool.Worker) int { return fibClosure(w, n-2) })
	return a + b
}

const N, forks = 30, 1346268

func BenchmarkSerial(b *testing.B) {
	for b.Loop() {
		fib(N)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/forks, "ns/fork")
}

func bench(b *testing.B, d *pool.Def[int, int], workers int) {
	p := pool.New(pool.Options{Workers: workers})
	defer p.Close(context.Background())
	b.ReportAllocs()
	for b.Loop() {
		if r, err := d.Run(context.Background(), p, N); r != 832040 || err != nil {
			b.Fatal("wrong", r, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/forks, "ns/fork")
}
func BenchmarkTake1(b *testing.B) { bench(b, take, 1) }
func BenchmarkJoin1(b *testing.B) { bench(b, join, 1) }
func BenchmarkTake2(b *testing.B) { bench(b, take, 2) }
func BenchmarkJoin2(b *testing.B) { bench(b, join, 2) }

func benchClosure(b *testing.B, workers int) {
	p := pool.New(pool.Options{Workers: workers})
	defer p.Close(context.Background())
	b.ReportAllocs()
	const n, f = 25, 121392
	for b.Loop() {
		r, err := pool.Run(context.Background(), p, func(w *pool.Worker) (int, error) { return fibClosure(w, n), nil })
		if r != 75025 || err != nil {
			b.Fatal("wrong", r, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/f, "ns/fork")
}
func BenchmarkClosure1(b *testing.B) { benchClosure(b, 1) }
func BenchmarkClosure2(b *testing.B) { benchClosure(b, 2) }
