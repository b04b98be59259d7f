package main

import (
	"runtime"
	"sync"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

// std has the contestants that need only Go.
var std = map[string]measure.Contestant{
	"serial":    {Fib: measure.Unpooled(serial)},
	"waitgroup": {Fib: measure.Unpooled(waitGroup), Post: goroutines},
	"channel":   {Fib: measure.Unpooled(channel), Call: goroutineCall},
	"workers":   {Post: workers, Call: workerCall},
	"cond":      {Post: condition},
	"ticker":    {Post: nothing},
}

func nothing(int, func()) (post, end func()) { return func() {}, func() {} }

func serial(n int) int {
	if n < 2 {
		return n
	}
	return serial(n-2) + serial(n-1)
}

func waitGroup(n int) int {
	if n < 2 {
		return n
	}
	var a int
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // cheaper than wg.Go
		a = waitGroup(n - 2)
		wg.Done()
	}()
	b := waitGroup(n - 1)
	wg.Wait()
	return a + b
}

func channel(n int) int {
	if n < 2 {
		return n
	}
	a := make(chan int, 1)
	go func() { a <- channel(n - 2) }()
	b := channel(n - 1)
	return <-a + b
}

// goroutines starts a goroutine for each task.
func goroutines(_ int, task func()) (post, end func()) {
	var wg sync.WaitGroup
	return func() { wg.Go(task) }, wg.Wait
}

// workers start goroutines that read tasks from a buffered channel.
func workers(n int, task func()) (post, end func()) {
	tasks := make(chan func(), 1024)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for t := range tasks {
				t()
			}
		})
	}
	return func() { tasks <- task }, func() { close(tasks); wg.Wait() }
}

// condition is a queue under a mutex. Its workers wait on a sync.Cond.
func condition(n int, task func()) (post, end func()) {
	var mu sync.Mutex
	var tasks []func()
	ended := false
	changed := sync.NewCond(&mu)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for {
				for len(tasks) == 0 && !ended {
					changed.Wait()
				}
				if len(tasks) == 0 {
					return
				}
				t := tasks[len(tasks)-1]
				tasks = tasks[:len(tasks)-1]
				mu.Unlock()
				t()
				mu.Lock()
			}
		})
	}
	post = func() {
		mu.Lock()
		tasks = append(tasks, task)
		mu.Unlock()
		changed.Signal()
	}
	end = func() {
		mu.Lock()
		ended = true
		mu.Unlock()
		changed.Broadcast()
		wg.Wait()
	}
	return post, end
}

// goroutineCall starts a goroutine for each call.
func goroutineCall(int) (call func(int) int, end func()) {
	result := make(chan int, 1)
	return func(x int) int {
		go func() { result <- x }()
		return <-result
	}, func() {}
}

// workerCall answers calls with goroutines that run already.
func workerCall(n int) (call func(int) int, end func()) {
	asked, result := make(chan int, 1), make(chan int, 1)
	for range n {
		go func() {
			for x := range asked {
				result <- x
			}
		}()
	}
	runtime.Gosched() // lets the workers begin to wait
	return func(x int) int { asked <- x; return <-result }, func() { close(asked) }
}
