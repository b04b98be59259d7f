package pool_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/stealproof/stealproof/pool"
)

// The first error ends the loop.
func ExampleForEachErr() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	prices := []string{"12", "7", "free", "31"}
	err := pool.ForEachErr(context.Background(), p, len(prices), func(_ *pool.Worker, i int) error {
		if _, err := strconv.Atoi(prices[i]); err != nil {
			return fmt.Errorf("price %d: %w", i, err)
		}
		return nil
	})
	fmt.Println(err)
	// Output: price 2: strconv.Atoi: parsing "free": invalid syntax
}

func ExampleMapErr() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	prices, err := pool.MapErr(context.Background(), p, []string{"12", "7", "31"},
		func(_ *pool.Worker, s string) (int, error) { return strconv.Atoi(s) })
	fmt.Println(prices, err)
	// Output: [12 7 31] <nil>
}

// A group waits for its tasks, and returns their first error.
func ExampleWorker_Group() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	errTooLong := errors.New("too long")
	_, err := pool.Run(context.Background(), p, func(w *pool.Worker) (struct{}, error) {
		return struct{}{}, w.Group(func(g *pool.Group) error {
			for _, word := range []string{"fork", "join", "synchronization"} {
				g.Go(w, func(*pool.Worker) error {
					if len(word) > 10 {
						return errTooLong
					}
					return nil
				})
			}
			return nil
		})
	})
	fmt.Println(err)
	// Output: too long
}

// A task that waits ends when another task of its group fails.
func ExampleWorker_Context() {
	p := pool.New(pool.Options{Workers: 2})
	defer p.Close(context.Background())

	errDown := errors.New("the server is down")
	_, err := pool.Run(context.Background(), p, func(w *pool.Worker) (struct{}, error) {
		return struct{}{}, w.Group(func(g *pool.Group) error {
			g.Go(w, func(w *pool.Worker) error {
				select {
				case <-time.After(time.Hour):
					return nil
				case <-w.Context().Done():
					return context.Cause(w.Context())
				}
			})
			g.Go(w, func(*pool.Worker) error { return errDown })
			return nil
		})
	})
	fmt.Println(err)
	// Output: the server is down
}

// ForSeq consumes a sequence without an end, until a call of the body fails.
func ExampleForSeq() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	errEnough := errors.New("enough")
	numbers := func(yield func(int) bool) {
		for n := 0; yield(n); n++ {
		}
	}
	err := pool.ForSeq(context.Background(), p, numbers, func(_ *pool.Worker, n int) error {
		if n == 1000 {
			return errEnough
		}
		return nil
	})
	fmt.Println(err)
	// Output: enough
}

// Any ends as soon as one index is found.
func ExampleAny() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	words := []string{"fork", "join", "steal", "park"}
	i, err := pool.Any(context.Background(), p, len(words), func(i int) bool { return len(words[i]) == 5 })
	fmt.Println(i, err)
	// Output: 2 <nil>
}

// Done lets a goroutine outside of the pool wait for a future and for something else.
func ExampleFuture_Done() {
	p := pool.New(pool.Options{})
	defer p.Close(context.Background())

	f, err := pool.Submit(context.Background(), p, func(*pool.Worker) (int, error) { return 42, nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	select {
	case <-f.Done():
		fmt.Println(f.Get(context.Background()))
	case <-time.After(time.Hour):
		fmt.Println("too late")
	}
	// Output: 42 <nil>
}

// The tree of the function is cancelled when the context ends.
func ExamplePool_GoContext() {
	p := pool.New(pool.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	begun := make(chan struct{})
	err := p.GoContext(ctx, func(w *pool.Worker) {
		close(begun)
		<-w.Context().Done()
		fmt.Println(context.Cause(w.Context()))
	})
	<-begun
	cancel()
	p.Close(context.Background())
	fmt.Println(err)
	// Output:
	// context canceled
	// <nil>
}
