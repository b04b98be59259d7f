package workload

import (
	"fmt"
	"math/big"
	"slices"
)

// fib returns programs that fork nothing below a threshold.
func fib(threshold int) func(n int) Case { return func(n int) Case { return fibonacci(n, threshold) } }

func fibonacci(n, threshold int) Case {
	var parallel func(w Forker, n int) int
	parallel = func(w Forker, n int) int {
		if n <= threshold {
			return slowFib(n)
		}
		var a, b int
		w.Do(func(w Forker) { a = parallel(w, n-1) }, func(w Forker) { b = parallel(w, n-2) })
		return a + b
	}
	result := 0
	return Case{
		Reset:    func() { result = -1 },
		Parallel: func(w Forker) { result = parallel(w, n) },
		Serial:   func() { result = slowFib(n) },
		Check: func() error {
			a, b := big.NewInt(0), big.NewInt(1)
			for range n {
				a.Add(a, b)
				a, b = b, a
			}
			return same(result, int(a.Int64()))
		},
	}
}

// SweptFib is the number that the program granularity computes.
const SweptFib = 34

func same[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("%v, want %v", got, want)
	}
	return nil
}

// sorting returns a case of n numbers. Its check compares their order, and sums over all of them.
func sorting(n int, parallel func(w Forker, a, spare []int64), serial func(a, spare []int64)) Case {
	a, spare := make([]int64, n), make([]int64, n)
	sums := func() (plain, mixed uint64) {
		for _, v := range a {
			plain += uint64(v)
			mixed += random(uint64(v))
		}
		return plain, mixed
	}
	fill := func() {
		for i := range a {
			a[i] = int64(random(uint64(i)) >> 40)
		}
	}
	fill()
	plain, mixed := sums()
	return Case{
		Reset:    fill,
		Parallel: func(w Forker) { parallel(w, a, spare) },
		Serial:   func() { serial(a, spare) },
		Check: func() error {
			if p, m := sums(); !slices.IsSorted(a) || p != plain || m != mixed {
				return fmt.Errorf("%d numbers are not sorted, or not the same", n)
			}
			return nil
		},
	}
}

const sortGrain = 1024

func mergesort(n int) Case {
	var serial func(a, spare []int64)
	serial = func(a, spare []int64) {
		if len(a) < 2 {
			return
		}
		m := len(a) / 2
		serial(a[:m], spare[:m])
		serial(a[m:], spare[m:])
		merge(a, m, spare)
	}
	var parallel func(w Forker, a, spare []int64)
	parallel = func(w Forker, a, spare []int64) {
		if len(a) <= sortGrain {
			serial(a, spare)
			return
		}
		m := len(a) / 2
		w.Do(func(w Forker) { parallel(w, a[:m], spare[:m]) }, func(w Forker) { parallel(w, a[m:], spare[m:]) })
		merge(a, m, spare)
	}
	return sorting(n, parallel, serial)
}

// merge merges the sorted parts a[:m] and a[m:].
func merge(a []int64, m int, spare []int64) {
	copy(spare, a)
	i, j := 0, m
	for k := range a {
		if j == len(a) || i < m && spare[i] <= spare[j] {
			a[k] = spare[i]
			i++
		} else {
			a[k] = spare[j]
			j++
		}
	}
}

// quicksort sorts, and does not fork for parts of at most grain numbers.
func quicksort(n, grain int) Case {
	var serial func(a []int64)
	serial = func(a []int64) {
		for len(a) > 1 {
			m := split(a)
			serial(a[:m])
			a = a[m+1:]
		}
	}
	var parallel func(w Forker, a []int64)
	parallel = func(w Forker, a []int64) {
		if len(a) <= grain {
			serial(a)
			return
		}
		m := split(a)
		w.Do(func(w Forker) { parallel(w, a[:m]) }, func(w Forker) { parallel(w, a[m+1:]) })
	}
	return sorting(n, func(w Forker, a, _ []int64) { parallel(w, a) }, func(a, _ []int64) { serial(a) })
}

// split chooses a number, moves it to its final index, and puts the smaller numbers before it.
func split(a []int64) (at int) {
	last := len(a) - 1
	a[len(a)/2], a[last] = a[last], a[len(a)/2]
	for i := range last {
		if a[i] < a[last] {
			a[i], a[at] = a[at], a[i]
			at++
		}
	}
	a[at], a[last] = a[last], a[at]
	return at
}

func primes(n int) Case {
	count := func(from, to int) (found int) {
		for i := from; i < to; i++ {
			prime := true
			for d := 2; prime && d*d <= i; d++ {
				prime = i%d != 0
			}
			if prime {
				found++
			}
		}
		return found
	}
	const first, grain = 10, 1000
	result := 0
	return Case{
		Reset: func() { result = -1 },
		Parallel: func(w Forker) {
			found := make([]int, (n-first)/grain+1)
			blocks(w, n-first, grain, func(from, to int) { found[from/grain] = count(first+from, first+to) })
			result = 0
			for _, k := range found {
				result += k
			}
		},
		Serial: func() { result = count(first, n) },
		Check: func() error {
			sieve, want := make([]bool, n), 0
			for i := 2; i < n; i++ {
				if sieve[i] {
					continue
				}
				if i >= first {
					want++
				}
				for k := 2 * i; k < n; k += i {
					sieve[k] = true
				}
			}
			return same(result, want)
		},
	}
}

func transform(n int) Case {
	const factor, grain = 3, 10_000
	in, out := make([]int64, n), make([]int64, n)
	for i := range in {
		in[i] = int64(random(uint64(i)) >> 32)
	}
	scale := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = in[i] * factor
		}
	}
	return Case{
		Reset:    func() { clear(out) },
		Parallel: func(w Forker) { blocks(w, n, grain, scale) },
		Serial:   func() { scale(0, n) },
		Check: func() error {
			for i := range in {
				if out[i] != in[i]+in[i]+in[i] {
					return fmt.Errorf("at %d: %d of %d", i, out[i], in[i])
				}
			}
			return nil
		},
	}
}

// GrainTasks is the number of tasks of the program grains.
const GrainTasks = 1 << 13

// grain computes a sequence of random numbers, for about n hundreds of nanoseconds.
func grain(i, n int) uint64 {
	v := uint64(i)
	for range 20 * n {
		v = random(v)
	}
	return v
}

// grains forks half of its tasks, recursively, until one task is left. Each task computes a grain.
func grains(n int) Case {
	results := make([]uint64, GrainTasks)
	work := func(i int) { results[i] = grain(i, n) }
	var want []uint64 // computed by the first check
	var parallel func(w Forker, from, to int)
	parallel = func(w Forker, from, to int) {
		if to-from == 1 {
			work(from)
			return
		}
		middle := (from + to) / 2
		w.Do(func(w Forker) { parallel(w, from, middle) }, func(w Forker) { parallel(w, middle, to) })
	}
	return Case{
		Reset:    func() { clear(results) },
		Parallel: func(w Forker) { parallel(w, 0, GrainTasks) },
		Serial: func() {
			for i := range results {
				work(i)
			}
		},
		Check: func() error {
			for i := len(want); i < GrainTasks; i++ {
				want = append(want, grain(i, n))
			}
			for i, got := range results {
				if got != want[i] {
					return fmt.Errorf("task %d left %d, want %d", i, got, want[i])
				}
			}
			return nil
		},
	}
}
