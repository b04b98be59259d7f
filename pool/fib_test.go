package pool_test

import (
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

const N, forks = 30, 1346268

func BenchmarkSerial(b *testing.B) {
	for b.Loop() {
		fib(N)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/forks, "ns/fork")
}

func bench(b *testing.B, d *pool.Def[int, int], workers int) {
	p := pool.New(pool.Options{Workers: workers})
	defer p.Close()
	for b.Loop() {
		if d.Run(p, N) != 832040 {
			b.Fatal("wrong")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/forks, "ns/fork")
}
func BenchmarkTake1(b *testing.B) { bench(b, take, 1) }
func BenchmarkJoin1(b *testing.B) { bench(b, join, 1) }
func BenchmarkTake2(b *testing.B) { bench(b, take, 2) }
func BenchmarkJoin2(b *testing.B) { bench(b, join, 2) }
