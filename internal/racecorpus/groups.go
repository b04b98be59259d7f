package racecorpus

import (
	"context"
	"sync"
)

// Starting goroutines, waiting for them, and doing things once.
var groups = []Snippet{
	{Name: "go statement", Body: func() {
		x, wg := 0, sync.WaitGroup{}
		x = 1
		wg.Add(1)
		go func() {
			use(x)
			wg.Done()
		}()
		wg.Wait()
		x = 2
	}},
	{Name: "write after the go statement", Racy: true, Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Add(1)
		go func() {
			use(x)
			wg.Done()
		}()
		x = 1
		wg.Wait()
	}},
	{Name: "goroutines in a row", Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Go(func() {
			x = 1
			wg.Go(func() { x = 2 })
		})
		wg.Wait()
		use(x)
	}},
	{Name: "parent goes on", Racy: true, Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Go(func() {
			wg.Go(func() { x = 2 })
			x = 1
		})
		wg.Wait()
		use(x)
	}},
	{Name: "WaitGroup", Body: func() {
		results, wg := make([]int, 2), sync.WaitGroup{}
		for i := range results {
			wg.Add(1)
			go func() {
				defer wg.Done()
				results[i] = i
			}()
		}
		wg.Wait()
		use(results[0] + results[1])
	}},
	{Name: "read before Wait", Racy: true, Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Go(func() { x = 1 })
		use(x)
		wg.Wait()
	}},
	{Name: "Done too early", Racy: true, Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Add(1)
		together(
			func() { wg.Done(); x = 1 },
			func() { wg.Wait(); use(x) })
	}},
	{Name: "Done after Done", Racy: true, Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Add(2)
		together(
			func() { x = 1; wg.Done() },
			func() { wg.Done(); use(x) })
	}},
	{Name: "no wait in between", Racy: true, Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Add(1)
		together(
			func() { x = 1; wg.Done() },
			func() { wg.Wait() },
			func() { x = 2; use(x) })
	}},
	{Name: "two wait for one", Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Add(1)
		together(
			func() { x = 1; wg.Done() },
			func() { wg.Wait(); use(x) },
			func() { wg.Wait(); use(x) })
	}},
	{Name: "two write after Wait", Racy: true, Body: func() {
		x, wg := 0, sync.WaitGroup{}
		wg.Add(1)
		together(
			func() { wg.Done() },
			func() { wg.Wait(); x = 1 },
			func() { wg.Wait(); x = 2 })
		use(x)
	}},
	{Name: "Once", Body: func() {
		x, once := 0, sync.Once{}
		get := func() { once.Do(func() { x = 1 }); use(x) }
		together(get, get, get)
	}},
	{Name: "read without Do", Racy: true, Body: func() {
		x, once := 0, sync.Once{}
		together(
			func() { once.Do(func() { x = 1 }) },
			func() { use(x) })
	}},
	{Name: "Do orders only what it does", Racy: true, Body: func() {
		x, once := 0, sync.Once{}
		get := func() { once.Do(func() {}); x++ }
		together(get, get)
	}},
	{Name: "OnceValue", Body: func() {
		get := sync.OnceValue(func() *node { return &node{v: 1} })
		together(
			func() { use(get().v) },
			func() { use(get().v) })
	}},
	{Name: "change of the result of OnceValue", Racy: true, Body: func() {
		get := sync.OnceValue(func() *node { return &node{v: 1} })
		together(
			func() { get().v = 2 },
			func() { use(get().v) })
	}},
	{Name: "cancelled context", Body: func() {
		x := 0
		ctx, cancel := context.WithCancel(context.Background())
		together(
			func() { x = 1; cancel() },
			func() {
				if ctx.Err() != nil {
					use(x)
				}
			})
	}},
	{Name: "write after cancel", Racy: true, Body: func() {
		x := 0
		ctx, cancel := context.WithCancel(context.Background())
		together(
			func() { cancel(); x = 1 },
			func() {
				Pause()
				if ctx.Err() != nil {
					use(x)
				}
			})
	}},
}
