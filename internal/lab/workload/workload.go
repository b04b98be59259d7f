// Package workload has parallel programs that measure schedulers. Each has a sequential twin and a
// check of its result. They run on package pool, on the schedulers of pool/classic and on foreign
// schedulers. The package also measures the deques of package wsq.
package workload

import (
	"fmt"

	"github.com/stealproof/stealproof/pool"
)

// Forker is how a program forks.
type Forker interface {
	// Do runs all functions, perhaps in parallel, and returns when all have ended.
	Do(fs ...func(Forker))
}

// Kernel is a program in all its sizes.
type Kernel struct {
	Name  string
	Small int // a size that takes milliseconds, for tests
	New   func(size int) Case
}

// Case is a program of one size. Parallel and Serial may run any number of times, one after the
// other, each after Reset. Both leave the same kind of result, and Check checks the last one.
type Case struct {
	Reset    func() // makes the input if that takes time, and removes the previous result
	Parallel func(Forker)
	Serial   func()             // the twin: the same work without forks; lu's has no blocks
	Typed    func(*pool.Worker) // Parallel on the typed tier of package pool, or nil
	Check    func() error       // checks the last run
}

// Ready makes the input of a run.
func (c Case) Ready() { c.Reset() }

// Kernels returns all programs.
func Kernels() []Kernel {
	return []Kernel{
		{"fib", 20, fib(12)},   // Fibonacci numbers by recursion
		{"fib1", 15, fib(1)},   // the same, with a fork at each call
		{"fib30", 32, fib(30)}, // the same, without forks below 30
		{"granularity", 28, func(threshold int) Case { return fibonacci(SweptFib, threshold) }}, // fib(SweptFib), without forks below the size
		{"mergesort", 20_000, mergesort},  // numbers sorted by merging
		{"primes", 20_000, primes},        // primes from 10 to the size, by division
		{"transform", 100_000, transform}, // an array multiplied by a number
		{"matmul", 128, matmul},           // the product of two square matrices, in tiles of 64
		{"quicksort", 20_000, func(n int) Case { return quicksort(n, sortGrain) }},          // numbers sorted by splitting
		{"quicksort1000", 20_000, func(n int) Case { return quicksort(n, max(1, n/1000)) }}, // the same, without forks below a thousandth of the numbers
		{"nqueens", 7, queens},      // placements of queens that do not attack each other
		{"grains", 2, grains},       // a tree of forks; the size is the length of a task, in hundreds of nanoseconds
		{"uts", 50, tree},           // an unbalanced tree that its random numbers define
		{"lu", 96, lu},              // a matrix as a product of triangular ones, in blocks of 32
		{"heat", 64, heat},          // heat that spreads in a square plate, for 20 steps
		{"strassen", 128, strassen}, // the product of two square matrices, by seven products of halves
		{"knapsack", 18, knapsack},  // the most valuable things that fit, by branch and bound
	}
}

// Find returns the kernel of this name.
func Find(name string) (Kernel, error) {
	for _, k := range Kernels() {
		if k.Name == name {
			return k, nil
		}
	}
	return Kernel{}, fmt.Errorf("no kernel %q", name)
}

// random returns the n-th number of a fixed sequence that looks random (splitmix64).
func random(n uint64) uint64 {
	z := (n + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// blocks calls f for each range of at most size numbers below n, all in one Do.
func blocks(w Forker, n, size int, f func(from, to int)) {
	var fs []func(Forker)
	for from := 0; from < n; from += size {
		fs = append(fs, func(Forker) { f(from, min(n, from+size)) })
	}
	w.Do(fs...)
}
