package pool_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stealproof/stealproof/pool"
)

// Each benchmark compares a loop with its plain twin. The two take turns, since the speed of the
// machine varies. The benchmark prints the speedup of the loop over its twin, in two forms. One
// is the median of the turns. The other compares the shortest times of both, which approximates
// an otherwise idle machine. Some benchmarks also print the speedup of the loop over two
// goroutines with one half each. A speedup below 1 means that the loop takes longer.
func versus(b *testing.B, prepare, plain, parallel func(), halves ...func()) {
	var ours, theirs, byHand turns
	for range b.N {
		ours.add(prepare, parallel)
		theirs.add(prepare, plain)
		if len(halves) > 0 {
			byHand.add(prepare, func() { together(halves) })
		}
	}
	b.ReportMetric(theirs.median(ours), "x-plain")
	b.ReportMetric(slices.Min(theirs)/slices.Min(ours), "x-plain-best")
	if len(halves) > 0 {
		b.ReportMetric(byHand.median(ours), "x-goroutines")
		b.ReportMetric(slices.Min(byHand)/slices.Min(ours), "x-goroutines-best")
	}
	b.ReportMetric(0, "ns/op") // the time of all together says nothing
}

// turns are the times of one contestant, in seconds.
type turns []float64

func (t *turns) add(prepare, f func()) {
	prepare()
	runtime.GC() // outside of the measured time
	begun := time.Now()
	f()
	*t = append(*t, time.Since(begun).Seconds())
}

// median returns the median of the ratios of other times to these.
func (t turns) median(of turns) float64 {
	ratios := make([]float64, len(t))
	for i := range t {
		ratios[i] = t[i] / of[i]
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}

func together(fs []func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(f)
	}
	wg.Wait()
}

func benchWorkers(b *testing.B, f func(b *testing.B, p *pool.Pool)) {
	for workers := 1; workers <= 2; workers++ {
		b.Run(fmt.Sprint(workers), func(b *testing.B) { f(b, newPool(b, workers)) })
	}
}

// cheap takes about 1 ns a step: each step needs the one before.
//
//go:noinline
func cheap(lo, hi int) {
	x := uint64(lo) + 1
	for i := lo; i < hi; i++ {
		x ^= x << 13
		x ^= x >> 7
	}
	if x == 0 {
		panic("never, but who knows that")
	}
}

func nothing() {}

// These are variables, so the plain loops call them through a pointer, as ours do.
var (
	square = func(x uint32) uint32 { return x*x + 1 }
	plus   = func(a, b float64) float64 { return a + b }
	triple = func(p *uint32) { *p = *p*3 + 1 }
)

func BenchmarkFor(b *testing.B) {
	const n = 10_000_000
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, nothing, func() { cheap(0, n) }, func() {
			_ = pool.For(bg, p, n, func(lo, hi int) { cheap(lo, hi) })
		}, func() { cheap(0, n/2) }, func() { cheap(n/2, n) })
	})
}

func BenchmarkForEach(b *testing.B) {
	const n = 10_000_000
	s := make([]uint32, n)
	body := func(i int) { triple(&s[i]) }
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, nothing, func() {
			for i := range n {
				body(i)
			}
		}, func() { _ = pool.ForEach(bg, p, n, body) })
	})
}

// The first thousandth of the indices takes as long as all others together.
func BenchmarkForSkewed(b *testing.B) {
	const n = 1_000_000
	body := func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if i < n/1000 {
				cheap(0, 10_000)
			} else {
				cheap(0, 10)
			}
		}
	}
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, nothing, func() { body(0, n) }, func() { _ = pool.For(bg, p, n, body) })
	})
}

// There are few indices, and each takes a millisecond.
func BenchmarkForDear(b *testing.B) {
	body := func(lo, hi int) {
		for range hi - lo {
			cheap(0, 1_000_000)
		}
	}
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, nothing, func() { body(0, 50) }, func() { _ = pool.For(bg, p, 50, body) },
			func() { body(0, 25) }, func() { body(25, 50) })
	})
}

func BenchmarkMap(b *testing.B) {
	in := make([]uint32, 5_000_000)
	out := make([]uint32, len(in))
	f := square
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, nothing, func() {
			for i, v := range in {
				out[i] = f(v)
			}
		}, func() { _ = pool.MapInto(bg, p, out, in, f) })
	})
}

func BenchmarkReduce(b *testing.B) {
	in := make([]float64, 5_000_000)
	for i := range in {
		in[i] = float64(i)
	}
	f := plus
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, nothing, func() {
			sum := 0.0
			for _, v := range in {
				sum = f(sum, v)
			}
		}, func() { _, _ = pool.Reduce(bg, p, in, 0, f, f) })
	})
}

// Both do the same loop: ReduceParts over parts, and two goroutines over a half each.
func BenchmarkReduceParts(b *testing.B) {
	in := make([]int, 10_000_000)
	for i := range in {
		in[i] = i
	}
	add := func(acc int, part []int) int {
		for _, v := range part {
			acc += v
		}
		return acc
	}
	join := func(a, b int) int { return a + b }
	var sums [2]int
	half := func(k int) func() {
		return func() { sums[k] = add(0, in[k*len(in)/2:(k+1)*len(in)/2]) }
	}
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, nothing, func() { sums[0] = add(0, in) }, func() { sums[0], _ = pool.ReduceParts(bg, p, in, 0, add, join) }, half(0), half(1))
	})
}

func BenchmarkSort(b *testing.B) {
	const n = 1_000_000
	for name, f := range patterns {
		b.Run(name, func(b *testing.B) {
			in, s := make([]int, n), make([]int, n)
			for i := range in {
				in[i] = f(i, n)
			}
			benchWorkers(b, func(b *testing.B, p *pool.Pool) {
				versus(b, func() { copy(s, in) }, func() { slices.Sort(s) }, func() { _ = pool.Sort(bg, p, s) })
			})
		})
	}
}

func BenchmarkSortFunc(b *testing.B) {
	in := rand.New(rand.NewPCG(1, 2)).Perm(1_000_000)
	s := make([]int, len(in))
	compare := func(a, b int) int { return a - b }
	benchWorkers(b, func(b *testing.B, p *pool.Pool) {
		versus(b, func() { copy(s, in) },
			func() { slices.SortFunc(s, compare) },
			func() { _ = pool.SortFunc(bg, p, s, compare) })
	})
}
