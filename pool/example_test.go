package pool_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/pool"
)

// Join forks a closure, inside a task: here to add up a slice.
func ExampleJoin() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	var sum func(w *pool.Worker, s []int) int
	sum = func(w *pool.Worker, s []int) int {
		if len(s) <= 1000 {
			n := 0
			for _, v := range s {
				n += v
			}
			return n
		}
		half := len(s) / 2
		a, b := pool.Join(w,
			func(w *pool.Worker) int { return sum(w, s[:half]) },
			func(w *pool.Worker) int { return sum(w, s[half:]) })
		return a + b
	}
	n, err := pool.Run(context.Background(), p, func(w *pool.Worker) (int, error) {
		return sum(w, slices.Repeat([]int{1, 2, 3}, 10_000)), nil
	})
	fmt.Println(n, err)
	// Output: 60000 <nil>
}

// A Scope is for any number of tasks, which end before it does.
func ExampleWorker_Scope() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	lengths := make([]int, 3)
	_, err := pool.Run(context.Background(), p, func(w *pool.Worker) (struct{}, error) {
		w.Scope(func(s *pool.Scope) {
			for i, word := range []string{"fork", "and", "join"} {
				s.Go(w, func(*pool.Worker) { lengths[i] = len(word) })
			}
		})
		return struct{}{}, nil
	})
	fmt.Println(lengths, err)
	// Output: [4 3 4] <nil>
}

// Submit begins a task and goes on. Its future has the result, or what went wrong.
func ExampleSubmit() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	ctx := context.Background()
	f, err := pool.Submit(ctx, p, func(*pool.Worker) (string, error) {
		return strings.ToUpper("done"), nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	// ... something else meanwhile ...
	fmt.Println(f.Get(ctx))
	// Output: DONE <nil>
}

// Fibonacci numbers by the definition, one fork for each addition.
func ExampleDefine() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	fib := pool.Define(fibonacci) // usually a package variable
	fmt.Println(fib.Run(context.Background(), p, 25))
	// Output: 75025 <nil>
}

func fibonacci(c *pool.Ctx[int, int], n int) int {
	if n < 2 {
		return n
	}
	h := c.Fork(n - 2)
	a := fibonacci(c, n-1)
	return a + c.Join(h)
}

// Both is as Fork and Join, for those who need no more.
func ExampleCtx_Both() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	leaves := pool.Define(func(c *pool.Ctx[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		a, b := c.Both(depth-1, depth-1)
		return a + b
	})
	fmt.Println(leaves.Run(context.Background(), p, 10))
	// Output: 1024 <nil>
}

// Take and Await are the fastest form of Join.
func ExampleCtx_Take() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	fib := pool.Define(fibonacciTake)
	fmt.Println(fib.Run(context.Background(), p, 25))
	// Output: 75025 <nil>
}

func fibonacciTake(c *pool.Ctx[int, int], n int) int {
	if n < 2 {
		return n
	}
	h := c.Fork(n - 2)
	a := fibonacciTake(c, n-1)
	if c.Take(h) {
		return a + fibonacciTake(c, n-2)
	}
	return a + c.Await(h)
}

// A merge sort: the halves are sorted at the same time, and then merged.
func ExampleDefine_mergeSort() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	sorted := pool.Define(mergeSort)
	fmt.Println(sorted.Run(context.Background(), p, []int{5, 3, 8, 1, 9, 2, 7}))
	// Output: [1 2 3 5 7 8 9] <nil>
}

func mergeSort(c *pool.Ctx[[]int, []int], s []int) []int {
	if len(s) < 2 { // a real one leaves some hundred elements to slices.Sort
		return s
	}
	h := c.Fork(s[len(s)/2:])
	a := mergeSort(c, s[:len(s)/2])
	b := c.Join(h)
	merged := make([]int, 0, len(s))
	for len(a) > 0 && len(b) > 0 {
		if b[0] < a[0] {
			merged, b = append(merged, b[0]), b[1:]
		} else {
			merged, a = append(merged, a[0]), a[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// A quick sort, in place: what is less than the pivot is sorted at the same time as what
// is not.
func ExampleDefine_quickSort() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	s := []int{5, 3, 8, 1, 9, 2, 7}
	_, err := pool.Define(quickSort).Run(context.Background(), p, s)
	fmt.Println(s, err)
	// Output: [1 2 3 5 7 8 9] <nil>
}

func quickSort(c *pool.Ctx[[]int, struct{}], s []int) (none struct{}) {
	if len(s) < 2 {
		return
	}
	less := 1
	for i := 1; i < len(s); i++ {
		if s[i] < s[0] {
			s[i], s[less] = s[less], s[i]
			less++
		}
	}
	s[0], s[less-1] = s[less-1], s[0]
	c.Both(s[:less-1], s[less:])
	return
}

func ExampleFor() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	squares := make([]int, 6)
	err := pool.For(context.Background(), p, len(squares), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			squares[i] = i * i
		}
	})
	fmt.Println(squares, err)
	// Output: [0 1 4 9 16 25] <nil>
}

// A loop inside a loop runs on the worker that the outer one is told.
func ExampleForWorker() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	var table [3][4]int
	ctx := context.Background()
	err := pool.ForWorker(ctx, p, len(table), func(w *pool.Worker, lo, hi int) {
		for y := lo; y < hi; y++ {
			// If ctx ends, the outer loop returns why.
			_ = pool.ForEach(ctx, w, len(table[y]), func(x int) { table[y][x] = x * y })
		}
	})
	fmt.Println(table, err)
	// Output: [[0 0 0 0] [0 1 2 3] [0 2 4 6]] <nil>
}

func ExampleMap() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	fmt.Println(pool.Map(context.Background(), p, []string{"fork", "join"}, strings.ToUpper))
	// Output: [FORK JOIN] <nil>
}

// f is told one element, combine the results of two neighbouring parts.
func ExampleReduce() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	longest, err := pool.Reduce(context.Background(), p, []string{"a", "few", "words"}, 0,
		func(n int, word string) int { return max(n, len(word)) },
		func(a, b int) int { return max(a, b) })
	fmt.Println(longest, err)
	// Output: 5 <nil>
}

func ExampleSort() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	s := []int{5, 3, 8, 1, 9, 2, 7}
	err := pool.Sort(context.Background(), p, s)
	fmt.Println(s, err)
	// Output: [1 2 3 5 7 8 9] <nil>
}

func ExampleSortFunc() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	s := []string{"join", "a", "fork", "or"}
	err := pool.SortFunc(context.Background(), p, s, func(a, b string) int { return len(b) - len(a) }, pool.Grain(1000))
	fmt.Println(len(s[0]), s[2:], err)
	// Output: 4 [or a] <nil>
}
