package pool_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// Join forks a closure inside a task. This one adds up a slice.
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

// Scope waits for any number of tasks.
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

// Submit starts a task and does not wait. The future has the result or the error.
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
	// ... other work ...
	fmt.Println(f.Get(ctx))
	// Output: DONE <nil>
}

// This computes a Fibonacci number with one fork for each addition.
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

// Both forks one task, computes another, and joins.
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

// A merge sort sorts the halves at the same time, and then merges them.
func ExampleDefine_mergeSort() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	sorted := pool.Define(mergeSort)
	fmt.Println(sorted.Run(context.Background(), p, []int{5, 3, 8, 1, 9, 2, 7}))
	// Output: [1 2 3 5 7 8 9] <nil>
}

func mergeSort(c *pool.Ctx[[]int, []int], s []int) []int {
	if len(s) < 2 { // a real sort leaves some hundred elements to slices.Sort
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

// A quicksort sorts the elements below the pivot at the same time as the others.
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

// A loop inside a loop runs on the worker that the outer loop passes.
func ExampleForWorker() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	var table [3][4]int
	ctx := context.Background()
	err := pool.ForWorker(ctx, p, len(table), func(w *pool.Worker, lo, hi int) {
		for y := lo; y < hi; y++ {
			// If ctx ends, the outer loop returns its error.
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

// f folds in one element, and combine joins the results of two neighboring parts.
func ExampleReduce() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	longest, err := pool.Reduce(context.Background(), p, []string{"a", "few", "words"}, 0,
		func(n int, word string) int { return max(n, len(word)) },
		func(a, b int) int { return max(a, b) })
	fmt.Println(longest, err)
	// Output: 5 <nil>
}

// The sum of a part is a plain loop.
func ExampleReduceParts() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	sum, err := pool.ReduceParts(context.Background(), p, []int{1, 2, 3, 4}, 0,
		func(acc int, part []int) int {
			for _, v := range part {
				acc += v
			}
			return acc
		},
		func(a, b int) int { return a + b })
	fmt.Println(sum, err)
	// Output: 10 <nil>
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

// A Pool runs functions until it is closed. Close waits for them.
func ExamplePool() {
	p := pool.New(pool.Options{Workers: 2})
	var n atomic.Int32
	for range 10 {
		if err := p.Go(func(*pool.Worker) { n.Add(1) }); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(p.Close(context.Background()), n.Load())
	// Output: <nil> 10
}

// Options choose the workers, the queue, the deques, and what happens to a panic of Go.
func ExampleOptions() {
	panics := make(chan any, 1)
	p := pool.New(pool.Options{
		Workers:  2,
		Queue:    16,
		Deque:    func() wsq.Deque[*pool.Task] { return wsq.NewSplit[*pool.Task](64) },
		Panicked: func(e *pool.PanicError) { panics <- e.Value },
	})
	defer p.Close(context.Background())

	err := p.Go(func(*pool.Worker) { panic("out of luck") })
	fmt.Println(<-panics, err)
	// Output: out of luck <nil>
}

// Run returns the error of its function.
// The pool has two workers, and a third task runs beside two long ones. Without Patience it would
// wait until one of them ends.
func ExampleOptions_patience() {
	p := pool.New(pool.Options{Workers: 2, Patience: 200 * time.Microsecond})
	defer p.Close(context.Background())

	over := make(chan struct{})
	for range 2 {
		p.Go(func(*pool.Worker) { <-over })
	}
	n, err := pool.Run(context.Background(), p, func(*pool.Worker) (int, error) { return 42, nil })
	close(over)
	fmt.Println(n, err)
	// Output: 42 <nil>
}

func ExampleRun() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	n, err := pool.Run(context.Background(), p, func(*pool.Worker) (int, error) {
		return strconv.Atoi("42")
	})
	fmt.Println(n, err)
	// Output: 42 <nil>
}

// A function that takes an Executor can be called from outside and in a task.
func ExampleExecutor() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	total := func(x pool.Executor, s []int) (int, error) {
		add := func(a, b int) int { return a + b }
		return pool.Reduce(context.Background(), x, s, 0, add, add)
	}
	fmt.Println(total(p, []int{1, 2, 3}))
	fmt.Println(pool.Run(context.Background(), p, func(w *pool.Worker) (int, error) {
		return total(w, []int{4, 5, 6})
	}))
	// Output:
	// 6 <nil>
	// 15 <nil>
}

// A task forks with its Worker. It gets another one in each function that it forks.
func ExampleWorker() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	var a, b int
	_, err := pool.Run(context.Background(), p, func(w *pool.Worker) (struct{}, error) {
		w.Invoke(
			func(*pool.Worker) { a = 1 },
			func(*pool.Worker) { b = 2 },
		)
		return struct{}{}, nil
	})
	fmt.Println(a, b, err)
	// Output: 1 2 <nil>
}

// While a task blocks, a spare worker takes the place of its worker.
func ExampleWorker_Blocking() {
	p := pool.New(pool.Options{Workers: 1})
	defer p.Close(context.Background())

	answer := make(chan string)
	got, err := pool.Run(context.Background(), p, func(w *pool.Worker) (got string, err error) {
		if err := p.TryGo(func(*pool.Worker) { answer <- "from the spare" }); err != nil {
			return "", err
		}
		w.Blocking(func() { got = <-answer })
		return got, nil
	})
	fmt.Println(got, err)
	// Output: from the spare <nil>
}

// A Scope may be passed to the functions that start its tasks.
func ExampleScope() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	var leaves atomic.Int32
	var grow func(w *pool.Worker, s *pool.Scope, depth int)
	grow = func(w *pool.Worker, s *pool.Scope, depth int) {
		if depth == 0 {
			leaves.Add(1)
			return
		}
		for range 2 {
			s.Go(w, func(w *pool.Worker) { grow(w, s, depth-1) })
		}
	}
	_, err := pool.Run(context.Background(), p, func(w *pool.Worker) (struct{}, error) {
		w.Scope(func(s *pool.Scope) { grow(w, s, 5) })
		return struct{}{}, nil
	})
	fmt.Println(leaves.Load(), err)
	// Output: 32 <nil>
}

// In a task, Join waits for a future without blocking the pool.
func ExampleFuture() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	ctx := context.Background()
	word, err := pool.Submit(ctx, p, func(*pool.Worker) (string, error) { return "join", nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		s, err := word.Join(w)
		return len(s), err
	}))
	// Output: 4 <nil>
}

