// Package timers has tests with channels, timers and contexts.
package timers

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A timeout that is long enough in every real run.
func TestTimeout(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Second):
		t.Fatal("timeout")
	}
}

// The worker sends its result to nobody if the caller gives up first.
func get(ctx context.Context, c chan int) (int, error) {
	go func() {
		time.Sleep(2 * time.Second)
		c <- 1
	}()
	select {
	case v := <-c:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func TestGet_Leaks(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := get(ctx, make(chan int))
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestGet_Buffered(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := get(ctx, make(chan int, 1))
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// In no schedule is the buffer full, and no schedule has a negative value.
func TestCases(t *testing.T) {
	c, negative := make(chan int, 2), make(chan int, 1)
	go func() {
		for v := range 2 {
			select {
			case c <- v:
			default:
				t.Error("it is full")
			}
		}
		close(c)
	}()
	for range 3 {
		select {
		case <-negative:
			t.Error("negative")
		case <-c:
		}
	}
}

// The worker ends with the context of the test.
func TestContext(t *testing.T) {
	ended := make(chan struct{})
	go func() {
		<-t.Context().Done()
		close(ended)
	}()
	t.Cleanup(func() { <-ended })
}

func work(ctx context.Context, n *int, mu *sync.Mutex) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			mu.Lock()
			*n++
			mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}

func TestTicker(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	wg.Go(func() { work(ctx, &n, &mu) })
	time.Sleep(2500 * time.Millisecond)
	cancel(errors.New("enough"))
	wg.Wait()
	require.Equal(t, 2, n)
	require.EqualError(t, context.Cause(ctx), "enough")
}

// The worker outlives the test, and wakes up again and again.
func TestTicker_Left(t *testing.T) {
	var mu sync.Mutex
	n := 0
	go work(context.Background(), &n, &mu)
}

func TestTicker_Race(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var mu sync.Mutex
	n := 0
	go work(ctx, &n, &mu)
	time.Sleep(1500 * time.Millisecond)
	cancel()
	require.LessOrEqual(t, n, 1)
}

func TestAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { close(ended) })
	cancel()
	<-ended
	require.False(t, stop())
}
