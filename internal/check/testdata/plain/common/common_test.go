// Package common has programs of ordinary kinds, which are exhausted at once.
package common

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

func TestWorkerPool(t *testing.T) {
	jobs := make(chan int)
	results := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				results <- j * j
			}
		}()
	}
	go func() {
		for i := 1; i <= 3; i++ {
			jobs <- i
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	sum := 0
	for r := range results {
		sum += r
	}
	if sum != 14 {
		t.Fatal(sum)
	}
}

func TestWorkerPoolBuffered(t *testing.T) {
	jobs := make(chan int, 3)
	results := make(chan int, 3)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for j := range jobs {
				results <- j * j
			}
		})
	}
	for i := 1; i <= 3; i++ {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	close(results)
	sum := 0
	for r := range results {
		sum += r
	}
	if sum != 14 {
		t.Fatal(sum)
	}
}

func TestPipeline(t *testing.T) {
	gen := func(n int) <-chan int {
		c := make(chan int)
		go func() {
			defer close(c)
			for i := range n {
				c <- i
			}
		}()
		return c
	}
	stage := func(in <-chan int, f func(int) int) <-chan int {
		c := make(chan int)
		go func() {
			defer close(c)
			for v := range in {
				c <- f(v)
			}
		}()
		return c
	}
	sum := 0
	for v := range stage(stage(gen(4), func(i int) int { return i + 1 }), func(i int) int { return i * 2 }) {
		sum += v
	}
	if sum != 20 {
		t.Fatal(sum)
	}
}

type hub struct {
	mu   sync.Mutex
	subs map[chan string]struct{}
}

func (h *hub) Subscribe(ctx context.Context) <-chan string {
	c := make(chan string, 1)
	h.mu.Lock()
	h.subs[c] = struct{}{}
	h.mu.Unlock()
	go func() {
		<-ctx.Done()
		h.mu.Lock()
		delete(h.subs, c)
		close(c)
		h.mu.Unlock()
	}()
	return c
}

func (h *hub) Publish(s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.subs {
		select {
		case c <- s:
		default:
		}
	}
}

func TestPubSub(t *testing.T) {
	h := &hub{subs: map[chan string]struct{}{}}
	ctx1, cancel1 := context.WithCancel(context.Background())
	ctx2, cancel2 := context.WithCancel(context.Background())
	defer cancel2()
	a := h.Subscribe(ctx1)
	b := h.Subscribe(ctx2)
	done := make(chan struct{})
	go func() {
		h.Publish("x")
		h.Publish("y")
		close(done)
	}()
	cancel1()
	for range a {
	}
	if v := <-b; v != "x" {
		t.Fatal(v)
	}
	<-done
}

func TestErrgroup(t *testing.T) {
	g, ctx := errgroup.WithContext(context.Background())
	g.SetLimit(2)
	boom := errors.New("boom")
	for i := range 3 {
		g.Go(func() error {
			if i == 1 {
				return boom
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return nil
		})
	}
	if err := g.Wait(); err == nil {
		t.Fatal(err)
	}
}

func TestSemaphoreTimeout(t *testing.T) {
	s := semaphore.NewWeighted(1)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if err := s.Acquire(ctx, 1); err != nil {
				return
			}
			s.Release(1)
		})
	}
	wg.Wait()
	if !s.TryAcquire(1) {
		t.Fatal("lost a permit")
	}
}

func TestChanSemaphoreTimeout(t *testing.T) {
	s := make(chan struct{}, 1)
	acquire := func(d time.Duration) bool {
		select {
		case s <- struct{}{}:
			return true
		case <-time.After(d):
			return false
		}
	}
	s <- struct{}{}
	go func() {
		time.Sleep(10 * time.Millisecond)
		<-s
	}()
	if acquire(time.Millisecond) {
		t.Fatal("got it")
	}
	if !acquire(time.Second) {
		t.Fatal("timeout")
	}
}