// A Def may be run in a pool, or used in any task through In.
func ExampleDef() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	square := pool.Define(func(_ *pool.Ctx[int, int], n int) int { return n * n })
	fmt.Println(square.Run(context.Background(), p, 3))
	fmt.Println(pool.Run(context.Background(), p, func(w *pool.Worker) (int, error) {
		a, b := square.In(w).Both(4, 5)
		return a + b, nil
	}))
	// Output:
	// 9 <nil>
	// 41 <nil>
}

// Frames are joined in the opposite order of their forks.
func ExampleCtx() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	sum := pool.Define(func(c *pool.Ctx[int, int], n int) int {
		if n == 0 {
			return 1
		}
		a, b := c.Fork(n-1), c.Fork(n-1)
		y := c.Join(b)
		x := c.Join(a)
		return x + y
	})
	fmt.Println(sum.Run(context.Background(), p, 5))
	// Output: 32 <nil>
}

// A panic of a task goes up to the goroutine that waits outside.
func ExamplePanicError() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	defer func() {
		var e *pool.PanicError
		if err, ok := recover().(error); ok && errors.As(err, &e) {
			fmt.Println("a task panicked:", e.Value)
		}
	}()
	_, _ = pool.Run(context.Background(), p, func(*pool.Worker) (int, error) { panic("out of luck") })
	// Output: a task panicked: out of luck
}

// If the context ends, a running task panics with a CancelError when it next forks.
func ExampleCancelError() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	ctx, cancel := context.WithCancel(context.Background())
	_, err := pool.Run(ctx, p, func(w *pool.Worker) (int, error) {
		defer func() {
			v := recover()
			if e, ok := v.(*pool.CancelError); ok {
				fmt.Println("the task:", e.Cause)
			}
			panic(v) // the tree ends
		}()
		cancel()
		for {
			w.Invoke(func(*pool.Worker) {}, func(*pool.Worker) {})
		}
	})
	fmt.Println("Run:", err)
	// Output:
	// the task: context canceled
	// Run: context canceled
}

// A closed pool has exact counts.
func ExampleStats() {
	p := pool.New(pool.Options{Workers: 2})
	fib := pool.Define(fibonacci)
	n, err := fib.Run(context.Background(), p, 10)
	fmt.Println(n, err)
	fmt.Println(p.Close(context.Background()))

	s := p.Stats()
	run := uint64(0)
	for _, w := range s.Workers { // a WorkerStats each
		run += w.Run
	}
	fmt.Println(s.Submitted, len(s.Workers), run == s.Run)
	// Output:
	// 55 <nil>
	// <nil>
	// 1 2 true
}

// With a Grain, the loop divides only parts of more than so many elements.
func ExampleLoopOption() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	squares := make([]int, 6)
	err := pool.ForEach(context.Background(), p, len(squares), func(i int) { squares[i] = i * i }, pool.Grain(2))
	fmt.Println(squares, err)
	// Output: [0 1 4 9 16 25] <nil>
}
