package classic_test

import (
	"fmt"

	"github.com/stealproof/stealproof/pool/classic"
)

// A task forks another one, and joins it on its own worker.
func ExampleFuture() {
	p := classic.NewVT(2, false)
	defer p.Close()

	sum := classic.NewFuture(func(w *classic.VTWorker) int {
		half := classic.NewFuture(func(*classic.VTWorker) int { return 40 })
		half.Fork(w)
		return 2 + half.Join(w)
	})
	p.Submit(sum)
	fmt.Println(sum.Join(nil)) // nil: this goroutine is no worker
	// Output: 42
}

// Get returns the panic of a task as an error.
func ExampleFuture_Get() {
	p := classic.NewDuffy(2)
	defer p.Close()

	f := classic.NewFuture(func(*classic.DuffyWorker) int { panic("no result") })
	p.Submit(f)
	_, err := f.Get(nil)
	fmt.Println(err != nil)
	// Output: true
}

// All deques of this pool are under one lock.
func ExampleVT() {
	p := classic.NewVT(2, true)
	defer p.Close()

	f := classic.NewFuture(func(*classic.VTWorker) string { return "done" })
	p.Submit(f)
	fmt.Println(f.Join(nil))
	// Output: done
}

func ExampleDuffy() {
	p := classic.NewDuffy(2)
	defer p.Close()

	f := classic.NewFuture(func(*classic.DuffyWorker) string { return "done" })
	p.Submit(f)
	fmt.Println(f.Join(nil))
	// Output: done
}

// In batch mode, all tasks are added before the threads run.
func ExampleIITH() {
	p := classic.NewIITH(classic.IITHOptions{Threads: 2, Capacity: 8})
	results := make([]int, 4)
	for i := range results {
		p.Add(i%2, func() { results[i] = i * i })
	}
	stats := p.Run()
	fmt.Println(results, stats.Run)
	// Output: [0 1 4 9] 4
}

// In generator mode, tasks are added while the threads run.
func ExampleIITH_Start() {
	p := classic.NewIITH(classic.IITHOptions{Threads: 2})
	results := make([]int, 4)
	p.Start()
	for i := range results {
		p.Add(i%2, func() { results[i] = i * i })
	}
	stats := p.Wait()
	fmt.Println(results, stats.Run)
	// Output: [0 1 4 9] 4
}

// Invoke from outside submits the task, and waits for it.
func ExampleInvoke() {
	p := classic.NewWSPool(2)
	defer p.Close()

	t := classic.NewFuture(func(*classic.WSWorker) int { return 42 })
	fmt.Println(classic.Invoke(p, nil, t))
	// Output: 42
}
